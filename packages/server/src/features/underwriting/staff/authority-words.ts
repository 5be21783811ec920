import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import {
  type AuthorityBounds,
  authorityProducts,
  deviationKinds,
} from '@ipoteka-office/contract/underwriting/authority.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'

type Bounds = Omit<AuthorityBounds, 'maxExposure'> & { readonly maxExposure: string | null }
type RegionName = (code: string) => string

const percentText = (value: string | null) =>
  value === null ? 'не ограничен' : `${value.replace('.', ',')} %`
const listText = (names: readonly string[], none: string) => (names.length === 0 ? none : names.join(', '))

/** An authority in words, a line for each of its fields. */
export const authorityWords = (
  bounds: Bounds,
  regionName: RegionName,
): { label: string; value: string }[] => [
  { label: of.product.label, value: authorityProducts[bounds.product] },
  { label: of.regions.label, value: listText(bounds.regions.map(regionName), 'все') },
  {
    label: of.maxExposure.label,
    value:
      bounds.maxExposure === null ? 'без пределов' : roublesText(bounds.maxExposure.replace(/\.00$/, '')),
  },
  { label: of.maxLoanToValue.label, value: percentText(bounds.maxLoanToValue) },
  { label: of.maxDebtLoad.label, value: percentText(bounds.maxDebtLoad) },
  {
    label: of.deviations.label,
    value: listText(
      bounds.deviations.map((kind) => deviationKinds[kind]),
      'никакие',
    ),
  },
  { label: of.validFrom.label, value: dayText(bounds.validFrom) },
  { label: of.validTo.label, value: bounds.validTo === null ? 'без срока' : dayText(bounds.validTo) },
]

/** What becomes of what, in words; lines that stay the same are left out where something was before. */
export function authorityDifferences(
  before: Bounds | null,
  after: Bounds,
  regionName: RegionName,
): { label: string; oldValue: string; newValue: string }[] {
  const old = before === null ? [] : authorityWords(before, regionName)
  return authorityWords(after, regionName)
    .map(({ label, value }, at) => ({ label, oldValue: old[at]?.value ?? '', newValue: value }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
}
