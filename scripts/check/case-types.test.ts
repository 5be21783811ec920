import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const registered = textOf('packages/contract/src/cases/types/registered.ts')
const codes = [...registered.matchAll(/^ {2}([A-Z_]+): \w+,$/gm)].flatMap(([, code]) => code ?? [])

/** Where a type may speak of itself: its own folders. */
const own = [
  /\/(leads|short-applications|full-applications|loan-applications)\//,
  /^packages\/contract\/src\/cases\/types\//,
  /^packages\/server\/src\/features\/cases\/seed\/demo-types\.ts$/,
]

test('no file but a type’s own asks which type a case has: it asks the object of the type', () => {
  expect(codes).toContain('LOAN_APPLICATION')
  const quoted = new RegExp(`['"\`](${codes.join('|')})['"\`]|\\? (loan|full) : (loan|full)\\b`)
  const files = globSync('packages/{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path) && !own.some((place) => place.test(path)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (quoted.test(line) ? `${path}:${index + 1}: ${line.trim()}` : [])),
  )
  expect(found).toEqual([])
})

test('the engine asks no more of a new type than its machine, its object and its behaviour', () => {
  const lines = textOf('packages/server/src/testing/fifth-type/claim.ts').trimEnd().split('\n').length
  expect(lines).toBeLessThanOrEqual(120)
})
