import { describe, expect, test } from 'vitest'
import { toDay } from '#features/calendar/dates.rules.ts'
import {
  addWorkingMinutes,
  endOf,
  minutesBetween,
  offsetOf,
  type WorkCalendar,
  workingMinutesBetween,
} from './working-clock.rules.ts'

const special = new Map([
  [toDay('2026-11-03'), 'SHORT'],
  [toDay('2026-11-04'), 'DAY_OFF'],
  [toDay('2026-11-07'), 'WORKING'],
] as const)
const moscow: WorkCalendar = { offsetMinutes: 180, special }
const at = (text: string) => new Date(`${text}+03:00`)

describe('minutes worked between two moments', () => {
  test.each([
    ['within a morning', '2026-11-10T09:10', '2026-11-10T10:00', 50],
    ['lunch is not worked', '2026-11-10T12:30', '2026-11-10T14:30', 60],
    ['only lunch', '2026-11-10T13:00', '2026-11-10T14:00', 0],
    ['a whole day', '2026-11-10T00:00', '2026-11-11T00:00', 480],
    ['a short day ends at five', '2026-11-03T16:00', '2026-11-03T20:00', 60],
    ['a holiday', '2026-11-04T09:00', '2026-11-04T18:00', 0],
    ['a Sunday', '2026-11-08T09:00', '2026-11-08T18:00', 0],
    ['a worked Saturday', '2026-11-07T09:00', '2026-11-07T18:00', 480],
    ['from the evening over a weekend', '2026-11-13T17:30', '2026-11-16T09:30', 60],
    ['backwards', '2026-11-10T12:00', '2026-11-10T10:00', 0],
    ['a part of a minute is not one', '2026-11-10T10:00:00', '2026-11-10T10:00:59', 0],
  ])('%s', (_, from, to, minutes) => {
    expect(workingMinutesBetween(at(from), at(to), moscow)).toBe(minutes)
  })
})

describe('the end of a deadline', () => {
  test.each([
    ['within a morning', '2026-11-10T09:10', 50, '2026-11-10T10:00'],
    ['over lunch', '2026-11-10T12:30', 60, '2026-11-10T14:30'],
    ['to the very evening', '2026-11-10T17:00', 60, '2026-11-10T18:00'],
    ['into the next morning', '2026-11-10T17:30', 60, '2026-11-11T09:30'],
    ['begun at night', '2026-11-10T23:00', 30, '2026-11-11T09:30'],
    ['over a weekend', '2026-11-13T17:30', 60, '2026-11-16T09:30'],
    ['over a short day and a holiday', '2026-11-03T16:30', 60, '2026-11-05T09:30'],
    ['five working days', '2026-11-10T09:00', 5 * 480, '2026-11-16T18:00'],
    ['at once', '2026-11-14T12:00', 0, '2026-11-14T12:00'],
  ])('%s', (_, from, minutes, end) => {
    expect(addWorkingMinutes(at(from), minutes, moscow)).toEqual(at(end))
  })

  test('what has been added is what lies between', () => {
    for (let minutes = 1; minutes < 5_000; minutes += 97) {
      const from = at('2026-10-30T15:47')
      expect(workingMinutesBetween(from, addWorkingMinutes(from, minutes, moscow), moscow)).toBe(minutes)
    }
  })

  test('a region works by its own clock', () => {
    const vladivostok = { ...moscow, offsetMinutes: 600 }
    // Nine in the morning there is two at night in Moscow.
    expect(addWorkingMinutes(at('2026-11-10T00:00'), 60, vladivostok)).toEqual(at('2026-11-10T03:00'))
  })

  test('days of the year run day and night', () => {
    expect(endOf(at('2026-11-10T11:00'), { days: 90 }, moscow)).toEqual(at('2027-02-08T11:00'))
    expect(minutesBetween(at('2026-11-07T00:00'), at('2026-11-09T00:00'), { days: 90 }, moscow)).toBe(2_880)
  })

  test('a calendar without a worked day is told, not waited for', () => {
    const never = new Map(
      Array.from({ length: 5_000 }, (_, i) => [toDay('2026-11-10') + i, 'DAY_OFF'] as const),
    )
    expect(() =>
      addWorkingMinutes(at('2026-11-10T09:00'), 1, { offsetMinutes: 180, special: never }),
    ).toThrow('no 1 working minutes')
  })
})

test.each([
  ['UTC+3', 180],
  ['UTC+12', 720],
  ['UTC-2', -120],
  ['UTC+5:30', 330],
  ['Europe/Moscow', undefined],
  [null, undefined],
])('the zone %s', (zone, minutes) => {
  expect(offsetOf(zone)).toBe(minutes)
})
