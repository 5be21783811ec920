import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Milliseconds that every wait of the server's tests lasts anyway (`expect.poll` in its configuration, `soon`). */
const patience = 30_000

const isShort = (source: string): boolean =>
  /\bvi\.waitFor\(/.test(source) ||
  [...source.matchAll(/\.poll\([^;]*?timeout: ([\d_]+)/g)].some(
    ([, given = '']) => Number(given.replaceAll('_', '')) <= patience,
  )

test.each([
  ['await vi.waitFor(() => expect(seen).toBe(1))', true],
  ['await expect.poll(read, { timeout: 5_000 }).toBe(1)', true],
  ['await expect\n  .poll(\n    () => read(),\n    { timeout: 30_000 },\n  )\n  .toBe(1)', true],
  ['await expect.poll(read, { timeout: 60_000 }).toBe(1)', false],
  ['await expect.poll(read).toBe(1); act({ timeout: 100 })', false],
])('%j is %s', (source, short) => expect(isShort(source)).toBe(short))

test('a test of the server waits as long as all of them do, or longer', () => {
  const paths = globSync('packages/server/{src,scorecard}/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('testing/waiting/soon.ts'),
  )
  expect(paths.length).toBeGreaterThan(1_000)
  expect(paths.filter((path) => isShort(readFileSync(resolve(root, path), 'utf8')))).toEqual([])
})
