import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  bankDay,
  bankMoment,
  formatDate,
  formatDateTime,
  formatExact,
  formatMoment,
  formatTime,
  setBankTimeZone,
} from './dates.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setBankTimeZone('Europe/Moscow')
})

/** Evening in Moscow, the next morning in Vladivostok. */
const moment = '2026-11-20T19:30:05Z'

describe.each([
  ['Temporal', () => undefined],
  ['a formatter, where the browser has no Temporal', () => vi.stubGlobal('Temporal', undefined)],
])('the clock of the bank by %s', (_how, prepare) => {
  it.each([
    ['Europe/Moscow', '2026-11-20', '20.11.2026', '22:30', '2026-11-20T07:00:00.000Z'],
    ['Asia/Vladivostok', '2026-11-21', '21.11.2026', '05:30', '2026-11-20T00:00:00.000Z'],
    ['Europe/Kaliningrad', '2026-11-20', '20.11.2026', '21:30', '2026-11-20T08:00:00.000Z'],
  ])('is that of %s', (timeZone, day, date, time, tenInTheMorning) => {
    prepare()
    setBankTimeZone(timeZone)
    const at = new Date(moment)
    expect([bankDay(at), formatDate(moment), formatTime(at)]).toEqual([day, date, time])
    expect(formatDateTime(moment)).toBe(`${date}, ${time}`)
    expect(formatExact(moment)).toBe(`${date}, ${time}:05`)
    expect(bankMoment('2026-11-20', '10:00')).toBe(tenInTheMorning)
  })

  it('changes its day when the bank does: «вчера» in Vladivostok is still today in Moscow', () => {
    prepare()
    const earlier = '2026-11-20T13:00:00Z'
    expect(formatMoment(earlier, new Date(moment))).toBe('16:00')
    setBankTimeZone('Asia/Vladivostok')
    expect(formatMoment(earlier, new Date(moment))).toBe('вчера, 23:00')
  })

  it('does not shift a plain date', () => {
    prepare()
    setBankTimeZone('Asia/Vladivostok')
    expect(formatDate('2026-11-20')).toBe('20.11.2026')
  })

  it('tells a moment of the night in which a clock is moved', () => {
    prepare()
    setBankTimeZone('Europe/Berlin')
    expect(bankMoment('2026-03-29', '12:00')).toBe('2026-03-29T10:00:00.000Z')
    expect(bankMoment('2026-03-29', '01:30')).toBe('2026-03-29T00:30:00.000Z')
  })
})

it.each([
  ['2026-11-2', '10:00'],
  ['2026-11-20', '25:00'],
  ['2026-13-20', '10:00'],
])('%s %s is no moment yet', (day, time) => {
  expect(bankMoment(day, time)).toBeNull()
})
