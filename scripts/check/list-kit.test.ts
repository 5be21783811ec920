import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { screenTable, withTable } from './screen-lines.mjs'

const root = resolve(import.meta.dirname, '../..')
const web = join(root, 'packages/web/src')

/** Files of the web that hold the word, tests not counted. */
const holding = (word: RegExp): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: web })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.') && word.test(readFileSync(join(web, file), 'utf8')))
    .toSorted()

test('the state of a list in the address is held by the kit alone', () => {
  expect(holding(/\buseListState\(/)).toEqual([
    'features/dev-ui/dev-ui-lists.tsx',
    // A page of figures under the filters of the journal: no list, though its numbers open one.
    'features/underwriting/payments/vintages.tsx',
    'features/underwriting/statistics/statistics.tsx',
    'ui/table/list-state.ts',
    'widgets/list/use-server-list.ts',
  ])
})

test('what a screen shows until its answer comes, and when it reads anew, is said by the query layer', () => {
  expect(holding(/\brefetchOnMount\b/)).toEqual(['api/query.ts'])
  expect(holding(/\bkeepPreviousData\b/)).toEqual([])
})

test('names of filters wait for the first page in the kit, what stands beside a page asks for itself', () => {
  expect(holding(/\buseAfterFirstPage\(\)/).filter((file) => file.includes('list'))).toEqual([
    'widgets/list/use-filter-chips.ts',
  ])
})

test('the tables of lines per list screen and per type of cases are made by their script, and the document has them', () => {
  expect(screenTable().split('\n').length).toBeGreaterThan(10)
  expect(withTable('<!-- строки списков -->\n<!-- конец -->')).toContain('| Партнёры |')
  expect(withTable('<!-- строки типов -->\n| x |\n<!-- конец -->')).toMatch(
    /-->\n\| Тип дел[^]*\| `lead` \|[^x]*-->/,
  )
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  for (const row of ['| Партнёры |', '| `loan-application` |']) expect(text).toContain(row)
})

/** Rows of the tables of lines by their names, and the numbers that each has. */
const linesIn = (text: string): ReadonlyMap<string, number[]> =>
  new Map(
    [...text.matchAll(/<!-- строки [^]*?<!-- конец -->/g)].flatMap(([table]) =>
      [...table.matchAll(/^\| (.+?) \| ([\d |]+) \|$/gm)].map(
        ([, name = '', numbers = '']) => [name, numbers.split(' | ').map(Number)] as const,
      ),
    ),
  )
/** A few lines come and go with every change of a small file. */
const isNear = (told: number, measured: number) =>
  Math.abs(told - measured) <= Math.max(10, Math.round(measured / 20))

test('the tables of lines in the document are within a twentieth of what is measured', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [told, measured] = [linesIn(text), linesIn(withTable(text))]
  expect(measured.size).toBeGreaterThan(10)
  expect([...told.keys()].toSorted()).toEqual([...measured.keys()].toSorted())
  const stale = [...measured].filter(([name, numbers]) =>
    numbers.some((number, at) => !isNear(told.get(name)?.[at] ?? 0, number)),
  )
  expect(stale, 'npm run screens обновляет таблицы').toEqual([])
})
