import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CaseSection, saveCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import * as api from '@ipoteka-office/contract/uploads/uploads.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { databaseName } from '#embedded/postgres/cluster.ts'
import { readPostmaster } from '#embedded/postgres/postmaster.ts'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { DemoBank } from '#testing/demo-bank.ts'
import { directGrant } from '#testing/processes/direct-grant.ts'
import { largePdf } from '#testing/file-specimens.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { DiskStore } from './disk-store.ts'

let parent: string
let product: Product
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'ipoteka-killed-'))
  chmodSync(parent, 0o755)
  product = new Product({
    dataDir: join(parent, 'data'),
    port: await freePort(),
    env: { LOG_LEVEL: 'warn', WRITES_PER_MINUTE: '1000000' },
  })
  await new DemoBank(inject('demoBankPlace')).copyTo(product.dataDir)
}, 180_000)
afterAll(async () => {
  await product.stop()
  rmSync(parent, { recursive: true, force: true })
})

const signIn = async (login = 'admin'): Promise<string> =>
  (await directGrant(product.url, login)).access_token

/** Null: no answer, as when the server is killed. */
async function call<T>(token: string, method: string, path: string, body?: BodyInit): Promise<T | null> {
  try {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    return answer.ok ? ((await answer.json()) as T) : null
  } catch {
    return null
  }
}

/** What the server has said is done: the stored object and the sum of the file. */
type Answered = Map<string, string>

/** False when nobody answers. */
async function sendParts(token: string, path: string, content: Buffer): Promise<boolean> {
  for (let offset = 0; offset < content.length; offset += api.maxChunkBytes) {
    const form = new FormData()
    const part = Uint8Array.from(content.subarray(offset, offset + api.maxChunkBytes))
    form.append('file', new Blob([part]), 'part')
    if ((await call(token, 'POST', `${path}&offset=${offset}`, form)) === null) return false
  }
  return true
}

/** Brings one file in parts and waits for what becomes of it; null when nobody answers. */
async function bring(
  token: string,
  owner: object,
  name: string,
  content: Buffer,
): Promise<api.UploadItem | null> {
  const body = JSON.stringify({ ...owner, files: [{ name, size: content.length }] })
  const upload = await call<api.Upload>(token, 'POST', api.createUpload.path, body)
  const [first] = upload?.items ?? []
  if (upload === null || first === undefined) return null
  const path = fillPath(api.getUpload.path, { uid: upload.uid })
  if (!(await sendParts(token, `${path}?item=${first.item}`, content))) return null
  for (;;) {
    const [item] = (await call<api.Upload>(token, 'GET', path))?.items ?? []
    if (item === undefined || item.state !== 'CHECKING') return item ?? null
    await sleep(50)
  }
}

/** Brings one file after another until nobody answers any more. */
async function keepUploading(token: string, owner: object, hand: number, answered: Answered): Promise<void> {
  for (let n = 0; ; n += 1) {
    const content = largePdf(api.maxChunkBytes + 200_000, `hand ${hand} file ${n} ${Date.now()}`)
    const item = await bring(token, owner, `${hand}-${n}.pdf`, content)
    if (item === null) return
    if (item.storageId !== null)
      answered.set(item.storageId, createHash('sha256').update(content).digest('hex'))
  }
}

/** The last save of a section that the server has answered, by the case. */
type Saved = Map<number, { readonly version: number; readonly amount: unknown }>

/** Opens an application of its own and saves one section of it after another until nobody answers any more. */
async function keepSaving(token: string, hand: number, saved: Saved): Promise<void> {
  const start = {
    programme: '2',
    regionCode: '77',
    lastName: 'Стойкова',
    firstName: `Рука ${'абв'[hand - 1]}`,
  }
  const made = await call<{ id: number }>(token, 'POST', createFullApplication.path, JSON.stringify(start))
  if (made === null) return
  const path = fillPath(saveCaseSection.path, { id: String(made.id), section: 'CREDIT' })
  let section = await call<CaseSection>(token, 'GET', path)
  for (let n = 1; section !== null; n += 1) {
    const { data, version } = section
    const body = JSON.stringify({ data: { ...data, amount: String(1_000_000 + n) }, version })
    section = await call<CaseSection>(token, 'PUT', path, body)
    if (section !== null) saved.set(made.id, { version: section.version, amount: section.data['amount'] })
    // Uploads are to get their share of the server.
    await sleep(40)
  }
}

