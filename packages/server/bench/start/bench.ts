import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#embedded/postgres/postmaster.ts'
import { freePort } from '#testing/processes/product.ts'
import { onEnd } from '../database.ts'
import { median, number, type Section, table } from '../report.ts'

const root = resolve(import.meta.dirname, '../../../..')
const rounds = 3
const limits = { first: 30, later: 5 }
const patience = 120_000
/** What a checkout has only after a start. */
const made = new Set(['.cache', '.data', '.git', 'dist', 'coverage', 'screenshots'])

/** A copy of the product as it is after installation; files are linked, nobody writes into them. */
function copyProduct(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const inPackages = from.includes('node_modules')
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!inPackages && made.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyProduct(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    // A build writes over files of the sources: those are copied.
    else if (inPackages) linkSync(source, target)
    else copyFileSync(source, target)
  }
}

interface Place {
  readonly copy: string
  readonly data: string
  readonly port: number
}

/** The sign-in page's script is there and the server takes requests: whoever opens the address can begin. */
async function isUsable(url: string): Promise<boolean> {
  try {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })
    if (!ready.ok) return false
    const script = /src="([^"]+)"/.exec(await (await fetch(url)).text())?.[1]
    return script !== undefined && (await fetch(new URL(script, url))).ok
  } catch {
    return false
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** npm ends before the server that it has started, and the server tells its number in the lock of its data. */
async function end(child: ChildProcess, data: string): Promise<void> {
  const lock = join(data, 'server.lock')
  const { pid } = existsSync(lock) ? (JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }) : { pid: 0 }
  if (!hasEnded(child)) {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  while (pid > 0 && isAlive(pid)) await sleep(50)
}

/** Seconds from the command to a page that can be used. */
async function start({ copy, data, port }: Place): Promise<number> {
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: data },
  })
  const stop = onEnd(() => end(child, data))
  try {
    while (!(await isUsable(`http://localhost:${port}`))) {
      if (hasEnded(child) || performance.now() - begun > patience)
        throw new Error('npm start has not come to a page')
      await sleep(20)
    }
    return (performance.now() - begun) / 1_000
  } finally {
    await stop()
  }
}

const rowOf = (name: string, all: readonly number[], limit: number) => ({
  name,
  all,
  limit,
  value: median(all),
})

/** How soon the product can be used after `npm start`: on an empty folder, and on one that it has filled. */
export async function benchStart(): Promise<Section> {
  // Beside the checkout's own caches: links do not go from one file system to another.
  const copies = join(root, '.cache/bench-start')
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-bench-start-'))
  chmodSync(folder, 0o755)
  const remove = (path: string) =>
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const stop = onEnd(async () => [copies, folder].forEach(remove))
  const first: number[] = []
  const later: number[] = []
  const data = join(folder, 'data')
  const port = await freePort()
  let place: Place = { copy: copies, data, port }
  try {
    for (let round = 0; round < rounds; round += 1) {
      place = { ...place, copy: join(copies, String(round)) }
      remove(data)
      copyProduct(root, place.copy)
      first.push(await start(place))
    }
    for (let round = 0; round < rounds; round += 1) later.push(await start(place))
  } finally {
    await stop()
  }
  const rows = [
    rowOf('первый запуск после установки', first, limits.first),
    rowOf('следующие запуски', later, limits.later),
  ]
  const cells = rows.map(({ name, value, limit, all }) => [
    name,
    number(value, 1),
    number(limit),
    all.map((one) => number(one, 1)).join('; '),
  ])
  return {
    title: 'Запуск',
    markdown: `От команды \`npm start\` до страницы, с которой можно работать: \`/readyz\` отвечает, страница и её первый файл отдаются. Первый запуск — на копии с установленными пакетами, без собранных страниц и с пустой папкой данных: браузерная часть собирается, база создаётся и наполняется демонстрационным банком. Медианы ${rounds} замеров, секунды.

${table(['что', 'медиана', 'граница', 'по замерам'], cells)}`,
    missed: rows
      .filter(({ value, limit }) => value > limit)
      .map(({ name, value }) => `${name} ${number(value, 1)} с`),
  }
}
