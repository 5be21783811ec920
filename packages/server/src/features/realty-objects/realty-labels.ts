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
  realtyNumberTypes,
  realtyRoles,
  rightKinds,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { ownerships } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import type { CardLabels, HistoryField } from '#features/history/card-history.rules.ts'

const listText =
  <T>(line: (item: T) => string) =>
  (value: unknown): string =>
    Array.isArray(value) && value.length > 0 ? (value as T[]).map(line).join('; ') : '−'

const ownerLine = ({ holders, share }: RealtyOwner) =>
  `${holders.map(({ name }) => name).join(', ')} — ${shareText(share satisfies Share)}`
const encumbranceLine = ({ kind, record, plan }: RealtyEncumbrance) =>
  [encumbranceKinds[kind], record, encumbrancePlans[plan].toLowerCase()].filter(Boolean).join(', ')
const appraisalLine = ({ appraiser, reportNumber, reportDate, marketValue }: RealtyAppraisal) =>
  `${appraiser}, № ${reportNumber} от ${reportDate.split('-').reverse().join('.')}: ${exactRoublesText(marketValue)}`

const fields: FieldSpecs = buildingFields
const building = Object.fromEntries(
  Object.entries(fields).map(([name, { label, dictionary, choices }]): [string, HistoryField] => [
    name,
    {
      label,
      ...(dictionary !== undefined && { dictionary }),
      ...(choices !== undefined && { names: choices }),
    },
  ]),
)

/** How the history of an object reads. */
export const realtyLabels: CardLabels = {
  realtyObject: {
    fields: {
      role: { label: 'Роль', names: realtyRoles },
      type_code: { label: 'Тип объекта', dictionary: 'mortgageObjectType' },
      number_type: { label: 'Вид номера', names: realtyNumberTypes },
      number: { label: 'Номер' },
      address: { label: 'Адрес' },
      area: { label: 'Общая площадь, м²', text: (value) => String(value).replace('.', ',') },
      price: { label: 'Цена', text: (value) => exactRoublesText(String(value)) },
      right_kind: { label: 'Вид права', names: rightKinds },
      ownership: { label: 'Вид собственности', names: ownerships },
      owners: { label: 'Правообладатели', text: listText(ownerLine) },
      extract_date: { label: 'Выписка ЕГРН от' },
      encumbrances: { label: 'Обременения', text: listText(encumbranceLine) },
      appraisals: { label: 'Оценка', text: listText(appraisalLine) },
      building: { label: 'Характеристики', parts: building },
      comment: { label: 'Комментарий' },
      removed_at: { label: 'Снят с заявки' },
    },
  },
}
