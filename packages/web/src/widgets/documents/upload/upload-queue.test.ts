import type { Upload, UploadItem } from '@ipoteka-office/contract/uploads/uploads.ts'
import { describe, expect, test } from 'vitest'
import {
  batchesOf,
  fileIssue,
  isGoing,
  isOver,
  matchFiles,
  totalsOf,
  type UploadEntry,
  withEntry,
  withUpload,
} from './upload-queue.ts'

const item = (change: Partial<UploadItem>): UploadItem => ({
  item: 1,
  name: 'паспорт.pdf',
  size: 100,
  received: 0,
  state: 'RECEIVING',
  reason: null,
  warnings: [],
  typeCode: null,
  documentId: null,
  storageId: null,
  same: null,
  ...change,
})
const upload = (...items: UploadItem[]): Upload => ({
  uid: 'u',
  ownerType: 'PARTNER',
  ownerId: 2,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-21T10:00:00Z',
  items,
})
const entry = (change: Partial<UploadEntry>): UploadEntry => ({
  key: 'u:1',
  name: 'паспорт.pdf',
  size: 100,
  received: 0,
  state: 'sending',
  reason: null,
  warnings: [],
  uid: 'u',
  item: 1,
  target: {},
  documentId: null,
  same: null,
  ...change,
})

describe('what is not even sent', () => {
  test.each([
    [{ name: 'а.pdf', size: 0 }, 'Файл пуст'],
    [{ name: 'а.exe', size: 10 }, 'Такие файлы не принимаются'],
    [{ name: 'без расширения', size: 10 }, 'Такие файлы не принимаются'],
    [{ name: 'а.pdf', size: 200 * 1_048_576 }, 'Файл больше 100 МБ'],
    [{ name: 'СКАН.JPG', size: 10 }, null],
  ])('%o: %s', (file, words) => {
    const issue = fileIssue(file)
    if (words === null) expect(issue).toBeNull()
    else expect(issue).toContain(words)
  })

  test('more files than one upload takes go in several', () => {
    const small = Array.from({ length: 230 }, () => ({ size: 10 }))
    expect(batchesOf(small).map((batch) => batch.length)).toEqual([100, 100, 30])
    const large = Array.from({ length: 12 }, () => ({ size: 100 * 1_048_576 }))
    expect(batchesOf(large).map((batch) => batch.length)).toEqual([10, 2])
    expect(batchesOf([])).toEqual([])
  })
})

describe('states of a file', () => {
  test('progress comes from the server, a pause of the person stays', () => {
    const paused = withUpload([entry({ state: 'paused' })], upload(item({ received: 60 })))
    expect(paused[0]).toMatchObject({ state: 'paused', received: 60 })
  })

  test.each([
    ['CHECKING', 'checking'],
    ['DONE', 'done'],
    ['DUPLICATE', 'duplicate'],
    ['REFUSED', 'refused'],
  ] as const)('%s of the server is %s here', (state, shown) => {
    const [after] = withUpload([entry({})], upload(item({ state, reason: 'почему' })))
    expect(after).toMatchObject({ state: shown, reason: 'почему' })
  })

  test('what was given up goes away', () => {
    expect(withUpload([entry({})], upload(item({ state: 'ABANDONED' })))).toEqual([])
  })

  test('after a reload an unfinished file is to be chosen again and goes on from where it was', () => {
    const restored = withUpload([], upload(item({ received: 40 }), item({ item: 2, state: 'DONE' })))
    expect(restored.map(({ state, received }) => [state, received])).toEqual([
      ['file', 40],
      ['done', 0],
    ])
    const other = { name: 'другой.pdf', size: 100 }
    const same = { name: 'паспорт.pdf', size: 100 }
    expect(matchFiles(restored, [other, same, same])).toEqual({
      resumed: [{ key: 'u:1', file: same }],
      rest: [other, same],
    })
  })

  test('an upload is over when each of its files has an end', () => {
    expect(isOver(upload(item({ state: 'DONE' }), item({ state: 'REFUSED' })))).toBe(true)
    expect(isOver(upload(item({ state: 'DONE' }), item({ state: 'CHECKING' })))).toBe(false)
  })

  test('one entry is changed, the others are not', () => {
    const both = [entry({}), entry({ key: 'u:2' })]
    expect(withEntry(both, 'u:2', { state: 'failed' }).map(({ state }) => state)).toEqual([
      'sending',
      'failed',
    ])
  })

  test('the sums leave out what was refused', () => {
    const totals = totalsOf([
      entry({ received: 50 }),
      entry({ state: 'refused', size: 1_000 }),
      entry({ state: 'done', received: 100 }),
      entry({ state: 'offline' }),
    ])
    expect(totals).toMatchObject({ bytes: 300, received: 150, going: 2, done: 1, bad: 1, offline: true })
    expect(isGoing({ state: 'paused' })).toBe(false)
  })
})
