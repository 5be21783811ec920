import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/node.mjs'

/** The one place that says how a day is read. */
const own = join('packages', 'contract', 'src', 'common', 'day-text.ts')

test('a day is put into words in one place', () => {
  const files = globSync('packages/*/{src,tests,kits,bench}/**/*.{ts,tsx}', { cwd: root })
  expect(files).toContain(own)
  const turned = files.filter(
    (path) =>
      path !== own && /split\('-'\)\.(toReversed|reverse)\(\)/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(turned).toEqual([])
})
