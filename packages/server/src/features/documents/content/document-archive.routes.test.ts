import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applications,
  fileAt,
  fillForDocuments,
  imageOf,
  newDocument,
  pdfOf,
  withFile,
} from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { unzip } from '#testing/zip.ts'
import { archiveOf } from './archive-stream.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

const owner = { ownerType: 'APPLICATION', ownerId: applications.other } as const
const query = { ...owner, ownerId: String(owner.ownerId) }
const manifestOf = (list: ReturnType<typeof unzip>) => list.at(-1)?.content.toString('utf8') ?? ''

describe('the archive of an owner', () => {
  it('holds every file in the folder of its category, under a name of its own, and a list of contents', async () => {
    expect((await bank.call(api.downloadArchive, { query })).status).toBe(409)
    const pdf = await pdfOf(2)
    const person = { roleCode: 'MAIN_BORROWER', name: 'Петров/Пётр' } as const
    await withFile(bank, await newDocument(bank, { ...owner, typeCode: 'NDFL2', participant: person }), pdf)
    const two = await newDocument(bank, { ...owner, typeCode: 'SNILS' })
    await withFile(bank, two, await imageOf('png', { colour: '#112233' }), 'а.png')
    await withFile(bank, two, await imageOf('png', { colour: '#445566' }), 'а.png')
    await withFile(bank, await newDocument(bank, owner), await pdfOf(1), 'прочее.pdf')
    const marked = await withFile(bank, await newDocument(bank, owner), await pdfOf(5))
    await bank.call(api.markDocumentDeleted, {
      params: { id: String(marked.id) },
      body: { version: marked.version },
    })
    const { status, headers, raw } = await bank.call(api.downloadArchive, { query }, { as: 'partner-admin' })
    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    const list = unzip(raw.rawPayload)
    expect(list.map(({ path, isStored }) => [path, isStored])).toEqual([
      [expect.stringMatching(/^Доходы\/Справка о доходах.* — Петров_Пётр\.pdf$/), true],
      ['Документы, удостоверяющие личность/СНИЛС.png', true],
      ['Документы, удостоверяющие личность/СНИЛС (2).png', true],
      ['Неразобранные/прочее.pdf', true],
      ['Опись.csv', false],
    ])
    expect(list[0]?.content.equals(pdf)).toBe(true)
    expect(manifestOf(list).split('\r\n')).toHaveLength(6)
    expect(manifestOf(list)).toContain('прочее.pdf')
  })

  it('is whole without a file that the store has lost, and says so', async () => {
    const lost = await withFile(bank, await newDocument(bank, owner), await pdfOf(7), 'пропал.pdf')
    const { rows } = await sql<{ key: string }>`
      SELECT key FROM stored_object WHERE id = ${fileAt(lost).storageId}::uuid`.execute(bank.db)
    await bank.files.remove(rows[0]?.key ?? '')
    const { status, raw } = await bank.call(api.downloadArchive, { query })
    const list = unzip(raw.rawPayload)
    expect([status, list.length]).toEqual([200, 5])
    expect(manifestOf(list)).toMatch(/пропал\.pdf;НЕТ: файл не найден в хранилище/)
  })

  it('of one document with several files comes from its download', async () => {
    const made = await newDocument(bank, { ...owner, typeCode: 'INN' })
    await withFile(bank, made, await pdfOf(3))
    await withFile(bank, made, await pdfOf(4))
    const { raw } = await bank.call(files.downloadDocument, { params: { id: String(made.id) } })
    expect(unzip(raw.rawPayload)).toHaveLength(3)
  })

  it('needs its right, and takes nothing of other owners', async () => {
    for (const as of ['agent', 'viewer'] as const)
      expect((await bank.call(api.downloadArchive, { query }, { as })).status).toBe(403)
    const foreign = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const wrong = await bank.call(api.downloadArchive, { query: { ...query, ids: String(foreign.id) } })
    expect(wrong.status).toBe(404)
  })
})

/** A store whose objects are made as they are read: `reads` counts the bytes, `open` what is not closed. */
function madeStore(objectBytes: number) {
  const state = { reads: 0, open: 0 }
  const store = {
    ...bank.files,
    open: async () => {
      let left = objectBytes
      state.open += 1
      const source = new Readable({
        read(size) {
          const length = Math.min(size, left)
          left -= length
          state.reads += length
          this.push(length === 0 ? null : Buffer.alloc(length, 1))
        },
      })
      source.once('close', () => {
        state.open -= 1
      })
      return source
    },
  }
  return { state, store: store as unknown as TestApp['files'] }
}
const mebibyte = 1_048_576
const entries = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: String(at),
    path: `ф/${at}.pdf`,
    size,
    at: new Date(),
    compress: false,
  }))
const manifest = { path: 'Опись.csv', content: async () => Buffer.from('опись') }

describe('a receiver', () => {
  it('who is slow is not read ahead of', async () => {
    const { state, store } = madeStore(20 * mebibyte)
    const stream = archiveOf(store, entries(10, 20 * mebibyte), manifest, () => undefined)
    await once(stream, 'readable')
    await wait(200)
    expect(state.reads).toBeLessThan(2 * mebibyte)
    stream.destroy()
    await soon(() => expect(state.open).toBe(0))
  })

  it('who goes away over HTTP leaves nothing open', async () => {
    const { state, store } = madeStore(50 * mebibyte)
    const errors: unknown[] = []
    bank.app.server.on('error', (error) => errors.push(error))
    const { default: Fastify } = await import('fastify')
    const app = Fastify()
    app.get('/', (_request, reply) =>
      reply.send(archiveOf(store, entries(10, 50 * mebibyte), manifest, (error) => errors.push(error))),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const call = request({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    call.on('error', () => undefined)
    call.end()
    const [answer] = (await once(call, 'response')) as [Readable]
    await once(answer, 'data')
    call.destroy()
    await soon(() => expect(state.open).toBe(0))
    expect(state.reads).toBeLessThan(100 * mebibyte)
    expect(errors).toEqual([])
    await app.close()
  })

  it('gets a broken archive, not a short one, when a file breaks off', async () => {
    const { store } = madeStore(mebibyte)
    const told: unknown[] = []
    const stream = archiveOf(store, entries(2, 2 * mebibyte), manifest, (error) => told.push(error))
    await expect(stream.resume().toArray()).rejects.toThrow('unexpected number of bytes')
  })
})
