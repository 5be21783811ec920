import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly optionalDependencies?: Record<string, string>
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
}
const text = readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }

/** Whether the package is locked anywhere it could be resolved from. */
const isLocked = (name: string): boolean =>
  Object.keys(packages).some(
    (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  )

test('the lock file has the parts of every platform, or npm ci refuses it', () => {
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !isLocked(name))
  expect(missing).toEqual([])
})

test('the lock file names no address of a registry', () => {
  const addresses = Object.values(packages).filter(({ resolved = '' }) => /^https?:/.test(resolved))
  expect(addresses).toEqual([])
})

test('what is installed is what was looked at: every foreign package has the sum of its content', () => {
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(foreign.length).toBeGreaterThan(500)
  const without = foreign.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(without.map(([path]) => path)).toEqual([])
})
