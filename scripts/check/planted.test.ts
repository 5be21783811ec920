import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedImports } from './narrow.mjs'
import { typesOf } from './steps.mjs'

/** The real configurations, over a small tree with one planted violation a file. */
const root = resolve(import.meta.dirname, '../..')
const bin = (script: string) => join(root, 'node_modules', script)
let place = ''

const tsconfig = JSON.stringify({ extends: '../../tsconfig.base.json', include: ['src'] })
const manifest = (name: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({
    name: `@ipoteka-office/${name}`,
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies,
  })

function plant(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), content)
  }
}

function run(script: string, args: string[]) {
  const done = spawnSync(process.execPath, [bin(script), ...args], {
    cwd: place,
    encoding: 'utf8',
    timeout: 50_000,
  })
  return { code: done.status, output: done.stdout + done.stderr }
}

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'planted-'))
  for (const name of ['.oxlintrc.json', '.dependency-cruiser.mjs', 'tsconfig.base.json'])
    copyFileSync(join(root, name), join(place, name))
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  plant({ 'package.json': JSON.stringify({ name: 'planted', type: 'module', workspaces: ['packages/*'] }) })
  for (const name of ['contract', 'server', 'web', 'e2e'])
    plant({
      [`packages/${name}/package.json`]: manifest(name, { zod: '4', kysely: '0.29', react: '19' }),
      [`packages/${name}/tsconfig.json`]: tsconfig,
    })
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const branches = Array.from({ length: 13 }, (_, n) => `  if (n === ${n}) return '${n}'`).join('\n')
const lintCases: [rule: string, path: string, source: string][] = [
  ['max-lines', 'lib/long.ts', Array.from({ length: 401 }, (_, n) => `export const a${n} = ${n}`).join('\n')],
  ['complexity', 'lib/branchy.ts', `export function f(n: number) {\n${branches}\n  return ''\n}\n`],
  [
    'max-depth',
    'lib/deep.ts',
    'export function f(a: boolean) {\n  if (a) { for (;;) { while (a) { if (!a) { return 1 } } } }\n  return 0\n}\n',
  ],
  ['no-explicit-any', 'lib/any.ts', 'export const f = (a: any) => String(a)\n'],
  [
    'no-floating-promises',
    'lib/floating.ts',
    'async function f() { return 1 }\nexport function g() { f() }\n',
  ],
  ['no-empty', 'lib/silent.ts', "export function f() { try { JSON.parse('') } catch {} }\n"],
  ['no-default-export', 'lib/default.ts', 'export default 1\n'],
  ['no-process-env', 'lib/environment.ts', 'export const a = process.env.HOME\n'],
  ['no-barrel-file', 'lib/barrel.ts', "export * from './any.ts'\nexport * from './deep.ts'\n"],
  ['filename-case', 'lib/CamelCase.ts', 'export const a = 1\n'],
  ['no-console', 'lib/talk.ts', "console.log('a')\n"],
  ['no-focused-tests', 'lib/only.test.ts', "import { test } from 'vitest'\ntest.only('a', () => {})\n"],
  ['no-disabled-tests', 'lib/skip.test.ts', "import { test } from 'vitest'\ntest.skip('a', () => {})\n"],
]
const webLintCases: [rule: string, path: string, source: string][] = [
  [
    'rules-of-hooks',
    'ui/hook.tsx',
    "import { useState } from 'react'\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return null\n}\n",
  ],
  ['alt-text', 'ui/picture.tsx', "export const Picture = () => <img src='/a.png' />\n"],
  ['no-danger', 'ui/danger.tsx', "export const A = () => <div dangerouslySetInnerHTML={{ __html: '' }} />\n"],
]

