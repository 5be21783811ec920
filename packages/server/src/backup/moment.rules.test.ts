import { expect, it } from 'vitest'
import { readMoment } from './moment.rules.ts'

it.each([
  ['2026-11-24 18:00:00', '2026-11-24T15:00:00.000Z'],
  ['2026-11-24T18:00', '2026-11-24T15:00:00.000Z'],
  ['2026-11-24T18:00:00+05:00', '2026-11-24T13:00:00.000Z'],
  ['2026-11-24 18:00:00.250Z', '2026-11-24T18:00:00.250Z'],
])('reads %s by the clock of Moscow unless it says its own', (text, iso) => {
  expect(readMoment(text, 'Europe/Moscow').toISOString()).toBe(iso)
})

it.each(['вчера', '2026-11-24', '2026-02-30 10:00', '24.11.2026 18:00', ''])(
  'refuses «%s» in words',
  (text) => {
    expect(() => readMoment(text, 'Europe/Moscow')).toThrow(/не понят/)
  },
)
