import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { type BorrowerMeasures, wantedLoad } from '#features/calculator/borrower.rules.ts'

type Asked = RequestOf<typeof evaluateCreditor>['body']
type Load = ReturnType<typeof wantedLoad>

/** Different questions at once under one calendar; those that were asked longest ago leave first. */
const mostKnown = 10_000

const loads = new WeakMap<IsWorkingDay, Map<string, Load>>()

/**
 * What a wanted loan costs a month and the load with it, worked out once: it follows from the question, the calendar and
 * the bounds of the day alone, and journals show the same applications again and again.
 */
export function knownLoad(asked: Asked, { isWorking, figures }: BorrowerMeasures): Load {
  const known = loads.get(isWorking) ?? new Map<string, Load>()
  loads.set(isWorking, known)
  const key = JSON.stringify([figures['debt-load-notice'], asked])
  const load = known.get(key) ?? workedOut(asked, { isWorking, figures })
  known.delete(key)
  known.set(key, load)
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '')
  return load
}

function workedOut(asked: Asked, measures: BorrowerMeasures): Load {
  const input = evaluateCreditor.body.parse(asked)
  return wantedLoad(input, input.amount, measures)
}
