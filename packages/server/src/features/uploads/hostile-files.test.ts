import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'
import { uploadDocumentFile } from '@ipoteka-office/contract/employees/employee-parts.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { maxChunkBytes } from '@ipoteka-office/contract/uploads/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { applications, fillForDocuments, formOf } from '#testing/documents.ts'
import { jpeg, office, pdf, png, zipOf } from '#testing/file-specimens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { bring, sendForm } from '#testing/uploads.ts'

let bank: TestApp
const own = { ownerType: 'APPLICATION', ownerId: applications.other }
const mebibyte = 1_048_576
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
  await sql`INSERT INTO employee_document (employee_id, kind, type_code) VALUES (23, 'OTHER', 'SNILS')`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const objects = async () => (await Array.fromAsync(bank.files.list())).length
const rows = async () =>
  Number((await sql<{ n: string }>`SELECT count(*) AS n FROM stored_object`.execute(bank.db)).rows[0]?.n)
const state = async () => ({ objects: await objects(), rows: await rows() })

/** In one request, as a document of an employee. */
const atOnce = (name: string, content: Buffer) =>
  sendForm(
    bank,
    fillPath(uploadDocumentFile.path, { employeeId: '23', documentId: '1' }),
    formOf(name, content),
  )
/** In parts, as a document of an application. */
const inParts = async (name: string, content: Buffer) =>
  (await bring(bank, own, [{ name, content }])).items[0]

const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const part = (name: string, content: Buffer | string) => ({ name, content: Buffer.from(content) })

describe('refused with a reason, and nothing is kept', { timeout: 60_000 }, () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer, RegExp]>([
    [
      'a program called a PDF',
      'паспорт.pdf',
      () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(70_000, 1)]),
      /^Принимаются файлы PDF/,
    ],
    [
      'a page of the web called a JPEG',
      'фото.jpg',
      () => Buffer.from('<html><script>alert(1)</script></html>'),
      /^Принимаются файлы|веб-страница/,
    ],
    [
      'a drawing with a script called a PNG',
      'фото.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      /^Принимаются файлы|веб-страница/,
    ],
    ['an archive called a PDF', 'скан.pdf', () => zipOf([part('a.txt', 'a')]), /^Принимаются файлы/],
    [
      'a PDF bomb',
      'скан.pdf',
      () =>
        pdf({
          catalog: '/X 4 0 R',
          more: [{ dict: '<< /Filter /FlateDecode >>', stream: bomb(200 * mebibyte) }],
        }),
      /слишком большой объём/,
    ],
    [
      'an image of 2.5 billion points',
      'скан.png',
      () => png({ width: 50_000, height: 50_000, rows: Buffer.alloc(2_000) }),
      /50000 × 50000 точек слишком велико/,
    ],
    ['a broken PDF', 'скан.pdf', () => pdf({ pages: 4 }).subarray(0, 400), /повреждён/],
    ['a broken image', 'скан.jpg', async () => (await jpeg(900, 700)).subarray(0, 2_000), /повреждено/],
    [
      'an encrypted PDF',
      'скан.pdf',
      () => pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>' }),
      /защищён паролем/,
    ],
  ])('%s', async (_name, name, make, reason) => {
    const before = await state()
    const content = await make()
    const { status, body } = await atOnce(name, content)
    expect(status).toBe(400)
    expect(body.message).toMatch(reason)
    expect(body.fields).toEqual([{ path: 'file', message: body.message }])
    const item = await inParts(name, content)
    expect(item).toMatchObject({ state: 'REFUSED', reason: expect.stringMatching(reason), documentId: null })
    expect(await state()).toEqual(before)
  })

  it.each<[string, string, () => Buffer, RegExp]>([
    [
      'a zip bomb called a table',
      'выписка.xlsx',
      () => office('xlsx', [part('xl/media/a.bin', Buffer.alloc(200 * mebibyte))]),
      /слишком большой объём/,
    ],
    [
      'a text that lies about its size',
      'справка.docx',
      () => office('docx', [{ ...part('word/media/a.bin', Buffer.alloc(mebibyte)), size: 10 }]),
      /слишком большой объём|повреждён/,
    ],
    [
      'a text with macros',
      'справка.docx',
      () => office('docx', [part('word/vbaProject.bin', 'x')]),
      /макросы/,
    ],
    [
      'an archive that climbs out of its folder',
      'справка.docx',
      () => office('docx', [part('../../../etc/cron.d/a', 'x')]),
      /недопустимые имена/,
    ],
    [
      'entities that multiply',
      'выписка.xml',
      () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
      /DOCTYPE/,
    ],
  ])('%s', async (_name, name, make, reason) => {
    const before = await state()
    expect(await inParts(name, make())).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringMatching(reason),
    })
    expect(await state()).toEqual(before)
  })

  it('an empty file', async () => {
    const before = await state()
    const { status, body } = await atOnce('пусто.pdf', Buffer.alloc(0))
    expect([status, body.message]).toEqual([400, 'Файл пуст'])
    expect(await state()).toEqual(before)
  })

  it('a file over the limit, and one that breaks off', async () => {
    const before = await state()
    expect((await atOnce('большой.pdf', Buffer.concat([pdf(), Buffer.alloc(21 * mebibyte)]))).status).toBe(
      413,
    )
    const { headers, payload } = formOf('половина.pdf', pdf({ pages: 50 }))
    const broken = await sendForm(
      bank,
      fillPath(uploadDocumentFile.path, { employeeId: '23', documentId: '1' }),
      { headers, payload: payload.subarray(0, payload.length - 300) },
    )
    expect([broken.status, broken.body.message]).toEqual([400, 'Файл передан не полностью'])
    expect(await state()).toEqual(before)
  })
})

