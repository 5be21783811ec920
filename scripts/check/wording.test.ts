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

/** Words of a table or of a field made small as a whole: `lowered` of the contract leaves ИНН and К/З what they are. */
const smallWords =
  /(?:\]|\b(?:label|words?|outcome|refusal|toStage|stage|sourceName|sectionName|stageName|stateName|inactiveReason)|labels\.join\(', '\))\.toLowerCase\(\)/
/** What is compared, or is a name of CSS, is no text. */
const noText = /styles\[|includes\(|=== |replaceAll\(|^const key|\?\? ''/

test('no text of the product makes abbreviations small', () => {
  const files = globSync('packages/{contract,server,web}/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/testing/**', '**/dev-ui/**', '**/api/failure.ts', '**/ui/**'],
  })
  expect(files.length).toBeGreaterThan(1_000)
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => smallWords.test(line) && !noText.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines).toEqual([])
})
