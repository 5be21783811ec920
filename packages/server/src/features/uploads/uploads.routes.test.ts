import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import * as api from '@ipoteka-office/contract/uploads/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { applications, fillForDocuments } from '#testing/documents.ts'
import { jpeg, largePdf, pdf } from '#testing/file-specimens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { bring, checkItem, sendPart } from '#testing/uploads.ts'
import { tidyUploads } from './uploads.service.ts'

let bank: TestApp
/** An application of the agent's partner, and one of another. */
const own = { ownerType: 'APPLICATION', ownerId: applications.agent }
const foreign = { ownerType: 'APPLICATION', ownerId: applications.other }
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

const declare = async (files: readonly api.UploadFile[], as: 'admin' | 'agent' = 'admin') => {
  const { status, body } = await bank.call(api.createUpload, { body: { ...own, files: [...files] } }, { as })
  expect(status).toBe(200)
  return body
}
const itemOf = ({ items }: Pick<api.Upload, 'items'>, at = 0) => {
  const item = items[at]
  if (item === undefined) throw new Error('no item')
  return item
}
const stateOf = async (uid: string) => (await bank.call(api.getUpload, { params: { uid } })).body
const objects = async () => (await Array.fromAsync(bank.files.list())).length
const chunk = api.maxChunkBytes

describe('an upload in parts', { timeout: 60_000 }, () => {
  it('brings several files, each to its document, as they were', async () => {
    const contents = [largePdf(2 * chunk + 100_000, 'a'), await jpeg(50, 40), pdf({ pages: 3 }, 'b')]
    const names = ['договор.pdf', 'фото.jpg', '../паспорт.exe.pdf']
    const files = contents.map((content, at) => ({ name: names[at] ?? '', content }))
    const before = await objects()
    const upload = await bring(bank, own, files)
    expect(upload.items.map(({ state, reason }) => [state, reason])).toEqual(Array(3).fill(['DONE', null]))
    const { rows } = await sql<{
      key: string
      name: string
      sha256: string
      pages: number
      width: number | null
    }>`
      SELECT o.key, o.name, o.sha256, o.pages, o.width FROM stored_object o WHERE o.id = ANY(${upload.items.map(({ storageId }) => storageId)}::uuid[]) ORDER BY o.pages, o.width`.execute(
      bank.db,
    )
    expect(rows.map(({ name, pages, width }) => [name, pages, width])).toEqual([
      ['фото.jpg', 1, 50],
      ['договор.pdf', 1, null],
      ['паспорт_exe.pdf', 3, null],
    ])
    const sums = contents.map((content) => createHash('sha256').update(content).digest('hex'))
    expect(rows.map(({ sha256 }) => sha256).toSorted()).toEqual(sums.toSorted())
    for (const { key, sha256 } of rows)
      expect(
        createHash('sha256')
          .update(await buffer(await bank.files.open(key)))
          .digest('hex'),
      ).toBe(sha256)
    // The parts are gone.
    expect(await objects()).toBe(before + 3)
  })

  it('goes on after a break where it stopped, whoever asks how far it is', async () => {
    const content = largePdf(3 * chunk, 'resume')
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: content.length }])
    const { item } = itemOf(upload)
    await sendPart(bank, { uid, item, offset: 0 }, content.subarray(0, chunk))
    const resumed = itemOf(await stateOf(uid))
    expect(resumed).toMatchObject({ received: chunk, state: 'RECEIVING' })
    for (let offset = resumed.received; offset < content.length; offset += chunk)
      await sendPart(bank, { uid, item, offset }, content.subarray(offset, offset + chunk))
    expect(itemOf(await stateOf(uid)).state).toBe('CHECKING')
    await checkItem(bank, item)
    expect(itemOf(await stateOf(uid)).state).toBe('DONE')
  })

  it('does not mind a part that comes twice, nor two at once, and names the right place for a wrong one', async () => {
    const content = largePdf(2 * chunk, 'twice')
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: content.length }])
    const { item } = itemOf(upload)
    const before = await objects()
    const first = () => sendPart(bank, { uid, item, offset: 0 }, content.subarray(0, chunk))
    const answers = [...(await Promise.all([first(), first(), first()])), await first()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await objects()).toBe(before + 1)
    for (const offset of [100, 2 * chunk, 5]) {
      const { status, body } = await sendPart(bank, { uid, item, offset }, content.subarray(0, chunk))
      expect([status, api.RightOffset.parse(body.current)]).toEqual([409, { received: chunk }])
      expect(body.message).toMatch(/продолжается с байта/)
    }
    for (let offset = chunk; offset < content.length; offset += chunk)
      await sendPart(bank, { uid, item, offset }, content.subarray(offset, offset + chunk))
    // A job may be done twice.
    await Promise.all([checkItem(bank, item), checkItem(bank, item)])
    const done = itemOf(await stateOf(uid))
    expect(done.state).toBe('DONE')
    const { rows } = await sql`SELECT FROM document_file WHERE document_id = ${done.documentId}`.execute(
      bank.db,
    )
    expect(rows).toHaveLength(1)
    expect((await sendPart(bank, { uid, item, offset: 0 }, content.subarray(0, chunk))).status).toBe(200)
    expect(await objects()).toBe(before + 1)
  })

  it('of several items goes on side by side', async () => {
    const contents = [largePdf(2 * chunk, 'p1'), largePdf(2 * chunk, 'p2'), largePdf(2 * chunk, 'p3')]
    const upload = await declare(contents.map(({ length }, at) => ({ name: `${at}.pdf`, size: length })))
    await Promise.all(
      upload.items.map(async ({ item }, at) => {
        const content = contents[at] ?? Buffer.alloc(0)
        for (let offset = 0; offset < content.length; offset += chunk)
          await sendPart(bank, { uid: upload.uid, item, offset }, content.subarray(offset, offset + chunk))
        await checkItem(bank, item)
      }),
    )
    expect((await stateOf(upload.uid)).items.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'DONE'])
  })

  it('joins files to a document and gives a type', async () => {
    const first = itemOf(await bring(bank, own, [{ name: 'стр. 1.pdf', content: pdf({}, 'page one') }]))
    const content = pdf({}, 'page two')
    const { uid, ...upload } = await declare([
      { name: 'стр. 2.pdf', size: content.length, documentId: first.documentId },
    ])
    const { item } = itemOf(upload)
    await sendPart(bank, { uid, item, offset: 0 }, content)
    await checkItem(bank, item)
    expect(itemOf(await stateOf(uid))).toMatchObject({ state: 'DONE', documentId: first.documentId })
    const typed = pdf({}, 'typed')
    const other = await declare([{ name: 'паспорт.pdf', size: typed.length, typeCode: 'PASSPORT_RF' }])
    await sendPart(bank, { uid: other.uid, item: itemOf(other).item, offset: 0 }, typed)
    await checkItem(bank, itemOf(other).item)
    const { documentId } = itemOf(await stateOf(other.uid))
    const { rows } = await sql`SELECT type_code FROM document WHERE id = ${documentId}`.execute(bank.db)
    expect(rows).toEqual([{ type_code: 'PASSPORT_RF' }])
  })
})

