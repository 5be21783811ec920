import { expect, it } from 'vitest'
import { clockWords } from './clock-words.ts'

it.each([
  [0, 'green', 'верны'],
  [-999, 'green', 'верны'],
  [12_400, 'amber', 'спешат на 12 с'],
  [-60_000, 'amber', 'отстают на 1 мин'],
  [60_001, 'red', 'спешат на 1 мин'],
  [-3_720_000, 'red', 'отстают на 1 ч 2 мин'],
])('says how a clock stands that is %i ms ahead', (offset, tone, text) => {
  const words = clockWords(offset)
  expect({ ...words, text: words.text.replaceAll('\u00a0', ' ') }).toEqual({ tone, text })
})
