import { PDFContext, PDFDocument } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { momentOf, originOf } from './pdf-origin.ts'

it.each([
  ["D:20261001120000+03'00'", '2026-10-01T09:00:00.000Z'],
  ['D:20261001120000Z', '2026-10-01T12:00:00.000Z'],
  ['20261001', '2026-10-01T00:00:00.000Z'],
  ['D:2026', '2026-01-01T00:00:00.000Z'],
  ['D:20261301000000Z', null],
  ['yesterday', null],
  ['', null],
])('reads the moment %s', (text, moment) => {
  expect(momentOf(text)).toBe(moment)
})

it('tells the programs and moments of a PDF, and of one without them nothing', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.setProducer('iLovePDF\u0000')
  document.setCreator('1С:Предприятие')
  document.setCreationDate(new Date('2026-10-01T10:00:00Z'))
  document.setModificationDate(new Date('2026-10-05T10:00:00Z'))
  await document.flush()
  expect(originOf(document.context)).toEqual({
    producer: 'iLovePDF',
    creator: '1С:Предприятие',
    createdAt: '2026-10-01T10:00:00.000Z',
    modifiedAt: '2026-10-05T10:00:00.000Z',
  })
  expect(originOf(PDFContext.create())).toBeNull()
})
