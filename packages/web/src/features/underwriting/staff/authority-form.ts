import { type AuthorityProduct, type DeviationKind } from '@ipoteka-office/contract/underwriting/authority.ts'
import { AuthorityInput, authorityIssues } from '@ipoteka-office/contract/underwriting/authority-input.ts'
import type { GivenAuthority, Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { type EntryIssue, entryIssues } from '#widgets/record/entry-dialog.tsx'

/** What is typed in the dialog. */
export interface AuthorityForm {
  product: AuthorityProduct
  regions: string[]
  maxExposure: string | null
  maxLoanToValue: string | null
  maxDebtLoad: string | null
  deviations: DeviationKind[]
  validFrom: string
  validTo: string
  reason: string
}

const empty: AuthorityForm = {
  product: 'MORTGAGE',
  regions: [],
  maxExposure: null,
  maxLoanToValue: null,
  maxDebtLoad: null,
  deviations: [],
  validFrom: '',
  validTo: '',
  reason: '',
}

/** The dialog begins with the authority that is to be changed, from today on. */
export function toForm(before: GivenAuthority | null, today: string): AuthorityForm {
  if (before === null) return { ...empty, validFrom: today }
  const { product, regions, maxExposure, maxLoanToValue, maxDebtLoad, deviations, validFrom, validTo } =
    before
  return {
    ...{ product, maxExposure, maxLoanToValue, maxDebtLoad, reason: '' },
    regions: regions.map(({ code }) => code),
    deviations: [...deviations],
    validFrom: validFrom > today ? validFrom : today,
    validTo: validTo ?? '',
  }
}

/** As it travels. */
export const toBody = ({ maxExposure, validTo, ...form }: AuthorityForm) => ({
  ...form,
  maxExposure: maxExposure ?? '',
  validTo: validTo === '' ? null : validTo,
})

/** What is wrong with the form, as the server would say it. */
export function formIssues(
  form: AuthorityForm,
  { authorities }: Underwriter,
  { before, today }: { readonly before: GivenAuthority | null; readonly today: string },
): readonly EntryIssue[] {
  const parsed = AuthorityInput.safeParse(toBody(form))
  if (form.maxExposure === null) return [{ path: ['maxExposure'], message: 'Укажите предел экспозиции' }]
  if (!parsed.success) return parsed.error.issues
  const beside = authorities
    .filter(({ id, state }) => (state === 'CURRENT' || state === 'FUTURE') && id !== before?.id)
    .map((one) => ({ ...one, regions: one.regions.map(({ code }) => code) }))
  return entryIssues(authorityIssues(parsed.data, { today, beside }))
}
