import type { RecordVersion } from '@ipoteka-office/contract/history/history.ts'
import { expect, it } from 'vitest'
import { beforeLastChange, isBefore, momentsOf } from './moments.ts'

const [early, late] = ['2026-11-20T10:00:00.000123Z', '2026-11-20T10:00:00.000124Z']

it('moments of one millisecond are told apart', () => {
  expect(isBefore(early, late)).toBe(true)
  expect(isBefore(late, early)).toBe(false)
  expect(isBefore('2026-11-20T10:00:00Z', '2026-11-20T10:00:00.1Z')).toBe(true)
  expect(isBefore('2026-11-20T13:00:00+03:00', '2026-11-20T10:00:00Z')).toBe(false)
})

it.each([
  [
    { from: early, to: late, all: true },
    { from: early, to: late, all: true },
  ],
  [{ from: late, to: early }, { from: late }],
  [{ from: 'yesterday', to: late }, { to: late }],
  [{ from: 5, all: 'yes' }, {}],
  [{ all: 'true' }, { all: true }],
])('the address %j asks for %j', (search, moments) => {
  expect(momentsOf(search)).toEqual(moments)
})

const version = (at: string, kind: RecordVersion['kind']): RecordVersion => ({
  at,
  kind,
  actor: null,
  names: [],
})

it('begins with what the last change has changed', () => {
  const [stage, change, before] = [version('c', 'STAGE'), version('b', 'CHANGE'), version('a', 'STAGE')]
  expect(beforeLastChange([stage, change, before], 'birth')).toBe('a')
  expect(beforeLastChange([change], 'birth')).toBe('birth')
  expect(beforeLastChange([stage, before], 'birth')).toBe('c')
  expect(beforeLastChange([], 'birth')).toBe('birth')
})
