import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'

/** A path whatever its parameters are called: the ledger's `{partnerId}` is the contract's `:id`. */
const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, ':')

const text = await readFile(join(import.meta.dirname, 'testing/ledger.txt'), 'utf8')
const areas = new Map<string, string[]>()
let area = ''
for (const line of text.split('\n')) {
  const [, name] = /^\[([\w-]+)\]$/.exec(line) ?? []
  if (name !== undefined) area = name
  else if (line !== '' && !line.startsWith('#')) areas.set(area, [...(areas.get(area) ?? []), line])
}

const endpoints = await contractEndpoints()
const byCall = new Map([...endpoints].map(([name, { method, path }]) => [`${method} ${shapeOf(path)}`, name]))
const nameOf = (line: string) => byCall.get(shapeOf(line))

/** Everything that tests say, to look for the names of the calls in it. */
async function testSources(): Promise<string> {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
    (name) => /\.test\.ts$|testing[\\/]/.test(name) && name.endsWith('.ts'),
  )
  return (await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))).join(
    '\n',
  )
}

describe.each([...areas])('the area %s', (_area, lines) => {
  it('is claimed to be done and every call of it exists in the contract', () => {
    expect(lines.filter((line) => nameOf(line) === undefined)).toEqual([])
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('has a test that names each call', async () => {
    const sources = await testSources()
    // Of a table of calls the tests name the table and walk through it.
    const isNamed = (name: string) => new RegExp(`\\b${name.split('.')[0]}\\b`).test(sources)
    const names = new Set(lines.map(nameOf).filter((name) => name !== undefined))
    expect([...names].filter((name) => !isNamed(name))).toEqual([])
  })
})
