import { splitIssues } from '@ipoteka-office/contract/documents/document-files.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import { describe, expect, it } from 'vitest'
import { isSameSet, lockedReason, packageStatusOf, reviewIssues, takesCategory } from './documents.rules.ts'

const document = (input: Partial<Document> = {}): Document => ({
  id: 1,
  ownerType: 'APPLICATION',
  ownerId: 1,
  type: { code: 'SNILS', name: 'СНИЛС', categoryCode: 'IDENTITY' },
  title: '',
  number: '',
  issuedOn: null,
  issuer: '',
  validTo: null,
  validUntil: null,
  own: false,
  validity: 'NONE',
  participant: null,
  source: 'APPLICANT_DOCS',
  status: 'UPLOADED',
  reason: '',
  reviewedAt: null,
  reviewedBy: null,
  comment: '',
  files: [],
  deletedAt: null,
  deletedBy: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  createdBy: 'Иванов',
  version: 1,
  ...input,
})

it.each([
  ['EMPTY', []],
  ['REJECTED', [{ status: 'ACCEPTED' }, { status: 'REJECTED' }, { validity: 'EXPIRED' }]],
  ['EXPIRED', [{ status: 'ACCEPTED', validity: 'EXPIRED' }, { type: null }]],
  ['UNASSIGNED', [{ status: 'CHECKING' }, { type: null }]],
  ['UPLOADED', [{ status: 'CHECKING' }, {}]],
  ['CHECKING', [{ status: 'CHECKING' }, { status: 'ACCEPTED' }]],
  ['ACCEPTED', [{ status: 'ACCEPTED' }, { status: 'ACCEPTED', validity: 'EXPIRES' }]],
] as const)('a package is %s with %j', (status, list) => {
  expect(packageStatusOf(list.map((one) => document(one as Partial<Document>))).status).toBe(status)
})

it.each([
  [{ deleted: false, status: 'UPLOADED' }, true],
  [{ deleted: false, status: 'REJECTED' }, true],
  [{ deleted: false, status: 'ACCEPTED' }, false],
  [{ deleted: true, status: 'UPLOADED' }, false],
] as const)('%j may be changed: %s', (row, may) => {
  expect(lockedReason(row) === null).toBe(may)
})

it('a rejected document may be sent back, the same decision twice may not', () => {
  const rejected = document({ status: 'REJECTED', reason: 'Не читается' })
  expect(reviewIssues(rejected, { status: 'UPLOADED', reason: '' })).toEqual([])
  expect(reviewIssues(rejected, { status: 'REJECTED', reason: 'Ещё раз' })).toHaveLength(1)
})

describe('parts of 10 pages', () => {
  it.each([
    [[{ from: 1, to: 10 }], ['parts']],
    [[{ from: 1, to: 9 }], []],
    [[{ from: 3, to: 3 }], []],
    [
      [
        { from: 1, to: 5 },
        { from: 6, to: 10 },
      ],
      [],
    ],
    [
      [
        { from: 1, to: 5 },
        { from: 5, to: 10 },
      ],
      ['parts.1.from'],
    ],
    [[{ from: 4, to: 2 }], ['parts.0.to']],
    [[{ from: 1, to: 11 }], ['parts.0.to']],
  ])('%j: wrong are %j', (parts, paths) => {
    expect(splitIssues(parts, 10).map(({ path }) => path)).toEqual(paths)
  })
})

it('types of partners are for partners only', () => {
  expect([takesCategory('PARTNER', 'PARTNER'), takesCategory('APPLICATION', 'PARTNER')]).toEqual([
    true,
    false,
  ])
  expect([takesCategory('PARTNER', 'INCOME'), takesCategory('APPLICATION', 'INCOME')]).toEqual([false, true])
})

it('a set is the same in any order, but not with a repeat', () => {
  expect(isSameSet([1, 2], [2, 1])).toBe(true)
  expect(isSameSet([1, 1], [1, 2])).toBe(false)
  expect(isSameSet([1, 2], [1, 1])).toBe(false)
  expect(isSameSet([1], [1, 2])).toBe(false)
})
