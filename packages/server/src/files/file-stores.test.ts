import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type S3Server, startS3Server } from '#testing/services/s3-server.ts'
import { DiskStore } from './disk-store.ts'
import { FileMissing, type FileStore } from './file-store.ts'
import { S3Store } from './s3-store.ts'

vi.setConfig({ testTimeout: 30_000 })

let root: string
let server: S3Server
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'))
  server = await startS3Server()
})
afterEach(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

const impatient = { connectMs: 3_000, idleMs: 3_000, attempts: 3 }
const placeOf = (bucket = 'files', accessKeyId = 'key') => ({
  endpoint: server.url,
  bucket,
  region: 'us-east-1',
  accessKeyId,
  secretAccessKey: 'secret',
})
const bucketStore = () => new S3Store(placeOf(), impatient)
const folderStore = () => new DiskStore(join(root, 'store'))

const mebibyte = 1_048_576
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const keysOf = async (store: FileStore) => (await Array.fromAsync(store.list())).map(({ key }) => key)
/** What is left of writes that did not come to an end. */
const leftovers = async () => [
  ...server.uploads.keys(),
  ...(await readdir(join(root, 'store', '.unfinished')).catch(() => [])),
]

describe.each([
  ['a folder', folderStore],
  ['a bucket', bucketStore],
])('%s', (_name, open) => {
  it.each([0, 7, 5 * mebibyte, 12 * mebibyte + 1])(
    'gives back %i bytes as they were stored, with their size and sum',
    async (size) => {
      const store = open()
      const content = randomBytes(size)
      const file = await store.put(Readable.from([content.subarray(0, size / 3), content.subarray(size / 3)]))
      expect(file).toEqual({ key: expect.stringMatching(/^[0-9a-f]{40}$/), size, sha256: sha256(content) })
      expect((await buffer(await store.open(file.key))).equals(content)).toBe(true)
      expect((await store.find(file.key))?.size).toBe(size)
    },
  )

  it('takes an object back under the key that rows hold, and under no other kind of key', async () => {
    const store = open()
    const { key } = await store.put(Readable.from(['договор']))
    await store.remove(key)
    expect((await store.putBack(key, Readable.from(['договор']))).key).toBe(key)
    expect(await text(await store.open(key))).toBe('договор')
    await expect(store.putBack('../outside', Readable.from(['x']))).rejects.toBeInstanceOf(FileMissing)
    expect(await keysOf(store)).toEqual([key])
  })

  it('gives a part of an object', async () => {
    const store = open()
    const { key } = await store.put(Readable.from(['0123456789']))
    expect(await text(await store.open(key, { start: 3, end: 5 }))).toBe('345')
    expect(await text(await store.open(key, { start: 7 }))).toBe('789')
    expect(await text(await store.open(key, { start: 0, end: 0 }))).toBe('0')
    expect(await text(await store.open(key, { start: 10 }))).toBe('')
    await expect(store.open('f'.repeat(40), { start: 1 })).rejects.toBeInstanceOf(FileMissing)
  })

  it.each([4, 11 * mebibyte])('stores nothing of a stream that breaks off after %i bytes', async (size) => {
    const store = open()
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(size)
        throw new Error('cut')
      })(),
      { objectMode: false },
    )
    await expect(store.put(broken)).rejects.toThrow('cut')
    expect(await keysOf(store)).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  it('stores nothing of a stream that is destroyed', async () => {
    const store = open()
    const content = new Readable({ read: () => undefined })
    content.push('begun')
    const stored = store.put(content)
    setTimeout(() => content.destroy(), 50)
    await expect(stored).rejects.toThrow(/broke off|Premature|aborted/i)
    expect(await keysOf(store)).toEqual([])
  })

  it('lists objects in the order of keys and removes them, and does not mind removing twice', async () => {
    const store = open()
    const keys: string[] = []
    for (let at = 0; at < 12; at += 1) keys.push((await store.put(Readable.from([String(at)]))).key)
    expect(await keysOf(store)).toEqual(keys.toSorted())
    const [first = ''] = keys
    await store.remove(first)
    await store.remove(first)
    await expect(store.open(first)).rejects.toBeInstanceOf(FileMissing)
    expect(await store.find(first)).toBeNull()
    expect(await keysOf(store)).toEqual(keys.slice(1).toSorted())
  })

  it.each(['../../etc/passwd', '', 'a/b', '.unfinished', 'A'.repeat(40), `${'a'.repeat(40)}/..`])(
    'treats the key %j as missing',
    async (key) => {
      const store = open()
      await expect(store.open(key)).rejects.toBeInstanceOf(FileMissing)
      await expect(store.remove(key)).rejects.toBeInstanceOf(FileMissing)
      await expect(store.find(key)).rejects.toBeInstanceOf(FileMissing)
    },
  )

  it('can be used', async () => {
    await open().check()
  })
})

