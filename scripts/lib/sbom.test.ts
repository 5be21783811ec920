import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './node.mjs'
import { byLicence, componentsOf, licenceOf, licencesText, unknownLicences } from './sbom.mjs'

const own = new Set(['contract', 'server', 'web', 'e2e'].map((name) => `@ipoteka-office/${name}`))

test('npm makes the list from the lock file: each component with its version, address and sum, none of development', async () => {
  const list = await componentsOf(root)
  expect(list).toMatchObject({ bomFormat: 'CycloneDX' })
  const foreign = list.components.filter(({ purl }) => !purl.includes('%40ipoteka-office'))
  expect(foreign.length).toBeGreaterThan(200)
  expect(
    foreign.filter(({ hashes = [], purl, version }) => hashes.length === 0 || !purl.endsWith(`@${version}`)),
  ).toEqual([])
  const names = new Set(foreign.map(({ purl }) => purl.replace(/@[^@]*$/, '')))
  for (const name of ['fastify', 'pg', 'zod', 'react']) expect(names).toContain(`pkg:npm/${name}`)
  for (const name of ['vitest', 'typescript']) expect(names).not.toContain(`pkg:npm/${name}`)

  // Every foreign package of the lock file that is not for development alone is in the list.
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; link?: boolean }>
  }
  const locked = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const listed = new Set(foreign.map(({ purl }) => decodeURIComponent(purl)))
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  expect(locked.filter(([path, { version }]) => !listed.has(`pkg:npm/${nameOf(path)}@${version}`))).toEqual(
    [],
  )

  const groups = byLicence(list, own)
  expect(unknownLicences(groups)).toEqual([])
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(licencesText(groups, version)).toMatch(/^- fastify \d/m)
}, 60_000)

test('a licence that nobody has looked at is named with its packages, and own packages are not counted', () => {
  const part = (name: string, licence: object[]) => ({ name, version: '1.0.0', licenses: licence })
  const groups = byLicence(
    {
      components: [
        part('good', [{ expression: '(MIT OR CC0-1.0)' }]),
        part('viral', [{ license: { id: 'AGPL-3.0-only' } }]),
        part('half', [{ expression: 'MIT AND SSPL-1.0' }]),
        part('silent', []),
        part('@ipoteka-office/web', []),
      ],
    },
    own,
  )
  expect(unknownLicences(groups).map(([licence]) => licence)).toEqual([
    'AGPL-3.0-only',
    'MIT AND SSPL-1.0',
    'не указана',
  ])
  expect(licenceOf(part('png-js', []))).toBe('MIT')
})
