import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schemasOf, versions } from '../lib/kube-tools.mjs'
import { run } from './processes.mjs'

/** The sum of the very file: PyPI may not give us another. */
const requirement = `kubernetes-validate==${versions.schemas} --hash=sha256:85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9\n`

/** Unpacks of the package what is named; its strict schemas of a version are a folder. */
const unpack = `
import sys, zipfile
archive, into, *versions = sys.argv[1:]
wanted = tuple(f'kubernetes_validate/kubernetes-json-schema/v{version}-local-strict/' for version in versions)
with zipfile.ZipFile(archive) as file:
    file.extractall(into, [name for name in file.namelist() if name.startswith(wanted)])
`

const reference = /^\/api\/_definitions\.json#\/\$defs\/(.+)$|^#\/\$defs\/(.+)$/

/** A schema without words for people, its references inside itself; `found` gets what it refers to. */
function plain(schema, found) {
  if (Array.isArray(schema)) return schema.map((one) => plain(one, found))
  if (typeof schema !== 'object' || schema === null) return schema
  const left = Object.entries(schema).filter(
    ([key, value]) => key !== '$id' && !(key === 'description' && typeof value === 'string'),
  )
  return Object.fromEntries(
    left.map(([key, value]) => {
      const [, outer, inner] = (key === '$ref' && reference.exec(value)) || []
      const name = outer ?? inner
      if (name === undefined) return [key, plain(value, found)]
      found.add(name)
      return [key, `#/$defs/${name}`]
    }),
  )
}

/**
 * One schema that stands by itself: kubeconform resolves no references by addresses that are not there, and reads four
 * megabytes of definitions anew for every kind.
 * @param {Record<string, unknown>} schema
 * @param {Record<string, unknown>} definitions
 */
export function standalone(schema, definitions) {
  /** @type {Set<string>} */
  const found = new Set()
  const whole = plain(schema, found)
  /** @type {Record<string, unknown>} */
  const $defs = {}
  // A set gives what is added while it is being gone through as well.
  for (const name of found) $defs[name] = plain(definitions[name], found)
  return { ...whole, $defs }
}

/** @param {string} from @param {string} into */
function writeSchemas(from, into) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(from, name), 'utf8'))
  const { $defs } = read('_definitions.json')
  const draft = `${into}.unfinished`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name.startsWith('_') || name === 'all.json') continue
    const schema = read(name)
    if (schema['x-kubernetes-group-version-kind'] === undefined) continue
    writeFileSync(join(draft, name), JSON.stringify(standalone(schema, $defs)))
  }
  rmSync(into, { recursive: true, force: true })
  renameSync(draft, into)
}

/** Gets the schemas of Kubernetes as kubeconform reads them. Answers whether they are there now. */
export async function getSchemas() {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-schemas-'))
  try {
    writeFileSync(join(place, 'requirements.txt'), requirement)
    const quiet = { quiet: true, cwd: place }
    const asked = ['-m', 'pip', 'download', '--no-deps', '--require-hashes', '-r', 'requirements.txt']
    if ((await run('python3', asked, quiet)) !== 0) return false
    const [wheel = ''] = readdirSync(place).filter((name) => name.endsWith('.whl'))
    if ((await run('python3', ['-c', unpack, wheel, place, ...versions.kubernetes], quiet)) !== 0)
      return false
    const folder = join(place, 'kubernetes_validate/kubernetes-json-schema')
    for (const version of versions.kubernetes)
      writeSchemas(join(folder, `v${version}-local-strict`), schemasOf(version))
    return true
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
