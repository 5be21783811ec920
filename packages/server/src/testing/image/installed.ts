import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>
}

/** Where a package finds another one: in its own node_modules, or in that of a folder above. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === '') return null
  }
}

function needsOf(locked: Locked): { name: string; mayBeMissing: boolean }[] {
  const isOptional = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true
  const peers = Object.keys(locked.peerDependencies ?? {}).filter((name) => !isOptional(name))
  return [
    ...Object.keys(locked.dependencies ?? {}).map((name) => ({ name, mayBeMissing: false })),
    ...Object.keys(locked.optionalDependencies ?? {}).map((name) => ({ name, mayBeMissing: true })),
    ...peers.map((name) => ({ name, mayBeMissing: false })),
  ]
}

/**
 * Folders that `npm ci --omit=dev --workspace …` puts into node_modules, by package-lock.json: what the workspaces need
 * to run, and what that needs. Parts of other platforms are left out where they are left out here.
 */
export function installedFor(root: string, workspaces: readonly string[]): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const queue: string[] = [...workspaces]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const locked = lock.packages[at]
    if (locked === undefined) throw new Error(`package-lock.json has no ${at}`)
    for (const { name, mayBeMissing } of needsOf(locked)) {
      const place = placeOf(name, at, lock.packages)
      const isHere = place !== null && existsSync(join(root, place))
      if (!isHere && !mayBeMissing) throw new Error(`${at} needs ${name}, which is not installed`)
      if (place === null || !isHere || found.has(place)) continue
      found.add(place)
      if (lock.packages[place]?.link !== true) queue.push(place)
    }
  }
  return [...found].sort()
}
