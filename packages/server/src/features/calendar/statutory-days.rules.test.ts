import { describe, expect, it } from 'vitest'
import { addWorkingDays, fromDay, toDay } from './dates.rules.ts'
import { statutoryDays } from './statutory-days.rules.ts'
import { isWorkingBy } from './working-time.rules.ts'

const daysOf = (year: number, kind: string) =>
  statutoryDays(year).flatMap(({ day, kind: of }) => (of === kind ? [fromDay(day).slice(5)] : []))

describe('a year without a decree', () => {
  it.each([
    // 1 May and 12 June are Saturdays, 9 May is a Sunday.
    [2027, '01-01 01-04 01-05 01-06 01-07 01-08 02-23 03-08 05-03 05-10 06-14 11-04'],
    // 4 November is a Saturday; the weekend of January is not moved.
    [2028, '01-03 01-04 01-05 01-06 01-07 02-23 03-08 05-01 05-09 06-12 11-06'],
    // 23 February is a Sunday, 8 March a Saturday.
    [2025, '01-01 01-02 01-03 01-06 01-07 01-08 02-24 03-10 05-01 05-09 06-12 11-04'],
  ])('%i has the holidays of the Labour Code, moved off weekends', (year, days) => {
    expect(daysOf(year, 'DAY_OFF').join(' ')).toBe(days)
  })

  it('shortens the working days before holidays', () => {
    expect(daysOf(2027, 'SHORT').join(' ')).toBe('02-22 04-30 06-11 11-03 12-31')
  })

  it('tells where a day off comes from', () => {
    const told = new Map(statutoryDays(2027).map(({ day, comment }) => [fromDay(day), comment]))
    expect(told.get('2027-05-03')).toBe('Перенос с 1 мая')
    expect(told.get('2027-06-14')).toBe('Перенос с 12 июня')
    expect(told.get('2027-01-07')).toBe('Рождество Христово')
  })

  it('moves two holidays of one weekend to two days', () => {
    // Never in the present list; the rule would still give each its own day.
    for (let year = 2013; year < 2200; year += 1) {
      const days = statutoryDays(year).map(({ day }) => day)
      expect(new Set(days).size).toBe(days.length)
      expect(statutoryDays(year).filter(({ kind }) => kind === 'DAY_OFF').length).toBeGreaterThanOrEqual(11)
    }
  })

  it('is counted over the New Year', () => {
    const special = new Map([
      [toDay('2026-12-31'), 'DAY_OFF' as const],
      ...statutoryDays(2027).map(({ day, kind }) => [day, kind] as const),
    ])
    expect(fromDay(addWorkingDays(toDay('2026-12-25'), 5, isWorkingBy(special)))).toBe('2027-01-12')
  })
})
