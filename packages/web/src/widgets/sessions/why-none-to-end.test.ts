import { expect, it } from 'vitest'
import { whyNoneToEnd } from './why-none-to-end.ts'

const session = {
  id: 1,
  device: 'Chrome, Linux',
  address: '10.0.0.1',
  startedAt: '2026-11-20T09:00:00Z',
  lastSeenAt: '2026-11-20T09:00:00Z',
  isThis: false,
}

it('sessions can be ended unless it is known that there are none', () => {
  expect(whyNoneToEnd(undefined, 'Никто не вошёл')).toBeNull()
  expect(whyNoneToEnd([session], 'Никто не вошёл')).toBeNull()
  expect(whyNoneToEnd([], 'Никто не вошёл')).toBe('Никто не вошёл')
})
