import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, civil, dayOf, daysInYear, fromDay, toDay, wholeMonths } from './dates.rules.ts'

const msOfDay = 86_400_000
/** 1000-01-01 to 9999-12-31. */
const days = fc.integer({ min: -354_285, max: 2_932_896 })

describe('days', () => {
  it('are those of the calendar, every one from 1899 to 2101', () => {
    const first = dayOf(1899, 1, 1)
    const all = Array.from({ length: dayOf(2102, 1, 1) - first }, (_, index) => first + index)
    const texts = all.map((day) => new Date(day * msOfDay).toISOString().slice(0, 10))
    expect(all).toHaveLength(74_144)
    expect(all.map(fromDay)).toEqual(texts)
    expect(texts.map(toDay)).toEqual(all)
  })

  it('are those of the calendar in any year of four digits', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day * msOfDay)
        expect(civil(day)).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
        })
        expect(fromDay(day)).toBe(date.toISOString().slice(0, 10))
        expect(toDay(fromDay(day))).toBe(day)
      }),
    )
  })

  it('of a month beyond the year are those of the next or the former one', () => {
    expect(dayOf(2026, 13, 1)).toBe(toDay('2027-01-01'))
    expect(dayOf(2026, 14, 1)).toBe(toDay('2027-02-01'))
    expect(dayOf(2026, 0, 31)).toBe(toDay('2025-12-31'))
  })

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0050-01-01', '26-01-01', '2026-1-1', ''])(
    'there is no %j',
    (text) => {
      expect(() => toDay(text)).toThrow(RangeError)
    },
  )

  it('a year has 366 of them when it is leap', () => {
    expect([1900, 2000, 2024, 2026, 2100].map(daysInYear)).toEqual([365, 366, 366, 365, 365])
  })

  it('whole months back and forth agree', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 600 }), (day, months) => {
        const later = addMonths(day, months)
        expect(wholeMonths(day, later)).toBe(months)
        expect(wholeMonths(day, later - 1)).toBeLessThan(Math.max(1, months))
      }),
    )
  })
})
