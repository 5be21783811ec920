import { createHash } from 'node:crypto'
import * as api from '@ipoteka-office/contract/employees/employee-parts.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { jpeg as jpegOf, largePdf, png as pngOf } from '#testing/file-specimens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const pdf = largePdf(300_000)
const png = pngOf({ width: 40, height: 30 })
const jpeg = await jpegOf()

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO employee_document (employee_id, kind, type_code) VALUES (23, 'OTHER', 'SNILS'), (24, 'OTHER', 'SNILS')`.execute(
    bank.db,
  )
  await sql`INSERT INTO procuracy (employee_id, number, date_from, date_to, scope)
    VALUES (23, '1', '2026-01-01', '2030-01-01', 'Всё'), (24, '1', '2026-01-01', '2030-01-01', 'Всё')`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const boundary = 'x-test-boundary'
const partOf = (name: string, fileName: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/html\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const own = { employeeId: '23', documentId: '1' }
interface Upload {
  readonly endpoint?: EndpointSpec
  readonly params?: Readonly<Record<string, string>>
  readonly as?: Login
  readonly type?: string
}
async function upload(
  payload: Buffer,
  {
    endpoint = api.uploadDocumentFile,
    params = own,
    as = 'admin',
    type = `multipart/form-data; boundary=${boundary}`,
  }: Upload = {},
) {
  const raw = await bank.app.inject({
    method: 'POST',
    url: `/api${fillPath(endpoint.path, params)}`,
    headers: { authorization: `Bearer ${await bank.tokenOf(as)}`, 'content-type': type },
    payload,
  })
  return { status: raw.statusCode, body: raw.body === '' ? undefined : raw.json() }
}
const stored = async () => (await Array.fromAsync(bank.files.list())).length

describe('a file', () => {
  it.each([
    ['приказ.pdf', pdf, 'application/pdf', 'приказ.pdf'],
    ['scan.JPG', jpeg, 'image/jpeg', 'scan.JPG'],
    ['picture.html', png, 'image/png', 'picture_html.png'],
  ])('%s is taken by its bytes and given back as it was', async (name, content, contentType, savedAs) => {
    const { status, body } = await upload(formOf(partOf('file', name, content)))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.file).toMatchObject({ name: savedAs, contentType, size: content.length })
    const got = await bank.call(api.downloadDocumentFile, { params: own })
    expect(got.raw.rawPayload.equals(content)).toBe(true)
    expect(got.headers).toMatchObject({
      'content-type': contentType,
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('attachment; filename='),
    })
  })

  it('is written down with its sum and keeps through a check of the store', async () => {
    const { rows } = await sql<{ sha256: string; owner_type: string; created_by: number }>`
      SELECT sha256, owner_type, created_by FROM stored_object WHERE name = 'приказ.pdf'`.execute(bank.db)
    expect(rows).toEqual([
      {
        sha256: createHash('sha256').update(pdf).digest('hex'),
        owner_type: 'employee_document',
        created_by: 1,
      },
    ])
    const before = await stored()
    // As if every file were old enough to be left over.
    const { orphans, missing } = await checkStore(bank.db, bank.files, {
      olderThan: new Date(Date.now() + 60_000),
    })
    expect([orphans, missing]).toEqual([0, 0])
    expect(await stored()).toBe(before)
  })

  it('of a procuracy works in the same way', async () => {
    const params = { employeeId: '23', id: '1' }
    const { status, body } = await upload(formOf(partOf('file', 'дов.pdf', pdf)), {
      endpoint: api.uploadProcuracyFile,
      params,
    })
    expect([status, body.file.name]).toEqual([200, 'дов.pdf'])
    expect((await bank.call(api.downloadProcuracyFile, { params })).raw.rawPayload.equals(pdf)).toBe(true)
  })
})

describe('what is refused and leaves no file behind', () => {
  it.each([
    ['another kind', Buffer.from('<html><script>alert(1)</script></html>'), 400],
    ['a PDF that begins later', Buffer.concat([Buffer.from('MZ'), pdf]), 400],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 400],
    ['an empty file', Buffer.alloc(0), 400],
    ['a file over 20 MB', Buffer.concat([pdf, Buffer.alloc(api.maxDocumentBytes)]), 413],
  ])('%s', async (_name, content, expected) => {
    const before = await stored()
    const { status, body } = await upload(formOf(partOf('file', 'a.pdf', content)))
    expect([status, body.fields?.[0]?.path]).toEqual([expected, 'file'])
    expect(await stored()).toBe(before)
  })

  it('a form without a file, JSON, and a form that breaks off', async () => {
    expect((await upload(formOf())).status).toBe(400)
    expect((await upload(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415)
    const before = await stored()
    const broken = await upload(formOf(partOf('file', 'a.pdf', pdf)).subarray(0, 200_000))
    expect(broken.status).toBeGreaterThanOrEqual(400)
    expect(broken.status).toBeLessThan(500)
    expect(await stored()).toBe(before)
  })

  it.each([
    ['without the right', 'support', own, 403],
    ['of another partner', 'partner-admin', { employeeId: '24', documentId: '2' }, 404],
    ['of another person', 'admin', { employeeId: '23', documentId: '2' }, 404],
  ] as const)('a file %s', async (_name, as, params, expected) => {
    const before = await stored()
    expect((await upload(formOf(partOf('file', 'a.pdf', pdf)), { as, params })).status).toBe(expected)
    const got = await bank.call(api.downloadDocumentFile, { params }, { as })
    expect(got.status).toBe(expected)
    const procuracy = { employeeId: params.employeeId, id: params.documentId }
    const endpoint = api.uploadProcuracyFile
    expect(
      (await upload(formOf(partOf('file', 'a.pdf', pdf)), { as, params: procuracy, endpoint })).status,
    ).toBe(expected)
    expect(await stored()).toBe(before)
  })
})
