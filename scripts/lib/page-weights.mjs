// Prints how much each page of the built browser part weighs, gzipped: the first page a person opens, and what every other adds.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './node.mjs'

/** @typedef {{ file: string, name?: string, imports?: string[], css?: string[] }} Chunk */
/** @typedef {Readonly<Record<string, Chunk>>} Manifest */

/** What is loaded before any page: the shell, and the calls that ask who the person is. */
const isStart = (/** @type {string} */ key, /** @type {Chunk} */ { name }) =>
  key === 'src/app/show-app.tsx' || name === 'calls' || name === 'sign-in'

/** Pages by their chunks: `src/features/partners/partners-list.page.tsx?tsr-split=component`. */
const pageName = (/** @type {string} */ key) => /([^/]+)\.page\.tsx\?tsr-split=component$/.exec(key)?.[1]

/** The first list of the product, by which the first page is judged. */
const firstPage = 'approvers-list'

/**
 * Files that come with chunks, what they import included.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 */
function filesOf(manifest, keys) {
  const reached = new Set(keys)
  for (const key of reached) for (const next of manifest[key]?.imports ?? []) reached.add(next)
  return new Set([...reached].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat()))
}

/**
 * Bytes of the first page, and of what each other adds to it, the heaviest first.
 * @param {Manifest} manifest
 * @param {readonly string[]} entry files that the page itself names
 * @param {(file: string) => number} sizeOf
 */
export function weightsOf(manifest, entry, sizeOf) {
  const keys = Object.keys(manifest)
  const start = keys.filter((key) => {
    const chunk = manifest[key]
    return chunk !== undefined && (isStart(key, chunk) || entry.includes(chunk.file))
  })
  const pages = keys.flatMap((key) => {
    const name = pageName(key)
    return name === undefined ? [] : [{ name, key }]
  })
  const first = filesOf(manifest, [
    ...start,
    ...pages.filter(({ name }) => name === firstPage).map(({ key }) => key),
  ])
  for (const file of entry) first.add(file)
  const sum = (/** @type {Iterable<string>} */ files) =>
    [...files].reduce((bytes, file) => bytes + sizeOf(file), 0)
  const others = pages
    .filter(({ name }) => name !== firstPage)
    .map(({ name, key }) => ({
      name,
      bytes: sum([...filesOf(manifest, [key])].filter((file) => !first.has(file))),
    }))
  return { first: sum(first), others: others.toSorted((a, b) => b.bytes - a.bytes) }
}

const dist = join(root, 'packages/web/dist')

/** The weights of what is built now. */
export function pageWeights() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const entry = [...page.matchAll(/(?:src|href)="\/(static\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  )
  const manifest = /** @type {Manifest} */ (
    JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  )
  return weightsOf(manifest, entry, (file) => {
    const packed = join(dist, `${file}.gz`)
    return existsSync(packed) ? statSync(packed).size : 0
  })
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(0)} кБ`

/** The weights in a line: the first page, and how many of the others add more than wanted. */
export function weightLine({ first, others } = pageWeights()) {
  const [heaviest] = others
  const heavy = others.filter(({ bytes }) => bytes > wanted.second).length
  return [
    `Первая страница ${kilobytes(first)} gzip (цель ${kilobytes(wanted.first)})`,
    heaviest && `самая тяжёлая следующая, ${heaviest.name}, +${kilobytes(heaviest.bytes)}`,
    `больше ${kilobytes(wanted.second)} добавляют ${heavy} из ${others.length}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Goals, bytes. */
const wanted = { first: 200_000, second: 60_000 }

/** What may not grow, bytes: the first page, pages that add more than is wanted yet, and every other. A page that has become lighter has its number here made smaller. */
export const ceilings = {
  first: 225_500,
  other: 61_000,
  /** @type {Readonly<Record<string, number>>} */
  heavier: {
    'loan-app-edit': 154_900,
    'full-app-edit': 156_800,
    'application-documents': 143_000,
    'short-app': 134_500,
    lead: 125_800,
    'realty-object': 108_600,
    'loan-underwriting-total': 102_300,
    'underwriting-total': 102_300,
    'rule-edit': 97_100,
    'entry-edit': 96_100,
    'underwriting-mortgage': 85_400,
    'partner-edit': 83_700,
    'loan-underwriting-form': 76_700,
    'underwriting-form': 76_700,
    'entry-view': 78_300,
    'approver-edit': 68_600,
    'loan-underwriting-fraud': 67_800,
    'underwriting-fraud': 67_800,
    references: 66_700,
    calculator: 66_500,
    'case-versions': 63_300,
    roles: 63_900,
    'underwriting-all': 61_700,
  },
}

/** Pages that have outgrown their ceilings, in words. */
export function outgrown({ first, others } = pageWeights(), { other, heavier, ...most } = ceilings) {
  return [{ name: 'первая', bytes: first, most: most.first }]
    .concat(others.map(({ name, bytes }) => ({ name, bytes, most: heavier[name] ?? other })))
    .filter(({ bytes, most: ceiling }) => bytes > ceiling)
    .map(
      ({ name, bytes, most: ceiling }) =>
        `Страница «${name}» стала тяжелее: ${kilobytes(bytes)} вместо ${kilobytes(ceiling)}. Что она принесла, видно в packages/web/dist/.vite/manifest.json; окну и вкладке — onDemand и latePart`,
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const weights = pageWeights()
  console.log(weightLine(weights))
  for (const { name, bytes } of weights.others) console.log(`${name.padEnd(28)} +${kilobytes(bytes)}`)
}
