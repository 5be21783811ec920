import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { describe, expect, test } from 'vitest'
import { groupsOf, isFound, movedTo } from './document-groups.ts'
import { detailsText, filesText, sizeText, validityTag } from './document-words.ts'

const file = (change: Partial<DocumentFile> = {}): DocumentFile => ({
  storageId: '00000000-0000-4000-8000-000000000001',
  name: 'скан.pdf',
  contentType: 'application/pdf',
  size: 3_565_158,
  sha256: '',
  pages: 7,
  width: null,
  height: null,
  rotation: 0,
  splitFrom: null,
  versionNumber: 1,
  uploadedAt: '2026-11-20T10:00:00Z',
  uploadedBy: '',
  deletedAt: null,
  replacedAt: null,
  version: 1,
  ...change,
})
const document = (id: number, category: string | null, change: Partial<Document> = {}): Document => ({
  id,
  own: false,
  ownerType: 'PARTNER',
  ownerId: 2,
  type: category === null ? null : { code: `T${id}`, name: `Тип ${id}`, categoryCode: category },
  title: '',
  number: '',
  issuedOn: null,
  issuer: '',
  validTo: null,
  validUntil: null,
  validity: 'NONE',
  participant: null,
  source: 'APPLICANT_DOCS',
  status: 'UPLOADED',
  reason: '',
  reviewedAt: null,
  reviewedBy: null,
  comment: '',
  files: [file()],
  deletedAt: null,
  deletedBy: null,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: '',
  version: 1,
  ...change,
})

describe('groups of documents', () => {
  test('the unassigned come first, categories in their order, unknown ones last, order within kept', () => {
    const all = [document(1, 'B'), document(2, null), document(3, 'A'), document(4, 'B'), document(5, 'X')]
    const groups = groupsOf(all, [
      { code: 'A', name: 'Первая' },
      { code: 'B', name: 'Вторая' },
      { code: 'C', name: 'Пустая' },
    ])
    expect(groups.map(({ name, documents }) => [name, documents.map(({ id }) => id)])).toEqual([
      ['Неразобранные', [2]],
      ['Первая', [3]],
      ['Вторая', [1, 4]],
      ['Прочие', [5]],
    ])
  })

  test.each([
    ['елка', true],
    ['№ 45', true],
    ['скан', true],
    ['заёмщик', true],
    ['паспорт', false],
    ['', true],
  ])('«%s» is found: %s', (text, found) => {
    const one = document(1, null, {
      title: 'Ёлка',
      number: '45',
      participant: { roleCode: 'MAIN_BORROWER', name: '' },
    })
    expect(isFound(one, text)).toBe(found)
  })
})

describe('order', () => {
  test.each([
    [[1, 2, 3, 4], 1, 3, [2, 3, 1, 4]],
    [[1, 2, 3, 4], 4, 1, [4, 1, 2, 3]],
    [[1, 2, 3], 2, 2, [1, 2, 3]],
    [[1, 2, 3], 9, 2, [1, 2, 3]],
  ])('of %j: %d to the place of %d', (ids, id, target, after) => {
    expect(movedTo(ids, id, target)).toEqual(after)
  })
})

describe('words', () => {
  test('files, sizes, details, validity', () => {
    expect(filesText([])).toBe('Файла нет')
    expect(filesText([file()])).toBe('7\u00a0стр. · 3,4\u00a0МБ')
    expect(filesText([file(), file({ pages: 2, size: 1 })])).toBe('2 файла · 9\u00a0стр. · 3,4\u00a0МБ')
    expect(filesText([file({ pages: null, width: 10, height: 20 })])).toBe('10\u00a0×\u00a020 · 3,4\u00a0МБ')
    expect(sizeText(10)).toBe('1\u00a0КБ')
    expect(
      detailsText(
        document(1, null, {
          number: '45',
          issuedOn: '2026-11-01',
          participant: { roleCode: 'SELLER', name: 'Петров' },
        }),
      ),
    ).toBe('№ 45 · от 01.11.2026 · Продавец: Петров')
    expect(validityTag({ validity: 'VALID', validUntil: '2027-01-01' })).toBeNull()
    expect(validityTag({ validity: 'EXPIRED', validUntil: '2026-01-01' })?.text).toBe('Истёк 01.01.2026')
  })
})
