import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { root as repository } from '../lib/node.mjs'

/**
 * What a step need not look at again: each of these answers what is left to look at after some changes since it passed,
 * nothing of it when they cannot matter, or undefined when only all of it will do.
 * @typedef {{ path: string, how: 'edited' | 'added' | 'removed' }} Change
 * @typedef {(changes: readonly Change[], present: readonly string[]) => string[] | undefined} Narrow
 */

/** More names than this are too long for a command line. */
const mostNames = 200
const few = (/** @type {string[]} */ names) => (names.length > mostNames ? undefined : names)
const isCode = (/** @type {string} */ path) => /\.tsx?$/.test(path)

/**
 * The format of a file depends on the file alone and on settings.
 * @type {Narrow}
 */
export const changedFiles = (changes) => {
  if (changes.some(({ path }) => /^(?:biome\.jsonc?|\..*)$/.test(basename(path)))) return undefined
  return few(changes.filter(({ how }) => how !== 'removed').map(({ path }) => path))
}

/** Packages whose imports may lead into a package; into the contract those of all do. @type {Record<string, string[]>} */
const importersOf = {
  server: ['packages/server', 'packages/e2e'],
  web: ['packages/web', 'packages/e2e'],
  e2e: ['packages/e2e'],
}

/**
 * A wrong import and a cycle begin in a file whose imports are new. What exists decides where an import leads: a file
 * that came or went matters to all of the packages that may import it.
 * @type {Narrow}
 */
export const changedImports = (changes) => {
  if (!changes.every(({ path }) => /^packages\/.+\.(?:tsx?|css|sql|svg|md|html)$/.test(path)))
    return undefined
  /** @type {Set<string>} */
  const names = new Set()
  for (const { path, how } of changes) {
    const importers = importersOf[path.split('/')[1] ?? '']
    if (how !== 'edited' && importers === undefined) return undefined
    if (how !== 'edited') for (const folder of importers ?? []) names.add(folder)
    else if (isCode(path)) names.add(path)
  }
  return few([...names])
}

const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g
/** Reads what it does not import, or imports what is known only when it runs. */
const reading =
  /node:(?:fs|child_process|worker_threads|module)|import\.meta\.(?!env)|process\.cwd|\bimport\s*\(\s*[^'"\s]/

/** Where an import leads, from the root; nothing for what npm installed. @param {string} from @param {string} specifier */
function target(from, specifier) {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return posix.join(dirname(from), plain)
  const [, workspace] = from.split('/')
  if (plain.startsWith('#')) return `packages/${workspace}/src/${plain.slice(1)}`
  const shared = '@ipoteka-office/contract/'
  if (plain.startsWith(shared)) return `packages/contract/src/${plain.slice(shared.length)}`
  return undefined
}

/**
 * What a file imports, and whether that is all it depends on.
 * @param {string} root
 * @param {string} path
 */
function importsOf(root, path) {
  if (!isCode(path)) return { targets: [], isAll: true }
  const source = readFileSync(join(root, path), 'utf8')
  const targets = [...source.matchAll(specifiers)]
    .map(([, , specifier]) => target(path, specifier ?? ''))
    .filter((one) => one !== undefined)
  const present = targets.filter((one) => existsSync(join(root, one)))
  return { targets: present, isAll: present.length === targets.length && !reading.test(source) }
}

/**
 * Tests that import a changed file, through however many others, and those that read files.
 * @param {RegExp} tests
 * @param {string} root
 * @returns {Narrow}
 */
export const testsOf =
  (tests, root = repository) =>
  (changes, present) => {
    const isSetting = (/** @type {string} */ path) =>
      !path.startsWith('packages/') ||
      /^(?:package\.json|tsconfig.*\.json|vite.*\.config\.ts)$/.test(basename(path))
    if (changes.some(({ path }) => isSetting(path))) return undefined
    const changed = new Set(changes.map(({ path }) => path))
    /** @type {Map<string, ReturnType<typeof importsOf>>} */
    const known = new Map()
    const look = (/** @type {string} */ path) => {
      const imports = known.get(path) ?? importsOf(root, path)
      known.set(path, imports)
      return imports
    }
    const isTouched = (/** @type {string} */ test) => {
      const reached = new Set([test])
      for (const path of reached) {
        const { targets, isAll } = look(path)
        if (changed.has(path) || !isAll) return true
        for (const one of targets) reached.add(one)
      }
      return false
    }
    return few(present.filter((path) => tests.test(path)).filter(isTouched))
  }
