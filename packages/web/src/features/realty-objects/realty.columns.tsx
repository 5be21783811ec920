import {
  type RealtyColumn,
  realtyColumns as headings,
} from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import {
  type RealtyRow,
  realtyRoles,
  realtySortFields,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { appraisalAge } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatMoney } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
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

const columns: (Omit<Column<RealtyRow>, 'sortable' | 'title' | 'key'> & { key: RealtyColumn })[] = [
  {
    key: 'address',
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
    width: 190,
    render: ({ case: of }) => (
      <>
        {of.number}
        <span className={styles.under}>{of.clientName}</span>
        <span className={styles.under}>{of.stageName}</span>
      </>
    ),
  },
  { key: 'stage', optional: true, width: 150, render: ({ case: of }) => of.stageName },
  { key: 'role', optional: true, width: 150, render: ({ role }) => realtyRoles[role] },
  { key: 'area', align: 'right', width: 92, render: ({ area }) => areaText(area) },
  { key: 'price', align: 'right', width: 132, render: ({ price }) => formatMoney(price) },
  {
    key: 'pricePerMetre',
    align: 'right',
    width: 118,
    render: ({ pricePerMetre }) => formatMoney(pricePerMetre),
  },
  { key: 'appraisedOn', width: 116, render: (row) => <Appraisal row={row} /> },
  {
    key: 'marketValue',
    optional: true,
    align: 'right',
    width: 140,
    render: ({ marketValue }) => formatMoney(marketValue),
  },
  {
    key: 'encumbrances',
    align: 'right',
    width: 116,
    render: ({ encumbrances }) => (encumbrances > 0 ? <Tag tone="red">{encumbrances}</Tag> : 0),
  },
  {
    key: 'region',
    optional: true,
    width: 150,
    render: ({ region }) => region?.name ?? emptyValue,
  },
  {
    key: 'partner',
    optional: true,
    width: 180,
    render: ({ case: of }) => of.partner.shortName,
  },
  {
    key: 'createdAt',
    optional: true,
    width: 110,
    render: ({ createdAt }) => formatDate(createdAt),
  },
]

/** The columns of the register of objects. */
export const realtyColumns: Column<RealtyRow>[] = columns.map((column) => ({
  ...column,
  title: headings[column.key],
  sortable: realtySortFields.some((field) => field === column.key),
}))

/** Columns of the file that stand under another in the list. */
const under: Partial<Record<RealtyColumn, readonly RealtyColumn[]>> = {
  address: ['type'],
  number: ['duplicates'],
  case: ['client', 'stage'],
}

/** What a file has when the list shows these columns: what stands under a value gets a column of its own. */
export function exportedColumns(shown: readonly { key: string }[]): RealtyColumn[] {
  const keys = shown.map(({ key }) => key).filter((key): key is RealtyColumn => Object.hasOwn(headings, key))
  return [...new Set(keys.flatMap((key) => [key, ...(under[key] ?? [])]))]
}
