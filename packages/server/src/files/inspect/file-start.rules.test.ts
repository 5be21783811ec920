import { expect, it } from 'vitest'
import { candidates, isPossible, kindOfStart, wrongKindText } from './file-start.rules.ts'

it.each([
  ['%PDF-1.7', 'PDF'],
  ['\x89PNG\r\n\x1a\n', 'PNG'],
  ['\xff\xd8\xff\xe0', 'JPEG'],
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
  ['PK\x03\x04', 'ZIP'],
  ['<?xml version="1.0"?>', 'XML'],
  ['\xef\xbb\xbf<a/>', 'XML'],
  ['0\x82\x01\x00', 'SIG'],
  ['-----BEGIN PKCS7-----', 'SIG'],
  ['MIIGkQYJKoZIhvcNAQcCoIIGgjCCBn4CAQExDzANBglg', 'SIG'],
  ['код;название', 'TEXT'],
  ['MZ\x90\0\x03', null],
  ['\x7fELF\x02\x01\x01\0', null],
  ['', 'TEXT'],
])('%j is %s', (start, kind) => {
  expect(kindOfStart(Buffer.from(start, 'latin1'))).toBe(kind)
})

it('an archive may be a text or a table of Office, and a table may begin like anything written', () => {
  const start = (text: string) => Buffer.from(text, 'latin1')
  expect(candidates(start('PK\x03\x04'), ['PDF', 'DOCX', 'XLSX', 'CSV'])).toEqual(['DOCX', 'XLSX'])
  expect(candidates(start('<a'), ['XML', 'CSV'])).toEqual(['XML', 'CSV'])
  expect(isPossible(start('%PDF-1.7'), ['PNG'])).toBe(false)
})

it.each([
  ['\0\0\0\x18ftypheic\0\0', 'Фото HEIC сохраните как JPEG'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'Файлы DOC и XLS сохраните как DOCX, XLSX или PDF'],
  ['Rar!\x1a\x07', 'Файлы из архива загрузите по одному'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'Изображение сохраните как JPEG или PNG'],
])('says what to do with %j', (start, hint) => {
  expect(wrongKindText(Buffer.from(start, 'latin1'), ['PDF', 'JPEG'])).toBe(
    `Принимаются файлы PDF или JPEG. ${hint}`,
  )
})

it('says what is taken', () => {
  expect(wrongKindText(Buffer.from('MZ'), ['PDF', 'PNG', 'JPEG'])).toBe('Принимаются файлы PDF, PNG или JPEG')
})
