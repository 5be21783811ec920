import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Seconds, percents and sums are told by the helpers that write a comma. */
const dotBeforeUnit = /\.toFixed\([1-9]\)\}[ \u00a0](?:%|₽|[а-яё])/

test('no text of the product puts a number with a dot before a Russian unit', () => {
  const files = globSync(
    ['packages/*/src/**/*.{ts,tsx}', 'packages/server/scorecard/**/*.ts', 'scripts/**/*.mjs'],
    {
      cwd: root,
    },
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.filter((file) => dotBeforeUnit.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})
