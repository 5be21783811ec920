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
import { useFiguresOn } from '#api/figures.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { appraisalTones, appraisalWords, areaText } from './realty-words.ts'

function Appraisal({ row }: { row: RealtyRow }) {
  const today = bankDay(serverNow())
  const figures = useFiguresOn(today)
  if (row.appraisedOn === null) return emptyValue
  const state = figures && appraisalAge(row.appraisedOn, today, figures).state
  return (
    <>
      {formatDate(row.appraisedOn)}
      {state !== undefined && state !== 'VALID' && (
        <Note>
          <Tag tone={appraisalTones[state]}>{appraisalWords[state]}</Tag>
        </Note>
      )}
    </>
  )
}

const columns: (Omit<Column<RealtyRow>, 'sortable' | 'title' | 'key'> & { key: RealtyColumn })[] = [
  {
    key: 'address',
    exported: ['address', 'type'],
    link: true,
    always: true,
    width: 270,
    render: ({ address, type, removed }) => (
      <>
        {address ?? type.name}
        <Note>
          {type.name}
          {removed && ', снят с заявки'}
        </Note>
      </>
    ),
  },
  {
    key: 'number',
    exported: ['number', 'duplicates'],
    width: 168,
    render: ({ number, duplicates }) => (
      <>
        {number || emptyValue}
        {duplicates > 0 && (
          <Note>
            <Tag tone="amber">ещё в заявках: {duplicates}</Tag>
          </Note>
        )}
      </>
    ),
  },
  {
    key: 'case',
    exported: ['case', 'client', 'stage'],
    width: 240,
    render: ({ case: of }) => (
      <>
        {of.number}
        <Note>{of.clientName}</Note>
        <Note>{of.stageName}</Note>
      </>
    ),
  },
  { key: 'stage', optional: true, width: 150, render: ({ case: of }) => of.stageName },
  { key: 'role', optional: true, width: 150, render: ({ role }) => realtyRoles[role] },
  { key: 'area', align: 'right', width: 100, render: ({ area }) => areaText(area) },
  { key: 'price', align: 'right', width: 132, render: ({ price }) => formatRoubles(price) },
  {
    key: 'pricePerMetre',
    align: 'right',
    width: 118,
    render: ({ pricePerMetre }) => formatRoubles(pricePerMetre),
  },
  { key: 'appraisedOn', width: 116, render: (row) => <Appraisal row={row} /> },
  {
    key: 'marketValue',
    optional: true,
    align: 'right',
    width: 140,
    render: ({ marketValue }) => formatRoubles(marketValue),
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
