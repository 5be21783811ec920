import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import type { Address } from '@ipoteka-office/contract/common/address.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { type Partner, PartnerInput, partnerIssues } from '@ipoteka-office/contract/partners/partners.ts'
import { addressOfPlain } from '@ipoteka-office/contract/addresses/suggested-address.ts'
import type { PartySuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { z } from 'zod'
import { formatDate } from '#lib/dates.ts'
import type { Difference } from '#widgets/record/difference.ts'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import { type EntryIssue, entryIssues } from '#widgets/record/entry-dialog.tsx'

/** What the form of a partner's main data edits. */
export interface PartnerValues {
  shortName: string
  fullName: string
  inn: string
  kpp: string
  ogrn: string
  okopfCode: string | null
  branchTypeCode: string | null
  businessProfileCodes: MultiValue
  companyGroupCode: string | null
  regionCode: string | null
  parentId: string | null
  legalAddress: Address
  actualAddress: Address
  postalAddress: Address
  tenancyTypeCode: string | null
  tenantTypeCode: string | null
  tenancyTo: string
}
export type PartnerField = keyof PartnerValues

/** Labels of the form, in its order. */
export const partnerFieldLabels: Readonly<Record<PartnerField, string>> = labelsOf(partnerFields)
const fields = Object.keys(partnerFieldLabels) as PartnerField[]

export const noAddress: Address = { value: '' }

/** The part of a card that the form edits. */
export type PartnerSource = Pick<
  Partner,
  Exclude<PartnerField, 'businessProfileCodes'> | 'businessProfileCodes'
>

/** The form of a loaded, new or just saved partner. */
export const toPartnerValues = (card: PartnerSource): PartnerValues => ({
  shortName: card.shortName,
  fullName: card.fullName,
  inn: card.inn,
  kpp: card.kpp ?? '',
  ogrn: card.ogrn ?? '',
  okopfCode: card.okopfCode,
  branchTypeCode: card.branchTypeCode,
  businessProfileCodes: { codes: card.businessProfileCodes, all: false },
  companyGroupCode: card.companyGroupCode,
  regionCode: card.regionCode,
  parentId: card.parentId === null ? null : String(card.parentId),
  legalAddress: card.legalAddress ?? noAddress,
  actualAddress: card.actualAddress ?? noAddress,
  postalAddress: card.postalAddress ?? noAddress,
  tenancyTypeCode: card.tenancyTypeCode,
  tenantTypeCode: card.tenantTypeCode,
  tenancyTo: card.tenancyTo ?? '',
})

const addressIn = (address: Address) => (address.value.trim() === '' ? null : address)

/** The body of a save without version and parent; numbers may be pasted with spaces. */
export function toPartnerInput(values: PartnerValues): z.input<typeof PartnerInput> {
  const { parentId: _, ...rest } = values
  const number = (text: string) => text.replace(/\s/g, '')
  return {
    ...rest,
    inn: number(values.inn),
    kpp: number(values.kpp) || null,
    ogrn: number(values.ogrn) || null,
    businessProfileCodes: values.businessProfileCodes.codes,
    legalAddress: addressIn(values.legalAddress),
    actualAddress: addressIn(values.actualAddress),
    postalAddress: addressIn(values.postalAddress),
    tenancyTo: values.tenancyTo || null,
  }
}

/** What is wrong with the form, by the rules that the server holds too. */
export function partnerValueIssues(values: PartnerValues): EntryIssue[] {
  const input = toPartnerInput(values)
  const { inn, kpp = null, ogrn = null, tenancyTypeCode = null, tenancyTo = null } = input
  return [
    ...(PartnerInput.safeParse(input).error?.issues ?? []),
    ...entryIssues(partnerIssues({ inn, kpp, ogrn, tenancyTypeCode, tenancyTo })),
  ]
}

/** What one choice of an organisation fills in; fields it knows nothing of stay as they are. */
export function valuesOfParty(party: PartySuggestion): Partial<PartnerValues> {
  const { data, value } = party
  const address = data.address ? addressOfPlain(data.address) : null
  return {
    shortName: data.name.short_with_opf ?? value,
    fullName: data.name.full_with_opf ?? value,
    inn: data.inn,
    kpp: data.kpp ?? '',
    ogrn: data.ogrn ?? '',
    ...(data.opf?.code && { okopfCode: data.opf.code }),
    ...(data.branch_type && { branchTypeCode: data.branch_type === 'MAIN' ? 'HEAD' : 'BRANCH' }),
    ...(address && {
      legalAddress: address,
      ...(address.regionCode && { regionCode: address.regionCode }),
    }),
  }
}

/** Names of the codes that a form may hold. */
export type PartnerNames = Readonly<Record<string, readonly Option[]>>

/** The names that a card brings along. */
export function namesOfPartner(card: Partner): PartnerNames {
  const one = (code: string | null, name: string | null) =>
    code === null ? [] : [{ code, name: name ?? code }]
  return {
    okopfCode: one(card.okopfCode, card.okopfName),
    branchTypeCode: one(card.branchTypeCode, card.branchTypeName),
    businessProfileCodes: card.businessProfiles,
    companyGroupCode: one(card.companyGroupCode, card.companyGroupName),
    regionCode: one(card.regionCode, card.regionName),
    parentId: card.parent ? [{ code: String(card.parent.id), name: card.parent.shortName }] : [],
    tenancyTypeCode: one(card.tenancyTypeCode, card.tenancyTypeName),
    tenantTypeCode: one(card.tenantTypeCode, card.tenantTypeName),
  }
}

function fieldText(field: PartnerField, values: PartnerValues, names: PartnerNames): string {
  const value = values[field]
  if (value === null) return ''
  const nameOf = (code: string) => names[field]?.find((option) => option.code === code)?.name ?? code
  if (typeof value === 'object') {
    if ('codes' in value)
      return value.codes
        .map(nameOf)
        .sort((a, b) => a.localeCompare(b, 'ru'))
        .join(', ')
    return [value.postalCode, value.value].filter(Boolean).join(', ')
  }
  if (field === 'tenancyTo') return value === '' ? '' : formatDate(value)
  return nameOf(value)
}

/** The fields in which the form and the card on the server differ, both sides in words. */
export function partnerDifferences(mine: PartnerValues, server: Partner, names: PartnerNames): Difference[] {
  const theirs = toPartnerValues(server)
  const own = namesOfPartner(server)
  const all = Object.fromEntries(
    fields.map((field) => [field, [...(names[field] ?? []), ...(own[field] ?? [])]]),
  )
  return fields
    .map((field) => ({
      key: field,
      label: partnerFieldLabels[field],
      mine: fieldText(field, mine, all),
      server: fieldText(field, theirs, all),
    }))
    .filter((difference) => difference.mine !== difference.server)
}