describe('lint rules', () => {
  let output = ''
  beforeAll(() => {
    plant(Object.fromEntries(lintCases.map(([, path, source]) => [`packages/server/src/${path}`, source])))
    plant(Object.fromEntries(webLintCases.map(([, path, source]) => [`packages/web/src/${path}`, source])))
    plant({ 'packages/server/src/config.ts': 'export const home = process.env.HOME\n' })
    output = run('oxlint/bin/oxlint', ['--type-aware', '--format', 'unix', 'packages']).output
  })

  test.each([...lintCases, ...webLintCases])('%s finds the violation planted in %s', (rule, path) => {
    const found = output.split('\n').filter((line) => line.includes(path))
    expect(found.some((line) => line.includes(`(${rule})`))).toBe(true)
  })

  test('config.ts alone may read process.env', () => {
    expect(output).not.toContain('src/config.ts')
  })
})

const importCases: [rule: string, from: string, imports: string][] = [
  ['no-cycles', 'server/src/lib/egg.ts', './hen.ts'],
  ['contract-stands-alone', 'contract/src/greedy.ts', 'kysely'],
  ['web-and-server-meet-in-contract', 'web/src/lib/peek.ts', '../../../server/src/lib/plain.ts'],
  ['server-and-web-meet-in-contract', 'server/src/lib/peek.ts', '../../../web/src/lib/plain.ts'],
  ['web-features-look-down', 'web/src/features/deals/up.ts', '#app/shell.ts'],
  ['web-widgets-look-down', 'web/src/widgets/up.ts', '#features/deals/part.ts'],
  ['web-blocks-look-down', 'web/src/ui/up.ts', '#widgets/part.ts'],
  ['web-lib-and-api-know-no-ui', 'web/src/lib/draws.ts', '#ui/block.ts'],
  ['web-features-apart', 'web/src/features/contracts/aside.ts', '#features/deals/part.ts'],
  ['ui-knows-no-domain', 'web/src/ui/calls.ts', '#api/call.ts'],
  ['record-kit-keeps-its-parts', 'web/src/features/deals/own-draft.ts', '#widgets/record/use-draft.tsx'],
  ['record-kit-keeps-its-parts', 'web/src/widgets/own-late.ts', './record/late-save.ts'],
  ['routes-are-mounted-in-one-place', 'server/src/app.ts', '#features/deals/deals.routes.ts'],
  ['rules-look-down', 'server/src/features/deals/deals.rules.ts', './deals.repo.ts'],
  ['repo-looks-down', 'server/src/features/deals/other.repo.ts', './deals.service.ts'],
  ['service-looks-down', 'server/src/features/deals/other.service.ts', './deals.routes.ts'],
  ['repo-is-private', 'server/src/lib/thief.ts', '#features/deals/deals.repo.ts'],
  [
    'repo-is-private-to-its-area',
    'server/src/features/contracts/contracts.service.ts',
    '#features/deals/deals.repo.ts',
  ],
  ['sql-lives-in-repo', 'server/src/features/deals/deals.routes.ts', 'kysely'],
  ['tracing-is-loaded-when-it-is-on', 'server/src/lib/eager.ts', './tracing/open-tracing.ts'],
  ['tests-are-not-imported', 'server/src/lib/careless.ts', './plain.test.ts'],
  ['only-declared-packages', 'web/src/lib/undeclared.ts', 'pg'],
  ['import-resolves', 'web/src/lib/lost.ts', './nowhere.ts'],
]
const innocent = [
  'server/src/lib/plain.ts',
  'server/src/lib/tracing/open-tracing.ts',
  'server/src/lib/plain.test.ts',
  'web/src/lib/plain.ts',
  'web/src/app/shell.ts',
  'web/src/features/deals/part.ts',
  'web/src/widgets/part.ts',
  'web/src/widgets/record/use-draft.tsx',
  'web/src/widgets/record/late-save.ts',
  'web/src/widgets/record/use-record.ts',
  'web/src/ui/block.ts',
  'web/src/api/call.ts',
  'server/src/features/deals/deals.repo.ts',
  'server/src/features/deals/deals.service.ts',
]

interface Violation {
  rule: { name: string }
  from: string
}

