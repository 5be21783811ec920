import { describe, expect, it } from 'vitest'
import { dayAfterKey, dayLabel, daysOfMonth, kindOfDay, monthTotal } from './calendar-words.ts'

describe('a month', () => {
  it('begins on its day of the week and has its days', () => {
    const march = daysOfMonth(2026, 2)
    expect([march.empty, march.days.length]).toEqual([6, 31])
    expect(march.days[0]).toEqual({ day: '2026-03-01', number: 1, weekend: true })
    expect(daysOfMonth(2024, 1).days).toHaveLength(29)
  })
})

describe('a day', () => {
  const monday = { day: '2026-03-09', number: 9, weekend: false }
  const special = {
    day: '2026-03-09',
    kind: 'DAY_OFF',
    comment: 'перенос с 8 марта',
    version: 1,
    computed: false,
  } as const

  it('is what the table says, or what the week says', () => {
    expect(kindOfDay(monday, undefined)).toBe('WORKING')
    expect(kindOfDay(monday, special)).toBe('DAY_OFF')
    expect(kindOfDay({ ...monday, weekend: true }, { ...special, kind: 'USUAL' })).toBe('DAY_OFF')
  })

  it('is told in words', () => {
    expect(dayLabel(monday, special)).toBe('9 марта, выходной, перенос с 8 марта')
    expect(dayLabel(monday, undefined)).toBe('9 марта, рабочий')
    expect(monthTotal({ days: 31, workingDays: 21, daysOff: 10, shortDays: 1, hours: 167 })).toBe(
      '21 рабочий день, 167 ч',
    )
  })

  it('leads to its neighbours within the year', () => {
    expect(dayAfterKey('2026-03-01', 'ArrowLeft')).toBe('2026-02-28')
    expect(dayAfterKey('2026-03-01', 'ArrowDown')).toBe('2026-03-08')
    expect(dayAfterKey('2026-01-03', 'ArrowUp')).toBe('2026-01-03')
    expect(dayAfterKey('2026-01-03', 'Home')).toBe('2026-01-03')
  })
})
