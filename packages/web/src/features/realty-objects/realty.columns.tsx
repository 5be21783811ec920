import { type RealtyRow, realtyRoles, realtySortFields } from '@ipoteka-office/contract/realty-objects.ts'
import { appraisalAge } from '@ipoteka-office/contract/realty-rules.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatMoney } from '#lib/format.ts'
import type { Column } from '#ui/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { appraisalTones, appraisalWords, areaText } from './realty-words.ts'
import styles from './realty-objects.module.css'

function Appraisal({ row }: { row: RealtyRow }) {
  if (row.appraisedOn === null) return emptyValue
  const { state } = appraisalAge(row.appraisedOn, bankDay(serverNow()))
  return (
    <>
      {formatDate(row.appraisedOn)}
      {state !== 'VALID' && (
        <span className={styles.under}>
          <Tag tone={appraisalTones[state]}>{appraisalWords[state]}</Tag>
        </span>
      )}
    </>
  )
}

const columns: (Omit<Column<RealtyRow>, 'sortable'> & { key: string })[] = [
  {
    key: 'address',
    title: 'Объект',
    link: true,
    always: true,
    width: 270,
    render: ({ address, type, removed }) => (
      <>
        {address ?? type.name}
        <span className={styles.under}>
          {type.name}
          {removed && ', снят с заявки'}
        </span>
      </>
    ),
  },
  {
    key: 'number',
    title: 'Кадастровый номер',
    width: 168,
    render: ({ number, duplicates }) => (
      <>
        {number || emptyValue}
        {duplicates > 0 && (
          <span className={styles.under}>
            <Tag tone="amber">ещё в заявках: {duplicates}</Tag>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'case',
    title: 'Заявка',
    width: 190,
    render: ({ case: of }) => (
      <>
        {of.number}
        <span className={styles.under}>{of.clientName}</span>
        <span className={styles.under}>{of.stageName}</span>
      </>
    ),
  },
  { key: 'stage', title: 'Этап', optional: true, width: 150, render: ({ case: of }) => of.stageName },
  { key: 'role', title: 'Роль', optional: true, width: 150, render: ({ role }) => realtyRoles[role] },
  { key: 'area', title: 'Площадь', align: 'right', width: 92, render: ({ area }) => areaText(area) },
  { key: 'price', title: 'Цена', align: 'right', width: 132, render: ({ price }) => formatMoney(price) },
  {
    key: 'pricePerMetre',
    title: 'За м²',
    align: 'right',
    width: 118,
    render: ({ pricePerMetre }) => formatMoney(pricePerMetre),
  },
  { key: 'appraisedOn', title: 'Оценка', width: 116, render: (row) => <Appraisal row={row} /> },
  {
    key: 'marketValue',
    title: 'Стоимость',
    optional: true,
    align: 'right',
    width: 140,
    render: ({ marketValue }) => formatMoney(marketValue),
  },
  {
    key: 'encumbrances',
    title: 'Обременения',
    align: 'right',
    width: 116,
    render: ({ encumbrances }) => (encumbrances > 0 ? <Tag tone="red">{encumbrances}</Tag> : 0),
  },
  {
    key: 'region',
    title: 'Регион',
    optional: true,
    width: 150,
    render: ({ region }) => region?.name ?? emptyValue,
  },
  {
    key: 'partner',
    title: 'Партнёр',
    optional: true,
    width: 180,
    render: ({ case: of }) => of.partner.shortName,
  },
  {
    key: 'createdAt',
    title: 'Добавлен',
    optional: true,
    width: 110,
    render: ({ createdAt }) => formatDate(createdAt),
  },
]

/** The columns of the register of objects. */
export const realtyColumns: Column<RealtyRow>[] = columns.map((column) => ({
  ...column,
  sortable: realtySortFields.some((field) => field === column.key),
}))
