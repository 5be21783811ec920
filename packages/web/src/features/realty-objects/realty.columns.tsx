import {
  type RealtyColumn,
  realtyColumns as headings,
} from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import { type RealtyRow, realtyRoles } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { appraisalAge } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { useFiguresOn } from '#api/figures.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { alarm, date, figure, noted, text } from '#ui/table/cells/cells.tsx'
import { Note } from '#ui/table/note.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { appraisalTones, appraisalWords, areaText } from '#widgets/realty/realty-words.ts'

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

/** The columns of the register of objects. */
export const realtyColumns = columnsOf<RealtyRow, RealtyColumn>(headings, {
  address: noted(
    270,
    ({ address, type, removed }) => [address ?? type.name, `${type.name}${removed ? ', снят с заявки' : ''}`],
    { exported: ['address', 'type'], link: true, always: true },
  ),
  type: null,
  number: noted(
    168,
    ({ number, duplicates }) => [
      number,
      duplicates > 0 && <Tag tone="amber">ещё в заявках: {duplicates}</Tag>,
    ],
    { exported: ['number', 'duplicates'] },
  ),
  duplicates: null,
  case: {
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
  client: null,
  stage: text(150, ({ case: of }) => of.stageName, { optional: true }),
  role: text(150, ({ role }) => realtyRoles[role], { optional: true }),
  area: figure(100, ({ area }) => areaText(area)),
  price: figure(132, ({ price }) => formatRoubles(price)),
  pricePerMetre: figure(118, ({ pricePerMetre }) => formatRoubles(pricePerMetre)),
  appraisedOn: { width: 116, render: (row) => <Appraisal row={row} /> },
  marketValue: figure(140, ({ marketValue }) => formatRoubles(marketValue), { optional: true }),
  encumbrances: alarm(116, ({ encumbrances }) => encumbrances),
  owners: null,
  region: text(150, ({ region }) => region?.name, { optional: true }),
  partner: text(180, ({ case: of }) => of.partner.shortName, { optional: true }),
  createdAt: date(110, ({ createdAt }) => createdAt, { optional: true }),
})
