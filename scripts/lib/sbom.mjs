import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Licences that a bank may take without asking its lawyers; each is looked at once, when it comes. */
export const knownLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Linked as libraries of their own, unchanged: sharp's image code.
  'LGPL-3.0-or-later',
  'MIT',
  // A font, embedded in pages.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages that name no licence in their package.json, and what their own files say. */
const told = new Map([['png-js', 'MIT']])

const fullName = ({ group, name }) => (group ? `${group}/${name}` : name)

/** `name@version` of every package of the lock file that is not there for development alone. */
async function shippedNames(root) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const used = Object.entries(packages).filter(([, { dev }]) => !dev)
  return new Set(
    used.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
  )
}

/**
 * Without what is there for development only. By the lock file: npm's own `--omit dev` leaves out what both need as well,
 * and its mark is that of one of several places.
 */
function shipped(list, names) {
  const left = list.components.filter((component) => names.has(`${fullName(component)}@${component.version}`))
  const kept = new Set([list.metadata.component, ...left].map((component) => component['bom-ref']))
  const dependencies = list.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  return { ...list, components: left, dependencies }
}

/**
 * The list of components as npm makes it from the lock file alone (CycloneDX): nothing is installed or asked of a
 * registry, and what is there for development only is left out.
 */
export async function componentsOf(root) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const child = spawn(npm, ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const ended = new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', done)
  })
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`npm sbom: ${errors.trim() || `код ${code}`}`)
  return shipped(JSON.parse(out), await shippedNames(root))
}

/** `(MIT OR CC0-1.0)` → its names. */
const namesIn = (expression) => expression.replace(/[()]/g, '').split(/ (?:AND|OR) /)

/** The licence that a component names; null: none. */
export function licenceOf({ name, licenses = [] }) {
  const [first] = licenses
  return first?.license?.id ?? first?.license?.name ?? first?.expression ?? told.get(name) ?? null
}

/** Components of others by licence, alphabetically: own packages of the workspace are none. */
export function byLicence({ components }, own) {
  const foreign = components.filter((component) => !own.has(fullName(component)))
  const groups = new Map()
  for (const component of foreign) {
    const licence = licenceOf(component) ?? 'не указана'
    groups.set(licence, [...(groups.get(licence) ?? []), `${fullName(component)} ${component.version}`])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, list]) => [licence, [...new Set(list)].sort((a, b) => (a < b ? -1 : 1))])
}

/** Licences that nobody has looked at, with whose they are. */
export const unknownLicences = (groups) =>
  groups.filter(([licence]) => !namesIn(licence).every((name) => knownLicences.has(name)))

/** The list of licences as a page to hand over. */
export function licencesText(groups, version) {
  const total = groups.reduce((sum, [, list]) => sum + list.length, 0)
  const parts = groups.map(
    ([licence, list]) => `## ${licence} — ${list.length}\n\n${list.map((one) => `- ${one}`).join('\n')}\n`,
  )
  return `# Чужие пакеты в составе «Ипотека-офис» ${version} и их лицензии\n\nВсего ${total}; что нужно только при разработке, не вошло.\n\n${parts.join('\n')}`
}