function wrongImports(names: readonly string[]): Violation[] {
  const answer = run('dependency-cruiser/bin/dependency-cruiser.mjs', [
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    ...names,
  ])
  const report = JSON.parse(
    answer.output.slice(answer.output.indexOf('{'), answer.output.lastIndexOf('}') + 1),
  )
  return report.summary.violations
}

describe('import rules', () => {
  let violations: Violation[] = []
  beforeAll(() => {
    for (const path of innocent) plant({ [`packages/${path}`]: 'export const value = 1\n' })
    for (const [, path, target] of importCases)
      plant({ [`packages/${path}`]: `import * as other from '${target}'\nexport const value = other\n` })
    plant({
      'packages/server/src/lib/hen.ts': "import { value } from './egg.ts'\nexport const hen = value\n",
      'packages/server/src/lib/typed.ts':
        "import type { Kysely } from 'kysely'\nexport type A = Kysely<object>\n",
    })
    violations = wrongImports(['packages'])
  })

  test.each(importCases)('%s finds the import planted in %s', (rule, path) => {
    const found = violations.filter((v) => v.from === `packages/${path}`).map((v) => v.rule.name)
    expect(found).toContain(rule)
  })

  test.each([
    ['a file that is gone', 'import-resolves', 'web/src/lib/lost.ts', 'web/src/lib/nowhere.ts', 'removed'],
    ['a cycle that an edit closes', 'no-cycles', 'server/src/lib/egg.ts', 'server/src/lib/egg.ts', 'edited'],
  ] as const)('after a change find %s', (_what, rule, from, path, how) => {
    const left = changedImports([{ path: `packages/${path}`, how }], [])
    const found = wrongImports(left ?? []).filter((one) => one.from === `packages/${from}`)
    expect(found.map((one) => one.rule.name)).toContain(rule)
  })

  test('a type of Kysely may be imported anywhere on the server', () => {
    expect(violations.map((v) => v.from)).not.toContain('packages/server/src/lib/typed.ts')
  })

  test('innocent files are left in peace', () => {
    for (const path of innocent) expect(violations.map((v) => v.from)).not.toContain(`packages/${path}`)
  })
})

describe('types that were looked at before', () => {
  const check = () => run('typescript/bin/tsc', typesOf('e2e', place))
  const source = (type: string, body: string) => ({
    'packages/e2e/src/first.ts': `export function first(value: ${type}) {\n  return ${body}\n}\n`,
  })

  test('are found wrong in a file that depends on the changed one, at the first change and at later ones', () => {
    plant({
      ...source('number', 'value'),
      'packages/e2e/src/second.ts':
        "import { first } from './first.ts'\nexport const second = () => first(1)\n",
      'packages/e2e/src/third.ts':
        "import { second } from './second.ts'\nexport const third: number = second()\n",
    })
    expect(check().output).toBe('')
    plant(source('number', 'String(value)'))
    expect(check().output).toMatch(/third\.ts.+TS2322/)
    plant(source('number', 'value + 1'))
    expect(check().output).toBe('')
    plant(source('string', 'value'))
    expect(check().output).toMatch(/second\.ts.+TS2345/)
    // Nothing changed, still wrong.
    expect(check().output).toMatch(/second\.ts.+TS2345/)
  })
})

describe('unused code', () => {
  test('knip finds a file, an export and a dependency that nobody uses', () => {
    copyFileSync(join(root, 'knip.json'), join(place, 'knip.json'))
    plant({
      'packages/server/src/main.ts': "import { used } from './lib/half-used.ts'\nexport const value = used\n",
      'packages/server/src/lib/half-used.ts': 'export const used = 1\nexport const needless = 2\n',
      'packages/server/src/lib/forgotten.ts': 'export const value = 1\n',
    })
    const { code, output } = run('knip/bin/knip.js', ['--no-config-hints'])
    expect(code).toBe(1)
    expect(output).toMatch(/needless\s+packages\/server\/src\/lib\/half-used\.ts/)
    expect(output).toContain('packages/server/src/lib/forgotten.ts')
    expect(output).toMatch(/react\s+packages\/server\/package\.json/)
  })
})