describe('a folder alone', () => {
  it('throws away what a killed server left, and not what is being written', async () => {
    const store = folderStore()
    await store.put(Readable.from(['whole']))
    await writeFile(join(root, 'store', '.unfinished', 'half'), 'half')
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await store.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1)
    expect(await keysOf(store)).toHaveLength(1)
  })

  it('says which folder cannot be used', async () => {
    await writeFile(join(root, 'occupied'), '')
    await expect(new DiskStore(join(root, 'occupied', 'store')).check()).rejects.toThrow(
      /^FILES_DIR: .*occupied/,
    )
  })
})

describe('a bucket alone', () => {
  const twelve = () => Readable.from([randomBytes(12 * mebibyte)], { objectMode: false })

  it('throws away what a killed server left, and not what is being written', async () => {
    const store = bucketStore()
    server.uploads.set('left', { key: 'a'.repeat(40), parts: new Map(), initiated: new Date(0) })
    server.uploads.set('running', { key: 'b'.repeat(40), parts: new Map(), initiated: new Date() })
    server.uploads.set('foreign', { key: 'reports/1', parts: new Map(), initiated: new Date(0) })
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(1)
    expect([...server.uploads.keys()]).toEqual(['running', 'foreign'])
  })

  it.each([
    ['a refused part', 'PUT', 'error'],
    ['a part that is not answered', 'PUT', 'silence'],
    ['a refused beginning', 'POST', 'error'],
  ] as const)('tries again after %s', async (_name, begins, fault) => {
    const store = bucketStore()
    server.plant(begins, fault)
    const { key, size } = await store.put(twelve())
    expect((await store.find(key))?.size).toBe(size)
  })

  it('goes on where a connection broke off in the middle of an object', async () => {
    const store = bucketStore()
    const content = randomBytes(3 * mebibyte)
    const { key } = await store.put(Readable.from([content]))
    server.plant('GET', 'cut', 2)
    expect((await buffer(await store.open(key))).equals(content)).toBe(true)
    expect(
      (await buffer(await store.open(key, { start: 1_000, end: 2_000_000 }))).equals(
        content.subarray(1_000, 2_000_001),
      ),
    ).toBe(true)
    expect(server.asked.filter((text) => text.startsWith('GET'))).toHaveLength(4)
  })

  it('gives up in the end and leaves nothing behind', async () => {
    const store = bucketStore()
    server.plant('PUT', 'error', 100)
    await expect(store.put(twelve())).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } })
    expect(await keysOf(store)).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  it('says why it cannot be used', async () => {
    await expect(new S3Store(placeOf('other'), impatient).check()).rejects.toThrow(/такой корзины нет/)
    await expect(new S3Store(placeOf('files', 'stranger'), impatient).check()).rejects.toThrow(
      /ключ не подходит/,
    )
    await server.close()
    await expect(bucketStore().check()).rejects.toThrow(/хранилище не отвечает/)
    server = await startS3Server()
  })
})
