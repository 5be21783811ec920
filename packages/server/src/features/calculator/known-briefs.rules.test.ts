import { expect, it, vi } from 'vitest'
import { dayOfWeek, type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { knownBrief } from './known-briefs.rules.ts'
import { loanBrief, usualLoan } from './loan.rules.ts'

const weekdays = (): IsWorkingDay => (day) => dayOfWeek(day) <= 5
const terms = (amount: string, issueDate = '2026-11-27', fees: { amount: string }[] = []) => ({
  ...usualLoan({ amount, rate: '19.5', months: 240 }, issueDate),
  fees: fees.map(
    (fee) => ({ ...fee, kind: 'OTHER', name: 'Оценка', date: null, inFullLoanCost: true }) as never,
  ),
})

it('is what the calculator answers, whatever differs in the terms', () => {
  const isWorking = weekdays()
  const all = [
    terms('4000000'),
    terms('4000000.01'),
    terms('4000000', '2026-11-28'),
    terms('4000000', '2026-11-27', [{ amount: '15000' }]),
  ]
  for (const asked of [...all, ...all.toReversed()])
    expect(knownBrief(asked, isWorking)).toEqual(loanBrief(asked, isWorking))
  expect(new Set(all.map((asked) => JSON.stringify(knownBrief(asked, isWorking)))).size).toBe(all.length)
})

it('is worked out once under a calendar, and anew under another one', () => {
  const isWorking = vi.fn(weekdays())
  const first = knownBrief(terms('3000000'), isWorking)
  const asked = isWorking.mock.calls.length
  expect(asked).toBeGreaterThan(0)
  expect(knownBrief(terms('3000000'), isWorking)).toBe(first)
  expect(isWorking.mock.calls.length).toBe(asked)
  // Were the last day of each month off, payments would come on other days.
  const days = vi.fn((day: number) => day !== toDay('2026-12-28') && dayOfWeek(day) <= 5)
  expect(knownBrief(terms('3000000'), days)).toEqual(loanBrief(terms('3000000'), days))
  expect(days.mock.calls.length).toBeGreaterThan(0)
})

it('forgets the loans that were asked for longest ago', () => {
  const isWorking = weekdays()
  const short = (amount: number) => ({ ...terms(String(amount)), months: 1 })
  const first = knownBrief(short(1_000), isWorking)
  for (let amount = 1_001; amount <= 11_000; amount += 1) knownBrief(short(amount), isWorking)
  const again = knownBrief(short(1_000), isWorking)
  expect(again).toEqual(first)
  expect(again).not.toBe(first)
})
