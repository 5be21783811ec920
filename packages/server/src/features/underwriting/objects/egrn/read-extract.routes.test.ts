import { getObjectReview, readExtract } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { addDocumentFile } from '@ipoteka-office/contract/documents/document-files.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { newDocument, pdfOf, sendFile } from '#testing/documents.ts'
import { egrnExtract } from '#testing/specimens/egrn-extract.ts'
import { examined } from '#testing/case-walks/realty-check.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const today = bankDay(systemClock('Europe/Moscow'))
let bank: TestApp
let one: Awaited<ReturnType<typeof examined>>
beforeAll(async () => {
  bank = await testApp()
  one = await examined(bank, 91, today)
})
afterAll(() => bank.close())

async function paper(content: Buffer, name: string) {
  const owner = { ownerType: 'APPLICATION' as const, ownerId: Number(one.id) }
  const { id } = await newDocument(bank, { ...owner, typeCode: 'EGRN_EXTRACT' })
  const { status, body } = await sendFile(bank, addDocumentFile, { id: String(id) }, content, {
    name,
    as: 'agent',
  })
  expect(status).toBe(200)
  return { documentId: String(id), storageId: body.files[0]?.storageId ?? '' }
}
const read = (place: { documentId: string; storageId: string }, as: Login = 'underwriter') =>
  bank.call(readExtract, { params: { id: one.id, objectId: one.objectId, ...place } }, { as })

it('an extract in XML fills the form and is set beside what the agent entered', async () => {
  const more = '<new_section/>'
  const place = await paper(Buffer.from(egrnExtract({ date: today, area: '55', more })), 'выписка.xml')
  const { body: review } = await bank.call(
    getObjectReview,
    { params: { id: one.id, objectId: one.objectId } },
    { as: 'underwriter' },
  )
  expect(review.papers.map(({ xml }) => xml)).toContain(place.storageId)
  const { status, body, raw } = await read(place)
  expect(status, raw.body).toBe(200)
  expect(body.answers).toMatchObject({ extractArea: '55', encumbrances: [{ kind: 'MORTGAGE' }] })
  expect(body.compared.find(({ field }) => field === 'area')).toMatchObject({ extract: '55', agrees: false })
  expect(body.compared.find(({ field }) => field === 'number')).toMatchObject({ agrees: true })
  expect(body.unknown).toEqual([{ path: 'extract_about_property_room/new_section', count: 1 }])
})

it('is refused in words where it is no extract, and is nobody’s outside the bank', async () => {
  const other = await paper(Buffer.from('<?xml version="1.0"?><letter/>'), 'письмо.xml')
  const refused = await read(other)
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('не выписка ЕГРН об объекте'),
  ])
  const scan = await read(await paper(await pdfOf(1), 'выписка.pdf'))
  expect([scan.status, scan.error.message]).toEqual([409, expect.stringContaining('Это не XML')])
  expect((await read({ ...other, storageId: crypto.randomUUID() })).status).toBe(404)
  expect((await read(other, 'agent')).status).toBe(403)
})