describe('the same file', { timeout: 60_000 }, () => {
  it('is told of and stored again only when the person insists', async () => {
    const content = largePdf(chunk + 5, 'same')
    const first = itemOf(await bring(bank, own, [{ name: 'первый.pdf', content }]))
    const upload = await bring(bank, own, [{ name: 'второй.pdf', content }])
    const twin = itemOf(upload)
    expect(twin).toMatchObject({
      state: 'DUPLICATE',
      reason: 'Такой файл здесь уже есть: «первый.pdf»',
      same: { documentId: first.documentId, storageId: first.storageId },
      documentId: null,
    })
    const key = { params: { uid: upload.uid, item: String(twin.item) } }
    expect(itemOf((await bank.call(api.keepDuplicate, key)).body).state).toBe('CHECKING')
    await checkItem(bank, twin.item)
    const kept = itemOf(await stateOf(upload.uid))
    expect(kept).toMatchObject({ state: 'DONE', same: null })
    expect(kept.documentId).not.toBe(first.documentId)
    expect((await bank.call(api.keepDuplicate, key)).status).toBe(409)
  })

  it('at once becomes one document', async () => {
    const content = pdf({}, 'at once')
    const uploads = await Promise.all(
      [1, 2, 3, 4].map((n) => bring(bank, own, [{ name: `${n}.pdf`, content }])),
    )
    const states = uploads.flatMap(({ items }) => items.map(({ state }) => state))
    expect(states.toSorted()).toEqual(['DONE', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE'])
  })
})

describe('what is refused', () => {
  it('a wrong kind, with the first part, and nothing of it is kept', async () => {
    const before = await objects()
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: 3 * chunk }])
    const { item } = itemOf(upload)
    const { body } = await sendPart(bank, { uid, item, offset: 0 }, Buffer.alloc(chunk, 'MZ'))
    expect(body.items?.[0]).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringMatching(/^Принимаются файлы PDF/),
    })
    expect(await objects()).toBe(before)
  })

  it('a broken file, when it is whole', async () => {
    const before = await objects()
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000)])
    const { state, reason } = itemOf(await bring(bank, own, [{ name: 'a.pdf', content }]))
    expect([state, reason]).toEqual(['REFUSED', 'Файл PDF повреждён: откройте его у себя и сохраните заново'])
    expect(await objects()).toBe(before)
  })

  it('parts that are too long, too short, empty, or more than was announced', async () => {
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: 2 * chunk }])
    const { item } = itemOf(upload)
    const send = async (content: Buffer) => (await sendPart(bank, { uid, item, offset: 0 }, content)).status
    expect(await send(Buffer.alloc(chunk + 1))).toBe(413)
    expect(await send(Buffer.alloc(0))).toBe(400)
    expect(await send(Buffer.alloc(100))).toBe(400)
    const small = await declare([{ name: 'b.pdf', size: 100 }])
    const more = { uid: small.uid, item: itemOf(small).item, offset: 0 }
    expect((await sendPart(bank, more, Buffer.alloc(101))).status).toBe(400)
    expect(itemOf(await stateOf(uid)).received).toBe(0)
  })

  it.each([
    ['no files', []],
    ['an empty file', [{ name: 'a.pdf', size: 0 }]],
    ['a file without a name', [{ name: '', size: 5 }]],
    ['a file over the limit', [{ name: 'a.pdf', size: api.maxFileBytes + 1 }]],
    [
      'more files than are taken',
      Array.from({ length: api.maxUploadFiles + 1 }, () => ({ name: 'a', size: 1 })),
    ],
    ['more bytes than are taken', Array.from({ length: 11 }, () => ({ name: 'a', size: api.maxFileBytes }))],
    ['an unknown type', [{ name: 'a.pdf', size: 5, typeCode: 'NO_SUCH_TYPE' }]],
    ['a document that is not there', [{ name: 'a.pdf', size: 5, documentId: 2_000_000_000 }]],
  ])('%s', async (_name, files) => {
    const { status } = await bank.call(api.createUpload, { body: { ...own, files } })
    expect([400, 404]).toContain(status)
  })

  it('more than one person may leave unfinished', async () => {
    const gigabyte = Array.from({ length: 10 }, () => ({ name: 'a.pdf', size: api.maxFileBytes }))
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1)
      statuses.push(
        (await bank.call(api.createUpload, { body: { ...own, files: gigabyte } }, { as: 'agent' })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 409])
    await sql`DELETE FROM upload WHERE created_by = (SELECT id FROM employee WHERE login = 'agent')`.execute(
      bank.db,
    )
  })
})

