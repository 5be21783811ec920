import { describe, expect, test } from 'vitest'
import { draftKey, draftLife, endDrafts, overDraft, readDraft, writeDraft } from './draft-storage.ts'

function memory(full = false) {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
  }
}
const now = Date.parse('2026-11-20T12:00:00Z')
const key = draftKey('кузнецова', 'approver/nis/12')

const open = (values: unknown, version: number | null) => ({ values, version, isPrivate: () => false })

describe('drafts', () => {
  test('come back with the version they began from', () => {
    const store = memory()
    expect(writeDraft(store, key, open({ limit: 5 }, 7), now)).toBe(true)
    expect(readDraft(store, key, now + 1000)).toEqual({
      values: { limit: 5 },
      version: 7,
      savedAt: '2026-11-20T12:00:00.000Z',
      partial: false,
    })
  })

  test('are not shown to another person or for another record', () => {
    const store = memory()
    writeDraft(store, key, open({ limit: 5 }, 7), now)
    expect(readDraft(store, draftKey('admin', 'approver/nis/12'), now)).toBeNull()
    expect(readDraft(store, draftKey('кузнецова', 'approver/nis/13'), now)).toBeNull()
    expect(draftKey('a:b', 'c')).not.toBe(draftKey('a', 'b:c'))
  })

  test('are forgotten after a week', () => {
    const store = memory()
    writeDraft(store, key, open({}, null), now)
    expect(readDraft(store, key, now + draftLife)).toBeNull()
    expect(store.held.size).toBe(0)
  })

  test.each(['{', '5', 'null', '{"values":1}', '{"values":1,"savedAt":"soon"}'])(
    'that are broken are removed: %s',
    (raw) => {
      const store = memory()
      store.held.set(key, raw)
      expect(readDraft(store, key, now)).toBeNull()
      expect(store.held.size).toBe(0)
    },
  )

  test('that find no room do not stop the form', () => {
    expect(writeDraft(memory(true), key, open({}, 1), now)).toBe(false)
  })
})

describe('what may not be kept', () => {
  const isPrivate = (name: string) => name === 'passport' || name === 'incomes'
  const values = {
    lastName: 'Ёжиков',
    passport: '9209235857',
    incomes: [{ key: 'a', declared: '100' }],
    jobs: [{ key: 'b', firm: 'ООО', passport: '1' }],
  }

  test('stays out of the browser, however deep, and the draft says so', () => {
    const store = memory()
    writeDraft(store, key, { values, version: 1, isPrivate }, now)
    expect([...store.held.values()].join()).not.toMatch(/9209235857|100|passport/)
    expect(readDraft(store, key, now)).toMatchObject({
      partial: true,
      values: { lastName: 'Ёжиков', jobs: [{ key: 'b', firm: 'ООО' }] },
    })
  })

  test('stays in the form as it stands there when the draft comes back', () => {
    const draft = {
      lastName: 'Ежов',
      jobs: [
        { key: 'c', firm: 'АО' },
        { key: 'b', firm: 'ПАО' },
      ],
    }
    expect(overDraft(values, draft)).toEqual({
      ...values,
      lastName: 'Ежов',
      jobs: [
        { key: 'c', firm: 'АО' },
        { key: 'b', firm: 'ПАО', passport: '1' },
      ],
    })
  })
})

// The last: from here nothing is written any more.
test('at the end of the visit drafts of every kind go, other things stay, and none is written after it', () => {
  const store = memory()
  writeDraft(store, key, open({ limit: 5 }, 7), now)
  store.held.set('draft:admin:case/1', '{}')
  store.held.set('theme', 'dark')
  endDrafts(store)
  expect([...store.held.keys()]).toEqual(['theme'])
  expect(writeDraft(store, key, open({ limit: 5 }, 7), now)).toBe(false)
})
