import { lowered } from '@ipoteka-office/contract/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { realtyFields as of } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { type Share, shareText } from '@ipoteka-office/contract/common/share.ts'
import {
  encumbranceKinds,
  encumbrancePlans,
  type RealtyAppraisal,
  type RealtyEncumbrance,
  type RealtyOwner,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'

const listText =
  <T>(line: (item: T) => string) =>
  (value: unknown): string =>
    Array.isArray(value) && value.length > 0 ? (value as T[]).map(line).join('; ') : '−'

const ownerLine = ({ holders, share }: RealtyOwner) =>
  `${holders.map(({ name }) => name).join(', ')} — ${shareText(share satisfies Share)}`
const encumbranceLine = ({ kind, record, plan }: RealtyEncumbrance) =>
  [encumbranceKinds[kind], record, lowered(encumbrancePlans[plan])].filter(Boolean).join(', ')
const appraisalLine = ({ appraiser, reportNumber, reportDate, marketValue }: RealtyAppraisal) =>
  `${appraiser}, № ${reportNumber} от ${dayText(reportDate)}: ${exactRoublesText(marketValue)}`

const fields: FieldSpecs = buildingFields
const building = Object.fromEntries(
  Object.entries(fields).map(([name, field]): [string, HistoryField] => [name, told(field)]),
)

/** How the history of an object reads. */
export const realtyLabels: CardLabels = {
  realtyObject: {
    fields: {
      role: told(of.role),
      type_code: told(of.type),
      number_type: told(of.numberType),
      number: told(of.number),
      address: told(of.address),
      area: told(of.area, { text: (value) => String(value).replace('.', ',') }),
      price: told(of.price, { text: (value) => exactRoublesText(String(value)) }),
      right_kind: told(of.rightKind),
      ownership: told(of.ownership),
      owners: told(of.owners, { text: listText(ownerLine) }),
      extract_date: told(of.extractDate),
      encumbrances: told(of.encumbrances, { text: listText(encumbranceLine) }),
      appraisals: told(of.appraisals, { text: listText(appraisalLine) }),
      building: { label: 'Характеристики', parts: building },
      comment: told(of.comment),
      removed_at: { label: 'Снят с заявки' },
    },
  },
}