describe('who may', () => {
  const files = [{ name: 'a.pdf', size: 100 }]
  it.each([
    ['viewer', 403],
    ['support', 403],
    ['agent', 404],
  ] as const)('%s is answered %i for an object of another partner', async (as, expected) => {
    expect((await bank.call(api.createUpload, { body: { ...foreign, files } }, { as })).status).toBe(expected)
  })

  it('upload to an object that does not exist is nobody', async () => {
    const body = { ownerType: 'APPLICATION', ownerId: 2_000_000_000, files }
    expect((await bank.call(api.createUpload, { body })).status).toBe(404)
    expect((await bank.call(api.createUpload, { body: { ...body, ownerType: 'NOTHING' } })).status).toBe(404)
  })

  it('sees and touches an upload of another person: nobody, not by any call', async () => {
    const { uid, ...upload } = await declare(files)
    const { item } = itemOf(upload)
    const params = { uid, item: String(item) }
    const as = 'agent'
    expect((await bank.call(api.getUpload, { params: { uid } }, { as })).status).toBe(404)
    expect((await sendPart(bank, { uid, item, offset: 0 }, Buffer.alloc(100), as)).status).toBe(404)
    expect((await bank.call(api.abandonUpload, { params: { uid } }, { as })).status).toBe(404)
    expect((await bank.call(api.abandonUploadItem, { params }, { as })).status).toBe(404)
    expect((await bank.call(api.keepDuplicate, { params }, { as })).status).toBe(404)
    const other = await declare(files)
    const crossed = { uid, item: itemOf(other).item }
    expect((await sendPart(bank, { ...crossed, offset: 0 }, Buffer.alloc(100))).status).toBe(404)
  })

  it('an agent uploads to his own partner, until he loses sight of the object', async () => {
    const content = pdf({}, 'agent')
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: content.length }], 'agent')
    const { item } = itemOf(upload)
    await sendPart(bank, { uid, item, offset: 0 }, content, 'agent')
    await sql`UPDATE application SET partner_id = 4 WHERE id = ${own.ownerId}`.execute(bank.db)
    expect((await bank.call(api.getUpload, { params: { uid } }, { as: 'agent' })).status).toBe(404)
    await checkItem(bank, item)
    await sql`UPDATE application SET partner_id = 2 WHERE id = ${own.ownerId}`.execute(bank.db)
    const after = (await bank.call(api.getUpload, { params: { uid } }, { as: 'agent' })).body
    expect(itemOf(after).state).toBe('REFUSED')
  })
})

