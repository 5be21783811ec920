import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { productNode, root } from '../lib/node.mjs'
import { has, isRoot, run } from './processes.mjs'

/** Full path of a command on the PATH. @param {string} name */
const where = (name) =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' })
    .stdout?.split('\n')[0]
    ?.trim()

// The shell without a window does the same work in about half the processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

// Ubuntu's apt package is a stub that asks for snap: only a browser that answers counts.
const answers = (/** @type {string} */ path) =>
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

function playwrightBrowser() {
  const require = createRequire(join(root, 'packages/e2e/package.json'))
  return require('playwright-core').chromium.executablePath()
}

function find() {
  const chosen = process.env.CHROMIUM_PATH
  const candidates = [
    ...(chosen === undefined ? [] : [chosen]),
    ...names.map(where).filter(Boolean),
    ...places,
    playwrightBrowser(),
  ]
  return candidates.find(answers)
}

async function installBySystem() {
  if (!isRoot) return
  if (has('apt-get')) {
    await run('apt-get', ['update', '-qq'], { quiet: true })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
        quiet: true,
      })
      if (find() !== undefined) return
    }
  } else if (has('dnf')) await run('dnf', ['install', '-y', '-q', 'chromium'], { quiet: true })
  else if (has('apk')) await run('apk', ['add', '--quiet', 'chromium'], { quiet: true })
}

/** Path of a Chromium that runs; installs one when there is none, null when nothing helped. */
export async function ensureChromium() {
  const found = find()
  if (found !== undefined) return found
  console.log('Браузера Chromium нет, устанавливаем…')
  await installBySystem()
  const installed = find()
  if (installed !== undefined) return installed
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  await run(productNode(), [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  return find() ?? null
}

/** What to tell a person when there is no browser and none could be installed. */
export const noChromium =
  'Chromium не найден и не установился. Установите его сами (например, apt-get install chromium) или укажите путь в CHROMIUM_PATH.'
