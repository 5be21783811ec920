import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { expect, test } from 'vitest'
import { clockAfter, clockView, type StoredClock } from './clock.rules.ts'

const work: Machine = {
  title: 'Проба',
  initial: 'WORK',
  phases: { P: 'Фаза' },
  states: {
    WORK: { name: 'Работа', phase: 'P', deadline: 'documents-check' },
    CLIENT: { name: 'Клиент', phase: 'P', pause: 'CLIENT', deadline: 'rework' },
    OUTSIDE: { name: 'Запрос', phase: 'P', pause: 'OUTSIDE' },
    CHECK: { name: 'Проверка', phase: 'P', deadline: 'full-application-underwriting' },
    VALID: { name: 'Решение', phase: 'P', deadline: 'full-application-decision' },
    IDLE: { name: 'Покой', phase: 'P' },
  },
  transitions: [],
}
const calendar = { offsetMinutes: 180, special: new Map() }
// A Tuesday.
const terms = deliveredFigures('2026-11-10')
const at = (time: string, day = '10') => ({
  now: new Date(`2026-11-${day}T${time}:00+03:00`),
  calendar,
  terms,
})

/** The clock of a case that goes through the stages at these times. */
const after = (...way: [stage: string, time: string, day?: string][]): StoredClock | null =>
  way.reduce<StoredClock | null>(
    (clock, [stage, time, day]) => clockAfter(work, clock, stage, at(time, day)),
    null,
  )

test('a stage with a deadline runs, one without has no clock', () => {
  expect(after(['WORK', '10:00'])).toMatchObject({
    targetMinutes: 120,
    spentMinutes: 0,
    dueAt: at('12:00').now,
  })
  expect(after(['WORK', '10:00'], ['IDLE', '11:00'])).toBeNull()
  expect(clockView(work, null, at('11:00'))).toMatchObject({ state: 'NONE', share: 0 })
})

test('a wait stops the clock of the stage before it; the stage goes on with what is left', () => {
  const waiting = after(['WORK', '10:00'], ['CLIENT', '10:30'])
  expect(clockView(work, waiting, at('17:00'))).toMatchObject({
    state: 'PAUSED',
    spentMinutes: 30,
    share: 0.25,
    dueAt: null,
  })
  const back = after(['WORK', '10:00'], ['CLIENT', '10:30'], ['WORK', '17:00'])
  // An hour and a half are left: one today, half an hour tomorrow.
  expect(back?.dueAt).toEqual(at('09:30', '11').now)
  expect(clockView(work, back, at('17:15')).segments).toMatchObject([
    { kind: 'RUN', stage: 'WORK', minutes: 30 },
    { kind: 'PAUSE', stage: 'CLIENT', stageName: 'Клиент', minutes: 390 },
    { kind: 'RUN', stage: 'WORK', minutes: 15, to: null },
  ])
})

test('one wait after another keeps the same clock', () => {
  const clock = after(['WORK', '10:00'], ['CLIENT', '10:30'], ['OUTSIDE', '11:00'], ['WORK', '12:00'])
  expect(clock).toMatchObject({ spentMinutes: 30, dueAt: at('14:30').now })
  expect(clock?.segments.map(({ kind, stage }) => `${kind} ${stage}`)).toEqual([
    'RUN WORK',
    'PAUSE CLIENT',
    'PAUSE OUTSIDE',
    'RUN WORK',
  ])
})

test('another stage begins anew, and so does the same one when nothing was waited for', () => {
  expect(after(['WORK', '10:00'], ['CLIENT', '10:30'], ['CHECK', '12:00'])).toMatchObject({
    stage: 'CHECK',
    spentMinutes: 0,
    targetMinutes: 480,
  })
  expect(after(['WORK', '10:00'], ['WORK', '11:00'])).toMatchObject({
    spentMinutes: 0,
    dueAt: at('13:00').now,
  })
})

test('what was spent is never given back: a breached stage stays breached', () => {
  const late = after(['WORK', '09:00'], ['CLIENT', '16:00'], ['WORK', '09:00', '11'])
  expect(late).toMatchObject({ spentMinutes: 360, dueAt: at('09:00', '11').now })
  expect(clockView(work, late, at('09:30', '11')).share).toBe(3.25)
})

test('a wait without anything before it stands by itself', () => {
  expect(clockView(work, after(['CLIENT', '10:00']), at('12:00'))).toMatchObject({
    state: 'PAUSED',
    targetMinutes: null,
    share: 0,
    segments: [{ kind: 'PAUSE', minutes: 120 }],
  })
})

test('the validity of a decision runs on days off too', () => {
  const clock = after(['VALID', '10:00', '13'])
  expect(clockView(work, clock, at('10:00', '16'))).toMatchObject({
    spentMinutes: 3 * 1_440,
    targetMinutes: 90 * 1_440,
  })
})
