import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedFiles, changedImports, testsOf } from './narrow.mjs'

const place = mkdtempSync(join(tmpdir(), 'narrow-'))
const files: Record<string, string> = {
  'packages/contract/src/money.ts': 'export const money = 1\n',
  'packages/server/src/lib/deep.ts':
    "import { money } from '@ipoteka-office/contract/money.ts'\nexport const deep = money\n",
  'packages/server/src/lib/middle.ts': "export {\n  deep,\n} from '#lib/deep.ts'\n",
  'packages/server/src/a/a.rules.ts':
    "import data from './data.json' with { type: 'json' }\nexport const a = data\n",
  'packages/server/src/a/data.json': '{}',
  'packages/server/src/a/a.rules.test.ts':
    "import { a } from './a.rules.ts'\nimport { middle } from '../lib/middle.ts'\n",
  'packages/server/src/b/b.rules.ts': 'export const b = 1\n',
  'packages/server/src/b/b.rules.test.ts': "import { b } from './b.rules.ts'\n",
  'packages/server/src/b/later.rules.test.ts': "const late = () => import('./b.rules.ts')\n",
  'packages/server/src/b/b.routes.test.ts': "import { b } from './b.rules.ts'\n",
  'packages/server/src/c/reads.rules.test.ts': "import { readFileSync } from 'node:fs'\n",
  'packages/server/src/c/guesses.rules.test.ts': 'const one = (name: string) => import(name)\n',
  'packages/server/src/c/lost.rules.test.ts': "import { gone } from './gone.ts'\n",
}
const present = Object.keys(files)
const always = present.filter((path) => path.includes('/c/'))

beforeAll(() => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), content)
  }
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const edited = (...paths: string[]) => paths.map((path) => ({ path, how: 'edited' as const }))

describe('tests after a change', () => {
  const left = (...paths: string[]) => testsOf(/\.rules\.test\.ts$/, place)(edited(...paths), present)
  const a = 'packages/server/src/a/a.rules.test.ts'
  const ofB = ['packages/server/src/b/b.rules.test.ts', 'packages/server/src/b/later.rules.test.ts']

  test.each([
    ['itself', a, [a]],
    ['what it imports', 'packages/server/src/a/a.rules.ts', [a]],
    ['data that this imports', 'packages/server/src/a/data.json', [a]],
    ['what is imported through others', 'packages/server/src/lib/deep.ts', [a]],
    ['another package that is imported through others', 'packages/contract/src/money.ts', [a]],
    ['what is imported when it is needed', 'packages/server/src/b/b.rules.ts', ofB],
    ['what no test imports', 'packages/server/src/main.ts', []],
  ])('are those that depend on it: %s', (_what, path, tests) => {
    expect(left(path)).toEqual([...tests, ...always])
  })

  test.each([
    'packages/server/package.json',
    'packages/server/tsconfig.json',
    'vitest.config.ts',
    'tsconfig.base.json',
  ])('of settings are all: %s', (path) => {
    expect(left(path)).toBeUndefined()
  })
})

describe('import rules after a change', () => {
  test('look at the edited code', () => {
    const changes = edited(
      'packages/server/src/a.ts',
      'packages/server/src/a.sql',
      'packages/contract/src/b.ts',
    )
    expect(changedImports(changes, [])).toEqual(['packages/server/src/a.ts', 'packages/contract/src/b.ts'])
  })

  test.each([
    ['server', 'added', ['packages/web/src/a.ts', 'packages/server', 'packages/e2e']],
    ['web', 'removed', ['packages/web/src/a.ts', 'packages/web', 'packages/e2e']],
    ['e2e', 'added', ['packages/web/src/a.ts', 'packages/e2e']],
  ] as const)('look at all that may import what in %s is %s', (name, how, left) => {
    const changes = [...edited('packages/web/src/a.ts'), { path: `packages/${name}/src/b.ts`, how }]
    expect(changedImports(changes, [])).toEqual(left)
  })

  test.each([
    { path: 'packages/contract/src/new.ts', how: 'added' as const },
    { path: 'packages/contract/src/gone.ts', how: 'removed' as const },
    { path: 'packages/other/src/new.ts', how: 'added' as const },
    { path: 'packages/server/package.json', how: 'edited' as const },
    { path: '.dependency-cruiser.mjs', how: 'edited' as const },
  ])('look at everything when $path is $how', (change) => {
    expect(changedImports([...edited('packages/server/src/a.ts'), change], [])).toBeUndefined()
  })
})

describe('the format after a change', () => {
  test('is that of the files that are there', () => {
    const gone = { path: 'b.ts', how: 'removed' as const }
    expect(changedFiles([...edited('a.ts'), gone, { path: 'c.ts', how: 'added' }], [])).toEqual([
      'a.ts',
      'c.ts',
    ])
  })

  test.each(['biome.json', '.gitignore', 'packages/web/.editorconfig'])(
    'is looked at everywhere after %s',
    (path) => {
      expect(changedFiles(edited('a.ts', path), [])).toBeUndefined()
    },
  )
})
