import { describe, expect, test } from 'vitest'
import { rangeIssue, rangeText } from './range-chip-logic.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

describe('a range of a filter', () => {
  test.each([
    ['day', '', '', null],
    ['day', '2026-11-01', '', 'с 01.11.2026'],
    ['day', '2026-11-01', '2026-11-20', 'с 01.11.2026 по 20.11.2026'],
    ['money', '', '5000000', 'до 5 000 000,00 ₽'],
    ['percent', '21', '21.5', 'от 21 % до 21,5 %'],
    ['count', '2', '', 'от 2'],
    ['time', '09:00', '18:30', 'с 09:00 по 18:30'],
  ] as const)('%s from «%s» to «%s» reads %s', (kind, from, to, words) => {
    expect(plain(rangeText(kind, from, to))).toBe(words)
  })

  test.each([
    ['day', '', '', null],
    ['day', '2026-11-01', '2026-11-01', null],
    ['day', '2026-11-02', '2026-11-01', 'Начало больше конца: поменяйте местами'],
    ['day', '31.02', '', 'Введите дату целиком: ДД.ММ.ГГГГ'],
    ['money', '900', '10000', null],
    ['time', '22:00', '06:00', null],
    ['time', '24:00', '', 'Введите время целиком: ЧЧ:ММ'],
    ['money', '10000', '900', 'Начало больше конца: поменяйте местами'],
    ['percent', '21.5', '9', 'Начало больше конца: поменяйте местами'],
    ['percent', '21.1234', '', 'Введите проценты: не больше трёх знаков после запятой'],
    ['count', '9', '10', null],
    ['count', '1.5', '', 'Введите целое число'],
    ['money', '12345678901234', '', 'Введите сумму не больше 13 знаков'],
  ] as const)('%s from «%s» to «%s»: %s', (kind, from, to, issue) => {
    expect(rangeIssue(kind, from, to)).toBe(issue)
  })
})
