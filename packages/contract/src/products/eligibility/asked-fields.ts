import type { FieldError } from '../../common/errors.ts'
import type { AskedField } from '../../common/fields.ts'
import type { Asked } from '../version/version-parts.ts'
import type { VersionContent } from '../version/version-content.ts'
import type { AskerCode } from './askers.ts'

type Values = Asked['values']
const credit = (field: string, regions: AskedField['regions'] = null): AskedField => ({
  field: `CREDIT.${field}`,
  regions,
})
const employment = (field: string): AskedField => ({ field: `EMPLOYMENT.${field}`, regions: null })

/** Where a region is in the programme by a part, the form asks which part it is. */
const partsOf = ({ parts }: Values) =>
  typeof parts === 'object' && !Array.isArray(parts) ? Object.keys(parts) : []

/** What the form asks for the sake of a requirement, and of nothing else. */
const asked: Readonly<Partial<Record<AskerCode, (values: Values) => readonly AskedField[]>>> = {
  listedHousing: () => [credit('secondaryPlace')],
  regionsOnly: (values) => [credit('arcticPlace', partsOf(values))],
  ruralPlace: () => [credit('ruralPlace')],
  amountByArea: () => [credit('propertyArea')],
  familyChildren: () => [credit('smallTownPlace')],
  firstPreferential: () => [credit('preferentialLoanUsed')],
  farEastBasis: () => [credit('farEastBasis')],
  itEmployer: () => [employment('itAccredited')],
  itSalary: () => [employment('itAccredited')],
  savingsMember: () => [employment('savingsParticipant')],
  savingsYears: () => [employment('savingsParticipant')],
  savingsAmount: () => [employment('savingsParticipant')],
  savingsDownPayment: () => [employment('savingsParticipant')],
}

/** Fields by name, each once: in all the regions in which anybody asks. */
export function joinedFields(fields: readonly AskedField[]): AskedField[] {
  const joined = new Map<string, AskedField['regions']>()
  for (const { field, regions } of fields) {
    const others = joined.get(field)
    const isEverywhere = regions === null || others === null
    joined.set(field, isEverywhere ? null : [...new Set([...(others ?? []), ...regions])])
  }
  return [...joined].map(([field, regions]) => ({ field, regions }))
}

/** Fields of the questionnaire that a version asks for: those of its requirements, and those that it names itself. */
export function askedFieldsOf(content: VersionContent): AskedField[] {
  if (content.kind !== 'PRODUCT') return []
  return joinedFields([
    ...content.eligibility.flatMap(({ asker, values }) => asked[asker as AskerCode]?.(values) ?? []),
    ...content.fields.map((field) => ({ field, regions: null })),
  ])
}

/** Fields of the questionnaire that are asked only where a version wants them: their names for whoever writes it. */
export const askableFields = {
  'CREDIT.preferentialLoanUsed': 'Льготная ипотека уже оформлялась после 23.12.2023',
  'CREDIT.farEastBasis': 'Основание участия',
  'CREDIT.secondaryPlace': 'Место из перечня, где программа допускает готовое жильё',
  'CREDIT.smallTownPlace': 'Малый город или регион из перечня',
  'CREDIT.arcticPlace': 'Место входит в Арктическую зону',
  'CREDIT.propertyArea': 'Площадь жилья',
  'CREDIT.ruralPlace': 'Сельская местность или опорный населённый пункт из перечня',
  'EMPLOYMENT.itAccredited': 'Работодатель — аккредитованная ИТ-компания',
  'EMPLOYMENT.savingsParticipant': 'Участник НИС',
} as const satisfies Readonly<Record<string, string>>

/** What is wrong with the fields that a version names: one that no form has, one that is asked anyway, one twice. */
export const fieldsIssues = (fields: readonly string[]): FieldError[] =>
  fields.flatMap((field, at): FieldError[] => {
    if (!Object.hasOwn(askableFields, field))
      return [{ path: `fields.${at}`, message: 'Такого поля анкета по выбору продукта не спрашивает' }]
    return fields.indexOf(field) < at ? [{ path: `fields.${at}`, message: 'Такое поле уже есть' }] : []
  })
