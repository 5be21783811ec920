import { describe, expect, it } from 'vitest'
import { authorText, modeOf, periodText } from './rule-words.ts'

describe('words of rules', () => {
  it.each([
    ['2026-01-01', '2026-12-31', '01.01.2026 – 31.12.2026'],
    ['2026-01-01', null, 'с 01.01.2026'],
    [null, '2026-12-31', 'по 31.12.2026'],
    [null, null, null],
    ['2026-11-22', '2026-11-21', '22.11.2026, заменена в тот же день'],
  ])('tell a period: %s, %s', (from, to, expected) => {
    expect(periodText(from, to)).toBe(expected)
  })

  it('shorten people, and leave what is no person', () => {
    expect(authorText('Кузнецова Мария Викторовна')).toBe('Кузнецова\u00a0М.\u00a0В.')
    expect(authorText('Поставка системы')).toBe('Поставка системы')
  })

  it('an unknown part of the page is the list', () => {
    expect([modeOf({}), modeOf({ mode: 'check' }), modeOf({ mode: 'x' })]).toEqual([
      'rules',
      'check',
      'rules',
    ])
  })
})
