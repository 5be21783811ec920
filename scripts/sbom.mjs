import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './lib/node.mjs'
import { byLicence, componentsOf, licencesText, unknownLicences } from './lib/sbom.mjs'

// npm run sbom: what the product consists of (CycloneDX) and under which licences, from the lock file.
const folder = join(root, 'sbom')
const { name, version, workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const own = new Set(
  await Promise.all(
    workspaces.map(async (path) => JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')).name),
  ),
)
const list = await componentsOf(root)
// npm names the folder of the checkout.
list.metadata.component.name = name
const groups = byLicence(list, own)
await mkdir(folder, { recursive: true })
await writeFile(join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(list, null, 2)}\n`)
await writeFile(join(folder, 'licences.md'), licencesText(groups, version))
for (const [licence, packages] of groups) console.log(`${String(packages.length).padStart(5)}  ${licence}`)
console.log(`\nСостав — sbom/${name}-${version}.cdx.json, лицензии — sbom/licences.md`)
const unknown = unknownLicences(groups)
if (unknown.length > 0) {
  for (const [licence, packages] of unknown)
    console.error(`Лицензию ${licence} ещё никто не смотрел: ${packages.join(', ')}`)
  process.exitCode = 1
}
