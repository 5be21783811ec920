import { expect, it } from 'vitest'
import { fieldText } from './field-texts.ts'
import { phone, snils } from './fields.ts'
import { monthNames, monthText, monthTitles } from './months.ts'

const code = (_: string, one: string) => one

it.each([
  [snils('СНИЛС'), '11223344595', '112-233-445 95'],
  // What is hidden, or no whole number, stays as it came.
  [snils('СНИЛС'), '•••-•••-••5 95', '•••-•••-••5 95'],
  [snils('СНИЛС'), '1122', '1122'],
  [phone('Телефон'), '+79272345678', '+7\u00a0927\u00a0234-56-78'],
])('a number is told as its paper has it: %s', (field, value, text) => {
  expect(fieldText(field, value, code)).toBe(text)
})

it('months have one list of names', () => {
  expect(monthTitles.map((name) => name.toLowerCase())).toEqual([...monthNames])
  expect([monthText('2026-11-20'), monthText('2026-01')]).toEqual(['ноябрь 2026', 'январь 2026'])
})
