import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  BlacklistEntry,
  EntryInput,
  EntryReason,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import {
  entryCommonFields,
  entryFields,
  entryReasonFields,
} from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import type { FieldSpecs, SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { type Around, isNeeded, toData, toForm, valueIssues } from '#widgets/case-sections/section-values.ts'
import { type FormValues, isBlank } from '#widgets/record/field-values.ts'

/** Fields of a form under one heading. */
export interface EntryGroup {
  readonly title: string
  readonly names: readonly string[]
}

const ofKind: Readonly<Record<BlacklistKind, readonly EntryGroup[]>> = {
  individuals: [
    {
      title: 'Человек',
      names: ['lastName', 'firstName', 'middleName', 'birthDate', 'birthPlace', 'formerNames'],
    },
    { title: 'Документы и номера', names: ['passport', 'inn', 'snils', 'formerPassports'] },
    { title: 'Связь и работа', names: ['employer', 'employerInn', 'phones', 'addresses'] },
  ],
  legalPersons: [
    {
      title: 'Организация',
      names: ['fullName', 'shortName', 'companyInn', 'kpp', 'ogrn', 'okopf', 'region', 'address'],
    },
    { title: 'Люди и связь', names: ['head', 'beneficiaries', 'phones'] },
  ],
  phones: [{ title: 'Телефон', names: ['phone', 'phoneKind', 'operator', 'region', 'owner'] }],
}

/** How the form and the card of an entry are laid out; without the right to reasons there is no such group. */
export const groupsOf = (kind: BlacklistKind, hasReason: boolean): readonly EntryGroup[] => [
  { title: 'Действие', names: Object.keys(entryCommonFields) },
  ...ofKind[kind],
  ...(hasReason ? [{ title: 'Основание', names: Object.keys(entryReasonFields) }] : []),
]

/** Whether the person sees why somebody is listed. */
interface Seen {
  readonly hasReason: boolean
}

/** Every field of an entry by its name in the form. */
export const fieldsOf = (kind: BlacklistKind, { hasReason }: Seen): FieldSpecs => ({
  ...entryFields[kind],
  ...entryCommonFields,
  ...(hasReason && entryReasonFields),
})

/** An entry stands beside nothing that its fields ask about. */
export const alone: Around = { sections: {}, participant: null }

const flat = ({ data, reason, level, category, validFrom, validTo }: BlacklistEntry): SectionValues => ({
  ...data,
  ...reason,
  level,
  category,
  validFrom,
  validTo,
})

/** An entry as its form edits it. */
export const toEntryValues = (entry: BlacklistEntry): FormValues =>
  toForm(fieldsOf(entry.kind, { hasReason: entry.reason !== null }), flat(entry))

/** The values that a new entry begins with. */
export const newEntryValues = (kind: BlacklistKind, today: string): FormValues =>
  toForm(fieldsOf(kind, { hasReason: true }), { level: 'REVIEW', validFrom: today })

const reasonNames = new Set(Object.keys(entryReasonFields))
const commonNames = new Set(Object.keys(entryCommonFields))

/** What is sent: the parts of the values where the server has them. */
export function toEntryInput(kind: BlacklistKind, values: FormValues, hasReason: boolean): EntryInput {
  const given = toData(fieldsOf(kind, { hasReason }), values, alone)
  const data = Object.fromEntries(
    Object.entries(given).filter(([name]) => !reasonNames.has(name) && !commonNames.has(name)),
  )
  const { level, category, validFrom, validTo } = given as Omit<EntryInput, 'data' | 'reason'>
  const { source, basis = '', evidence = '', comment = '' } = given as Partial<EntryReason>
  return {
    level,
    category,
    validFrom,
    validTo: validTo ?? null,
    data,
    reason: hasReason ? ({ source, basis, evidence, comment } as EntryReason) : null,
  }
}

/** What is wrong with the values. Even a draft says how it acts and why: the rest may come later. */
export function entryIssues(kind: BlacklistKind, values: FormValues, hasReason: boolean, today: string) {
  const fields = fieldsOf(kind, { hasReason })
  const missing = [...commonNames, ...(hasReason ? reasonNames : [])].filter((name) => {
    const field = fields[name]
    return field !== undefined && isNeeded(field, values, alone) && isBlank(field, values[name])
  })
  const future = futureDays(fields, toData(fields, values, alone), today)
  return [
    ...missing.map((name) => ({ path: [name], message: messages.required })),
    ...valueIssues(fields, values, alone),
    ...future.map(({ path, message }) => ({ path: path.split('.'), message })),
  ]
}
