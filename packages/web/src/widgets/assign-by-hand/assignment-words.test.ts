import { expect, it } from 'vitest'
import { shareText, weighedText } from './assignment-words.ts'

const person = { open: 7, limit: 7, shiftFrom: '22:00', shiftBy: '06:00' }

it('tells what keeps a person from an application, with the shift and the load', () => {
  expect(weighedText({ ...person, reasons: ['shift', 'limit'] })).toBe(
    'не в смене (22:00–06:00), лимит исчерпан (7 из 7)',
  )
  expect(weighedText({ ...person, shiftFrom: null, reasons: ['shift'] })).toBe('не в смене')
  expect(weighedText({ ...person, open: 3, reasons: [] })).toBe('подходит, в работе 3 из 7')
})

it.each([
  [1, 3, '33 %'],
  [3, 3, '100 %'],
  [1, 400, 'меньше 1 %'],
  [0, 0, ''],
])('%i of %i is «%s»', (count, of, text) => {
  expect(shareText(count, of)).toBe(text)
})
