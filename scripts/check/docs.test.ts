import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

describe('documents', () => {
  test('the table of settings names every variable of config.ts and no other', () => {
    const variables = [...read('packages/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
      ([, name]) => name,
    )
    const listed = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(variables.filter((name) => !hidden.has(name)).toSorted())
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