describe('an upload that is given up', () => {
  it('leaves nothing of what was not finished', async () => {
    const before = await objects()
    const content = largePdf(2 * chunk, 'abandon')
    const upload = await declare([
      { name: 'a.pdf', size: content.length },
      { name: 'b.pdf', size: content.length },
    ])
    for (const { item } of upload.items)
      await sendPart(bank, { uid: upload.uid, item, offset: 0 }, content.subarray(0, chunk))
    expect(await objects()).toBe(before + 2)
    const params = { uid: upload.uid, item: String(itemOf(upload).item) }
    const one = (await bank.call(api.abandonUploadItem, { params })).body
    expect(one.items.map(({ state }) => state)).toEqual(['ABANDONED', 'RECEIVING'])
    expect(await objects()).toBe(before + 1)
    const all = (await bank.call(api.abandonUpload, { params: { uid: upload.uid } })).body
    expect(all.items.map(({ state }) => state)).toEqual(['ABANDONED', 'ABANDONED'])
    expect(await objects()).toBe(before)
  })

  it('or forgotten is swept away after a day', async () => {
    const before = await objects()
    const content = largePdf(2 * chunk, 'forgotten')
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: content.length }])
    await sendPart(bank, { uid, item: itemOf(upload).item, offset: 0 }, content.subarray(0, chunk))
    await tidyUploads(bank.db, bank.files)
    expect((await stateOf(uid)).items).toHaveLength(1)
    await sql`UPDATE upload SET touched_at = now() - interval '25 hours' WHERE uid = ${uid}::uuid`.execute(
      bank.db,
    )
    await tidyUploads(bank.db, bank.files)
    expect((await bank.call(api.getUpload, { params: { uid } })).status).toBe(404)
    expect(await objects()).toBe(before)
  })

  it('whose check has got stuck is checked again', async () => {
    const content = pdf({}, 'stuck')
    const { uid, ...upload } = await declare([{ name: 'a.pdf', size: content.length }])
    const { item } = itemOf(upload)
    await sendPart(bank, { uid, item, offset: 0 }, content)
    await sql`DELETE FROM pgboss.job WHERE name = 'upload-check'`.execute(bank.db)
    await sql`UPDATE upload SET touched_at = now() - interval '2 hours' WHERE uid = ${uid}::uuid`.execute(
      bank.db,
    )
    await tidyUploads(bank.db, bank.files)
    const { rows } = await sql<{
      data: unknown
    }>`SELECT data FROM pgboss.job WHERE name = 'upload-check'`.execute(bank.db)
    expect(rows).toEqual([{ data: { item } }])
    await checkItem(bank, item)
  })
})

it('after all of this every object has a row and every row an object', async () => {
  const found = await checkStore(bank.db, bank.files, { olderThan: new Date(Date.now() + 60_000) })
  expect(found).toMatchObject({ orphans: 0, missing: 0 })
  expect(found.objects).toBe(found.held)
})
