import { describe, expect, test } from 'vitest'
import { accreditationText, daysLeftText, dependantLines } from './partner-words.ts'

describe('words of a partner', () => {
  test.each([
    ['ACTIVE', '2027-11-20', 'до 20.11.2027'],
    ['ACTIVE', null, 'бессрочно'],
    ['EXPIRING', '2026-12-01', 'истекает 01.12.2026'],
    ['EXPIRED', '2026-02-01', 'истекла 01.02.2026'],
    ['REVOKED', '2027-11-20', 'отозвана'],
    [null, null, 'без аккредитации'],
  ] as const)('%s until %s reads «%s»', (state, dateTo, words) => {
    expect(accreditationText(state, dateTo)).toBe(words)
  })

  test('only what depends on the partner is named', () => {
    const found = {
      openCases: 2,
      activeEmployees: 0,
      activeBranches: 1,
      activeWorkgroups: 5,
      linkedPartners: 0,
      total: 8,
    }
    expect(dependantLines(found)).toEqual(['2 открытых дела', '1 действующий филиал', '5 рабочих групп'])
    expect(dependantLines({ ...found, openCases: 0, activeBranches: 0, activeWorkgroups: 0 })).toEqual([])
  })

  test('the last day is called so', () => {
    expect(daysLeftText(0)).toBe('последний день')
    expect(daysLeftText(21)).toBe('осталось 21 день')
  })
})
