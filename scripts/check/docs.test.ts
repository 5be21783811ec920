import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '../../packages/server/src/db/seed/demo-accounts.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Switches that exist only to be refused in production. */
const hidden = new Set(['AUTH', 'ROLES', 'STUB'])

/** Variables of the operating system, of CI and of vitest. */
const ofSystem = new Set(['CI', 'HOME', 'PATH', 'VITEST_POOL_ID'])

describe('documents', () => {
  test('operations.md tells of every variable of the server and of the commands, each once, and of no other', () => {
    const ofServer = ['config.ts', 'lib/tracing/traces-config.ts'].flatMap((name) => [
      ...read(`packages/server/src/${name}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
    ])
    const sources = globSync(['scripts/**/*.{mjs,ts}', 'packages/*/{*,**/*}.ts'], {
      cwd: root,
      exclude: (name) => ['node_modules', 'dist'].includes(name),
    })
    const ofCommands = sources.flatMap((path) => [...read(path).matchAll(/\bprocess\.env\.([A-Z]\w+)/g)])
    const variables = new Set([...ofServer, ...ofCommands].map(([, name = '']) => name))
    for (const name of [...hidden, ...ofSystem]) variables.delete(name)
    const listed = [...read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(
      ([, name = '']) => name,
    )
    expect(new Set(listed)).toEqual(variables)
    expect(listed).toHaveLength(variables.size)
  })

  test('README is a tour: variables are told of in operations.md', () => {
    expect([...readme.matchAll(/^\| `[A-Z][A-Z0-9_]+`/gm)].map(String)).toEqual([])
  })

  test('every command they name exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const path of documents)
      for (const [, name = ''] of read(path).matchAll(/npm run ([\w:-]+)/g))
        expect(Object.keys(scripts), `${path}: npm run ${name}`).toContain(name)
  })

  test('every link leads to a file', () => {
    for (const path of documents)
      for (const [, link = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(existsSync(join(root, dirname(path), link)), `${path}: ${link}`).toBe(true)
  })

  test('README lists the demo sign-ins', () => {
    for (const { login } of demoAccounts) expect(readme).toContain(`| \`${login}\``)
  })
})
