import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './node.mjs'
import { secondsSince } from './seconds.mjs'

/** @param {string} path @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }>} */
const packagesOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages

/** Packages that package-lock.json names and node_modules lacks or has in another version. */
function missingPackages() {
  // npm's own record of what it has put into node_modules.
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return ['node_modules']
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json'))
    .filter(
      ([name, wanted]) =>
        name.includes('node_modules/') && !wanted.link && !wanted.optional && !wanted.devOptional,
    )
    .filter(([name, wanted]) => installed[name]?.version !== wanted.version || !existsSync(join(root, name)))
    .map(([name]) => name)
}

/** Installs what package-lock.json names when node_modules is missing or older. Throws when npm fails. */
export async function ensureInstalled() {
  // An image holds what the product needs, and nothing to compare it with.
  if (!existsSync(join(root, 'package-lock.json'))) return
  const missing = missingPackages()
  if (missing.length === 0) return
  console.log(
    missing[0] === 'node_modules'
      ? 'Устанавливаются пакеты (один раз, обычно меньше минуты)…'
      : `Пакеты устарели (${missing.length}), устанавливаются заново…`,
  )
  const begun = performance.now()
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0)
    throw new Error('Не удалось установить пакеты: npm ci завершился с ошибкой, она выше.')
  console.log(`Пакеты установлены за ${secondsSince(begun)}`)
}