describe('made harmless, and the person is told', { timeout: 60_000 }, () => {
  it('a PDF with a script loses the script', async () => {
    const content = pdf({ catalog: `/OpenAction ${script}` }, 'active')
    const item = await inParts('анкета.pdf', content)
    expect(item).toMatchObject({ state: 'DONE', warnings: ['Из PDF удалены: сценарии JavaScript'] })
    const { rows: found } = await sql<{ key: string; warnings: string[]; differs: boolean }>`
      SELECT key, warnings, sha256 <> source_sha256 AS differs FROM stored_object WHERE id = ${item?.storageId}::uuid`.execute(
      bank.db,
    )
    expect(found).toMatchObject([{ warnings: ['Из PDF удалены: сценарии JavaScript'], differs: true }])
    const stored = Buffer.concat(await Array.fromAsync(await bank.files.open(found[0]?.key ?? '')))
    expect(stored.includes('app.alert')).toBe(false)
    expect(stored.subarray(0, 5).toString()).toBe('%PDF-')
    // The same file again is known by what came, not by what was stored.
    expect(await inParts('анкета 2.pdf', content)).toMatchObject({ state: 'DUPLICATE' })
  })

  it.each([
    ['../../../etc/passwd', 'passwd.pdf'],
    ['C:\\Windows\\System32\\config.pdf', 'config.pdf'],
    ['..%2f..%2fa.pdf', '..%2f..%2fa.pdf'.replace(/^\.+/, '')],
    ['счёт\u202Efdp.exe', 'счётfdp_exe.pdf'],
    ['договор.pdf.html', 'договор.pdf_html.pdf'],
    ['NUL.pdf', '_NUL.pdf'],
    [`${'очень длинное имя '.repeat(50)}.pdf`, `${'очень длинное имя '.repeat(50).slice(0, 120).trim()}.pdf`],
  ])('the name %j', async (given, expected) => {
    const item = await inParts(given, pdf({}, `name ${expected.slice(0, 20)}`))
    expect(item?.state, item?.reason ?? '').toBe('DONE')
    const { rows: found } = await sql<{
      name: string
    }>`SELECT name FROM stored_object WHERE id = ${item?.storageId}::uuid`.execute(bank.db)
    expect(found).toEqual([{ name: expected }])
  })
})

it('the same file from eight hands at once becomes one document', async () => {
  const before = await state()
  const content = pdf({ pages: 5 }, 'eight')
  const items = await Promise.all(Array.from({ length: 8 }, (_, at) => inParts(`${at}.pdf`, content)))
  expect(items.filter((item) => item?.state === 'DONE')).toHaveLength(1)
  expect(items.filter((item) => item?.state === 'DUPLICATE')).toHaveLength(7)
  await sql`UPDATE upload SET touched_at = now() - interval '2 days'`.execute(bank.db)
  expect(await rows()).toBe(before.rows + 1)
})

it('a hundred attacks leave the memory of the server as it was', async () => {
  const attacks = [
    office('xlsx', [part('xl/media/a.bin', Buffer.alloc(100 * mebibyte))]),
    pdf({
      catalog: '/X 4 0 R',
      more: [{ dict: '<< /Filter /FlateDecode >>', stream: bomb(100 * mebibyte) }],
    }),
    png({ width: 50_000, height: 50_000, rows: Buffer.alloc(2_000) }),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * maxChunkBytes, 7)]),
  ]
  const round = async () => {
    for (const [at, content] of attacks.entries()) await inParts(`${at}.pdf`, content)
  }
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // What is merely not collected yet, of these tests or of those before them, is no growth.
  const memory = async () => {
    collectGarbage()
    const text = await readFile('/proc/self/status', 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? process.memoryUsage().rss / 1_024) / 1_024
  }
  for (let n = 0; n < 5; n += 1) await round()
  const before = await memory()
  for (let n = 0; n < 20; n += 1) await round()
  const grown = (await memory()) - before
  expect(grown, `grown by ${grown.toFixed(0)} MB`).toBeLessThan(60)
}, 120_000)

it('after all of this every object has a row and every row an object', async () => {
  const found = await checkStore(bank.db, bank.files, { olderThan: new Date(Date.now() + 60_000) })
  expect(found).toMatchObject({ orphans: 0, missing: 0 })
  expect(found.objects).toBe(found.held)
})
