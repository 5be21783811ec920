import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { compiled, roomy } from './child.mjs'
import { productNode, root } from './node.mjs'
import { weightLine } from './page-weights.mjs'
import { secondsSince } from './seconds.mjs'

const sources = [
  'packages/contract/src',
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/routes.ts',
  'packages/web/chunks.ts',
  'packages/web/vite.config.ts',
  'packages/web/package.json',
  'package-lock.json',
]
const stamp = join(root, '.cache/web-build')
const built = join(root, 'packages/web/dist/index.html')

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}

/** Hash of everything the browser part is built from; tests and the generated route tree do not count. */
function sourceHash() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) {
    if (/\.test\.tsx?$|\.gen\.ts$/.test(path)) continue
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

const keptMs = 7 * 24 * 3_600_000

/**
 * Removes files that no build has written for a week; a build writes all of its own anew.
 * @param {string} folder
 * @param {number} now
 */
export function removeOldFiles(folder, now = Date.now()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeOldFiles(path, now)
    else if (now - statSync(path).mtimeMs > keptMs) rmSync(path)
  }
}

/** Whether packages/web/dist was built from the files that are there now. */
const isFresh = (/** @type {string} */ hash) =>
  existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash

/** Builds the browser part into packages/web/dist unless what is there was built from the same files. */
export async function buildWeb() {
  const hash = sourceHash()
  if (isFresh(hash)) return
  console.log('Собирается браузерная часть…')
  const begun = performance.now()
  const vite = spawn(
    productNode(),
    [roomy, join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(root, 'packages/web'),
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, NODE_ENV: 'production' },
    },
  )
  // The server that starts meanwhile is waited for longer.
  if (vite.pid !== undefined && process.platform !== 'win32')
    setPriority(vite.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const [code] = await once(vite, 'exit')
  if (code !== 0) throw new Error('Браузерная часть не собралась, ошибка выше.')
  removeOldFiles(join(root, 'packages/web/dist/static'))
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`Браузерная часть собрана за ${secondsSince(begun)}`)
  console.log(weightLine())
}
