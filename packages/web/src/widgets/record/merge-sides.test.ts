import { expect, test } from 'vitest'
import { mergeSides } from './merge-sides.ts'

test('my side is kept only where I chose it', () => {
  const mine = { limit: 77, status: 'ACTIVE', partners: { codes: ['5'], all: false } }
  const server = { limit: 41, status: 'INACTIVE', partners: { codes: [], all: true } }
  expect(mergeSides(mine, server, { limit: 'server', partners: 'mine' })).toEqual({
    limit: 41,
    status: 'INACTIVE',
    partners: { codes: ['5'], all: false },
  })
})
