import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const areas = new Set(foldersIn('packages/server/src/features'))
/** Folders that no area of the server stands behind, each with its reason. */
const withoutServer = {
  contract: {
    common: 'values and checks of every area',
  },
  web: {
    'coming-soon': 'the page of an address whose screen is to come',
    'dev-ui': 'the page of all building blocks',
  },
}
/** Parts of the demo bank that are of no one area, each with its reason. */
const ofNobody = {
  'demo-accounts.ts': 'the sign-ins, which the embedded identity server shows',
  'demo-bank-words.ts': 'the bank’s own name and papers',
  'demo-bank.ts': 'the order in which areas are filled',
}
/** Journeys through several areas. */
const acrossAreas = new Set(
  'accessibility desktop file-view forms lists markup overlays page-requests records restart shell watchers'.split(
    ' ',
  ),
)

describe('one name per area', () => {
  test('folders of the contract are called like those of the server', () => {
    const others = foldersIn('packages/contract/src').filter((name) => !areas.has(name))
    expect(others).toEqual(Object.keys(withoutServer.contract))
  })

  test('folders of the pages are called like those of the server', () => {
    const others = foldersIn('packages/web/src/features').filter((name) => !areas.has(name))
    expect(others).toEqual(Object.keys(withoutServer.web))
  })

  test('journeys begin with the name of their area', () => {
    const names = readdirSync(join(root, 'packages/e2e/tests')).map((name) => name.replace('.e2e.ts', ''))
    const areaOf = (name: string) => [...areas].find((area) => name === area || name.startsWith(`${area}-`))
    const strays = names.filter((name) => !acrossAreas.has(name) && areaOf(name) === undefined)
    expect(strays).toEqual([])
  })
})

/** Folders that may be longer: their files are read in the order of their names. */
const long = [/^packages\/server\/src\/db\/(migrations|seed)$/, /^packages\/e2e\/tests$/]
const mostFiles = 30

test('no folder of code holds more than thirty files, tests not counted', () => {
  const files = globSync('packages/*/{src,tests,bench,scorecard}/**/*.{ts,tsx,css,sql}', { cwd: root })
  expect(files.length).toBeGreaterThan(1_000)
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const full = [...counts].filter(([folder, n]) => n > mostFiles && !long.some((one) => one.test(folder)))
  expect(full).toEqual([])
})

test('migrations have numbers of their own: their order is told by nothing else', () => {
  const numbers = readdirSync(join(root, 'packages/server/src/db/migrations')).map((name) => name.slice(0, 3))
  expect(numbers.filter((number, n) => numbers.indexOf(number) !== n)).toEqual([])
})

const serverSource = join(root, 'packages/server/src')

/** What a file loads, at once or later; imports of types are left out. */
const loadedBy = (file: string): string[] =>
  [
    ...readFileSync(join(serverSource, file), 'utf8').matchAll(
      /(?:^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?|\bimport\()'([.#][^']+\.ts)'/gm,
    ),
  ].map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : join(dirname(file), name)))

/** The one door to the made-up bank: it is opened where one is asked for. */
const door = 'db/seed/fill-demo-whole.ts'

function loadedFrom(start: string): Set<string> {
  const found = new Set([start])
  for (const file of found)
    for (const next of loadedBy(file)) if (next !== door && !next.endsWith('.gen.ts')) found.add(next)
  return found
}

const isSeed = (file: string): boolean =>
  /^features\/[^/]+\/seed\/|^db\/seed\/(demo-bank|fill-demo)/.test(file)

test('the product works without the made-up bank: its seeds are loaded when one is asked for', () => {
  const loaded = loadedFrom('main.ts')
  expect(loaded.size).toBeGreaterThan(500)
  expect([...loaded].filter(isSeed)).toEqual([])
  expect(loadedBy('prepare-database.ts')).toContain(door)
  expect([...loadedFrom(door)].filter(isSeed).length).toBeGreaterThan(20)
})

test('what an area has in the demo bank lies beside it', () => {
  const strays = readdirSync(join(serverSource, 'db/seed')).filter((name) => name.startsWith('demo-'))
  expect(strays).toEqual(Object.keys(ofNobody))
})
