import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { PartnerDependants } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { PartnerInput } from '@ipoteka-office/contract/partners/partners.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** The fields whose values differ from those of the row. */
export const changedFields = <T extends object>(before: object, after: T): (keyof T)[] =>
  (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isDeepStrictEqual(plain((before as T)[field]), plain(after[field])),
  )

/** A code of the form with its dictionary and its place in the form. */
export interface FormCode {
  readonly path: string
  readonly dictionary: string
  readonly code: string
}

const dictionaries = {
  okopfCode: 'okopf',
  branchTypeCode: 'partner/branchType',
  companyGroupCode: 'companyGroup',
  regionCode: 'region',
  tenancyTypeCode: 'partner/tenancyType',
  tenantTypeCode: 'partner/tenantType',
} as const satisfies Partial<Record<keyof PartnerInput, string>>
const addresses = ['legalAddress', 'actualAddress', 'postalAddress'] as const

/** Codes that the form holds. */
export function formCodes(input: PartnerInput): FormCode[] {
  const one = (path: string, dictionary: string, code: string | null | undefined): FormCode[] =>
    code === null || code === undefined ? [] : [{ path, dictionary, code }]
  return [
    ...Object.entries(dictionaries).flatMap(([field, dictionary]) =>
      one(field, dictionary, input[field as keyof typeof dictionaries]),
    ),
    ...input.businessProfileCodes.flatMap((code, index) =>
      one(`businessProfileCodes.${index}`, 'partner/businessProfile', code),
    ),
    ...addresses.flatMap((field) => one(`${field}.regionCode`, 'region', input[field]?.regionCode)),
  ]
}

/** The codes that are not in their dictionaries, by their places. */
export const unknownCodes = (
  codes: readonly FormCode[],
  unknown: readonly { readonly dictionary: string; readonly code: string }[],
): FieldError[] =>
  codes
    .filter(({ dictionary, code }) => unknown.some((u) => u.dictionary === dictionary && u.code === code))
    .map(({ path }) => ({ path, message: messages.unknownCode }))

/** What the operator alone changes of the main data. */
export const operatorFields: readonly (keyof PartnerInput)[] = ['inn', 'ogrn']

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
