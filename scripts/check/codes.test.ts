import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const oneWay = 'packages/server/src/features/references/known-codes'

/** Files that look into a dictionary by a code without asking whether it may be chosen, and what for. */
const readers: Readonly<Record<string, string>> = {
  'cases/engine/cases.repo.ts': 'the time zones of regions',
  'document-rules/completeness/case-sources.service.ts': 'the group of a programme, from its attributes',
  'documents/paper-numbers.repo.ts': 'the categories of types of papers',
  'document-rules/rule-names.service.ts': 'names and terms of documents for the texts of rules',
  'insurance/file-names.service.ts': 'codes and names that files of tariffs and shares say',
  'references/code-names.service.ts': 'names for texts',
  'underwriting/objects/review.repo.ts': 'names of types of papers for the words of requirements',
  'references/dictionary-items.repo.ts': 'the ancestors of an item within its own dictionary',
  'references/reference-filter.service.ts': 'the description of the dictionary itself',
  'references/references.routes.ts': 'the list itself',
}

/** A statement that asks whether a code is there; a name beside a row (`(SELECT r.name FROM …`) is no question. */
const asksBySql = (source: string): boolean =>
  [...source.matchAll(/FROM reference_item\b[^`;]{0,400}?\bcode = (?:ANY\()?\$\{(?!sql\.ref)/g)].some(
    ({ index }) => !/\(\s*SELECT \w+\.name\s*$/.test(source.slice(0, index)),
  )
const signs: readonly (readonly [what: string, found: (source: string) => boolean])[] = [
  ['refuses a code in its own words', (source) => /unknownCode|Неизвестное значение/.test(source)],
  ['asks the database whether a code is there', asksBySql],
  ['asks the memory whether a code is there', (source) => /\breferences\.find\(/.test(source)],
]

const secondWays = (path: string, source: string): string[] =>
  signs.flatMap(([what, found]) => (found(source) ? [`${path} ${what}`] : []))

function sources(pattern: string): [path: string, source: string][] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.ts$|\/seed\//.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
}

test('a code of a dictionary is checked in one place of the server', () => {
  const features = 'packages/server/src/features/'
  const found = sources(`${features}**/*.ts`).filter(
    ([path]) => !path.startsWith(oneWay) && readers[path.slice(features.length)] === undefined,
  )
  expect(found.flatMap(([path, source]) => secondWays(path, source))).toEqual([])
})

test('every reader that is let through still reads', () => {
  const reads = (path: string) =>
    secondWays(path, readFileSync(join(root, 'packages/server/src/features', path), 'utf8')).length > 0
  expect(Object.keys(readers).filter((path) => !reads(path))).toEqual([])
})

test('a closed list of the contract is said with keyOf', () => {
  const found = sources('packages/contract/src/**/*.ts').filter(
    ([path, source]) => /z\s*\.enum\(\s*Object\.keys\(/.test(source) && !path.endsWith('common/scalars.ts'),
  )
  expect(found.map(([path]) => path)).toEqual([])
})

test.each([
  ['a refusal of its own', 'throw invalid([{ path, message: messages.unknownCode }])'],
  [
    'a statement of its own',
    "sql`SELECT FROM reference_item WHERE dictionary = 'region' AND code = ${code}`",
  ],
  ['a look into the memory', '(await references.find(dictionary)).items?.some((item) => item.code === code)'],
])('%s is found', (_, source) => {
  expect(secondWays('leads.service.ts', source)).toHaveLength(1)
})

test('the name beside a row is no question', () => {
  const name = '(SELECT r.name FROM reference_item r WHERE r.dictionary = ${d} AND r.code = ${code})'
  expect(secondWays('queue.repo.ts', name)).toEqual([])
})
