import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { loanBrief } from './loan.rules.ts'

type Brief = ReturnType<typeof loanBrief>

/** Different loans at once under one calendar; those that were asked for longest ago leave first. */
const mostKnown = 10_000

const briefs = new WeakMap<IsWorkingDay, Map<string, Brief>>()

/**
 * The brief of a loan, worked out once: it follows from the terms and the calendar alone, and a list shows the same loans
 * again and again. A calendar that has changed is another one and knows no loan.
 */
export function knownBrief(terms: LoanTerms, isWorking: IsWorkingDay): Brief {
  const known = briefs.get(isWorking) ?? new Map<string, Brief>()
  briefs.set(isWorking, known)
  const key = JSON.stringify(terms)
  const brief = known.get(key) ?? loanBrief(terms, isWorking)
  known.delete(key)
  known.set(key, brief)
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '')
  return brief
}
