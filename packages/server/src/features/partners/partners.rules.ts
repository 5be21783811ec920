import { isDeepStrictEqual } from 'node:util'
import { partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import type { PartnerDependants } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { PartnerInput } from '@ipoteka-office/contract/partners/partners.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** The fields whose values differ from those of the row. */
export const changedFields = <T extends object>(before: object, after: T): (keyof T)[] =>
  (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isDeepStrictEqual(plain((before as T)[field]), plain(after[field])),
  )

const addresses = ['legalAddress', 'actualAddress', 'postalAddress'] as const

/** Codes that the form holds, those of its addresses too. */
export const formCodes = (input: PartnerInput): AskedCode[] => [
  ...codesIn(partnerFields, input),
  ...addresses.flatMap((field) => {
    const code = input[field]?.regionCode
    const label = `${partnerFields[field].label}: регион`
    return code ? [{ path: `${field}.regionCode`, dictionary: 'region', code, label }] : []
  }),
]

const dependantNames: Record<Exclude<keyof PartnerDependants, 'total'>, string> = {
  openCases: 'открытых дел',
  activeEmployees: 'действующих сотрудников',
  activeBranches: 'действующих филиалов',
  activeWorkgroups: 'действующих рабочих групп',
  linkedPartners: 'связанных партнёров',
}

/** «открытых заявок: 5, действующих сотрудников: 2»; what there is none of is left out. */
export const dependantsText = (dependants: PartnerDependants): string =>
  Object.entries(dependantNames)
    .map(([key, name]) => [name, dependants[key as keyof typeof dependantNames]] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${count.toLocaleString('ru')}`)
    .join(', ')