/** Every answered save is there: as it was answered, or under the one save that was being made when the server died. */
async function expectSaved(token: string, saved: Saved): Promise<void> {
  for (const [id, answered] of saved) {
    const path = fillPath(saveCaseSection.path, { id: String(id), section: 'CREDIT' })
    const section = await call<CaseSection>(token, 'GET', path)
    const version = section?.version ?? 0
    expect([answered.version, answered.version + 1]).toContain(version)
    if (version === answered.version) expect(section?.data['amount']).toBe(answered.amount)
  }
}

/** The embedded database, as its owner. */
function connectionString(): string {
  const home = join(product.dataDir, 'postgres')
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  const { socketDir = '', port = 0 } = readPostmaster(join(home, 'data')) ?? {}
  const host = socketDir === '' ? '127.0.0.1' : encodeURIComponent(socketDir)
  return `postgresql://${databaseName}:${password}@${host}:${port}/${databaseName}`
}

it('loses nothing that was answered and leaves no half when it is killed in the middle of uploads and of saves', async () => {
  const answered: Answered = new Map()
  const saved: Saved = new Map()
  await product.start()
  for (let round = 0; round < 2; round += 1) {
    const token = await signIn()
    const hands = [1, 2, 3, 4, 5, 6].map((hand) =>
      keepUploading(token, { ownerType: 'PARTNER', ownerId: 2 }, hand, answered),
    )
    const agent = await signIn('agent')
    const savers = [1, 2, 3].map((hand) => keepSaving(agent, hand, saved))
    const enough = answered.size + 12
    const until = Date.now() + 60_000
    while (answered.size < enough && Date.now() < until) await sleep(100)
    await product.kill()
    await Promise.all([...hands, ...savers])
    await product.start()
  }
  expect(saved.size).toBe(6)
  expect([...saved.values()].every(({ version }) => version > 2)).toBe(true)
  await expectSaved(await signIn('agent'), saved)
  expect(answered.size).toBeGreaterThan(10)

  const files = new DiskStore(join(product.dataDir, 'files'))
  const url = connectionString()
  const client = new pg.Client(url)
  await client.connect()
  // What was cut short is checked again and becomes a document, or is told to be refused.
  const stillChecking = async () =>
    (await client.query(`SELECT 1 FROM upload_item WHERE state = 'CHECKING'`)).rowCount ?? 0
  for (let n = 0; n < 600 && (await stillChecking()) > 0; n += 1) await sleep(200)
  expect(await stillChecking()).toBe(0)

  const { rows } = await client.query<{ id: string; key: string; sha256: string }>(
    'SELECT id, key, sha256 FROM stored_object',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [storageId, sum] of answered) expect(byId.get(storageId)?.sha256).toBe(sum)
  // The demo bank's specimens belong to many documents: each content is read once.
  const contents = new Map(rows.map((row) => [`${row.key} ${row.sha256}`, row]))
  for (const { key, sha256 } of contents.values()) {
    const hash = createHash('sha256')
    for await (const chunk of await files.open(key)) hash.update(chunk)
    expect(hash.digest('hex')).toBe(sha256)
  }

  const { db, close } = openDatabase({ connectionString: url, poolSize: 2, queryTimeout: 0 })
  try {
    const first = await checkStore(db, files, { olderThan: new Date() })
    expect(first.missing).toBe(0)
    const again = await checkStore(db, files, { olderThan: new Date() })
    expect(again).toMatchObject({ orphans: 0, missing: 0 })
    expect(again.objects).toBe(again.held)
    await files.removeUnfinished(new Date())
  } finally {
    await close()
    await client.end()
  }
}, 240_000)
