import { expect, test } from 'vitest'
import { lowered } from './words.ts'

test.each([
  ['Женат / замужем', 'женат / замужем'],
  ['Паспорт гражданина РФ', 'паспорт гражданина РФ'],
  ['ИНН', 'ИНН'],
  ['К/З не больше', 'К/З не больше'],
  ['QR-код', 'QR-код'],
  ['По СНИЛС', 'по СНИЛС'],
  ['', ''],
])('«%s» goes on within a sentence as «%s»', (text, within) => {
  expect(lowered(text)).toBe(within)
})
