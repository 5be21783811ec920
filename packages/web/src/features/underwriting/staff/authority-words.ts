import {
  type AuthorityState,
  authorityStates,
  type GivenAuthority,
} from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import { deviationKinds } from '@ipoteka-office/contract/underwriting/authority.ts'
import { formatDate } from '#lib/dates.ts'
import { formatPercent, formatRoubles } from '#lib/format.ts'
import type { Tone } from '#ui/tag.tsx'

/** The colour of the mark of each state; the word stands beside it. */
export const stateTones: Readonly<Record<AuthorityState, Tone>> = {
  CURRENT: 'green',
  FUTURE: 'blue',
  PAST: 'neutral',
  WITHDRAWN: 'red',
}

/** «Действуют с 01.11.2026 по 30.11.2026». */
export function periodOf({ state, validFrom, validTo, withdrawnAt }: GivenAuthority): string {
  const from = `с ${formatDate(validFrom)}`
  if (state === 'WITHDRAWN')
    return `${authorityStates[state]} ${formatDate(withdrawnAt)}, действовали ${from}`
  return [authorityStates[state], from, validTo && `по ${formatDate(validTo)}`].filter(Boolean).join(' ')
}

/** What bounds an authority, in the order in which it is looked at. */
export const boundsOf = ({
  product,
  regions,
  maxLoanToValue,
  maxDebtLoad,
  deviations,
}: GivenAuthority): { label: string; value: string }[] => [
  { label: of.regions.label, value: regions.map(({ name }) => name).join(', ') || 'все' },
  ...(product === 'MORTGAGE'
    ? [
        {
          label: of.maxLoanToValue.label,
          value: maxLoanToValue === null ? 'не ограничен' : formatPercent(maxLoanToValue),
        },
      ]
    : []),
  { label: of.maxDebtLoad.label, value: maxDebtLoad === null ? 'не ограничен' : formatPercent(maxDebtLoad) },
  {
    label: of.deviations.label,
    value: deviations.map((kind) => deviationKinds[kind]).join(', ') || 'никакие',
  },
]

/** «до 10 000 000 ₽», or that nothing bounds the sum. */
export const sumOf = ({ maxExposure, boundless }: GivenAuthority): string =>
  boundless ? 'без пределов' : `до ${formatRoubles(maxExposure)}`
