import {
  coolingOffOf,
  moneyReceivers,
  type CoolingOff,
  type CoolingOffFacts,
  type MoneyReceiver,
} from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import type { SelfBanCheck } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import { isGiven, type SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { plural } from '#lib/plural.ts'

/** «1 день 3 ч 12 мин» to go; nothing when the moment has come. */
export function timeLeft(moment: string, now: Date): string | null {
  const minutes = Math.ceil((new Date(moment).getTime() - now.getTime()) / 60_000)
  if (minutes <= 0) return null
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor((minutes % 1_440) / 60)
  const parts = [
    days > 0 ? `${days}\u00a0${plural(days, 'день', 'дня', 'дней')}` : '',
    hours > 0 ? `${hours}\u00a0ч` : '',
    minutes % 60 > 0 ? `${minutes % 60}\u00a0мин` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

const isReceiver = (value: unknown): value is MoneyReceiver =>
  typeof value === 'string' && value in moneyReceivers
const balances = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as SectionValues[]) : []).flatMap(({ balance }) =>
    typeof balance === 'string' && isGiven(balance) ? [balance] : [],
  )

/** The period by what is typed in the section and who takes part; null while there is no sum. */
export function typedCoolingOff(
  typed: SectionValues,
  roles: readonly string[],
  figures: FiguresOf<'cooling-off'>,
): CoolingOff | null {
  const { amount, receiver, refinancedCredits } = typed
  if (typeof amount !== 'string' || !/^\d+(?:\.\d+)?$/.test(amount)) return null
  const facts: CoolingOffFacts = {
    amount,
    receiver: isReceiver(receiver) ? receiver : 'CLIENT',
    securedByMortgage: false,
    refinancedBalances: balances(refinancedCredits),
    hasCoBorrowerOrGuarantor: roles.some((role) => role === 'CO_BORROWER' || role === 'GUARANTOR'),
  }
  return coolingOffOf(facts, figures)
}

/** Tone of the mark of an answer; an old one counts no more than none. */
export function selfBanTone(
  { state, validUntil }: SelfBanCheck,
  now: Date,
): 'green' | 'red' | 'amber' | 'blue' {
  if (state === 'BANNED') return 'red'
  if (state === 'PENDING') return 'blue'
  return state === 'CLEAR' && validUntil !== null && new Date(validUntil) > now ? 'green' : 'amber'
}
