import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DiskStore } from './disk-store.ts'
import { FileMissing } from './file-store.ts'

let root: string
let store: DiskStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'))
  store = new DiskStore(join(root, 'store'))
})
afterEach(() => rm(root, { recursive: true }))

it('gives back what was stored, with its size and sum', async () => {
  const content = 'Договор № 1'
  const file = await store.put(Readable.from([Buffer.from('Договор '), Buffer.from('№ 1')]))
  expect(file.size).toBe(Buffer.byteLength(content))
  expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  expect(await text(await store.open(file.key))).toBe(content)
})

it('stores nothing of a stream that breaks off', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('cut')
    })(),
  )
  await expect(store.put(broken)).rejects.toThrow('cut')
  expect(await Array.fromAsync(store.list())).toEqual([])
  expect(await readdir(join(root, 'store', '.unfinished'))).toEqual([])
})

it('lists and removes objects, and does not mind removing twice', async () => {
  const { key } = await store.put(Readable.from(['a']))
  expect((await Array.fromAsync(store.list())).map((file) => file.key)).toEqual([key])
  await store.remove(key)
  await store.remove(key)
  await expect(store.open(key)).rejects.toBeInstanceOf(FileMissing)
  expect(await Array.fromAsync(store.list())).toEqual([])
})

it.each(['../../etc/passwd', '', 'a/b', '.unfinished', 'A'.repeat(40), `${'a'.repeat(40)}/..`])(
  'treats the key %j as missing',
  async (key) => {
    await expect(store.open(key)).rejects.toBeInstanceOf(FileMissing)
    await expect(store.remove(key)).rejects.toBeInstanceOf(FileMissing)
  },
)
