import { describe, expect, test } from 'vitest'
import { draftKey, draftLife, readDraft, writeDraft } from './draft-storage.ts'

function memory(full = false) {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
  }
}
const now = Date.parse('2026-11-20T12:00:00Z')
const key = draftKey('кузнецова', 'approver/nis/12')

describe('drafts', () => {
  test('come back with the version they began from', () => {
    const store = memory()
    expect(writeDraft(store, key, { limit: 5 }, 7, now)).toBe(true)
    expect(readDraft(store, key, now + 1000)).toEqual({
      values: { limit: 5 },
      version: 7,
      savedAt: '2026-11-20T12:00:00.000Z',
    })
  })

  test('are not shown to another person or for another record', () => {
    const store = memory()
    writeDraft(store, key, { limit: 5 }, 7, now)
    expect(readDraft(store, draftKey('admin', 'approver/nis/12'), now)).toBeNull()
    expect(readDraft(store, draftKey('кузнецова', 'approver/nis/13'), now)).toBeNull()
    expect(draftKey('a:b', 'c')).not.toBe(draftKey('a', 'b:c'))
  })

  test('are forgotten after a week', () => {
    const store = memory()
    writeDraft(store, key, {}, null, now)
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
    expect(writeDraft(memory(true), key, {}, 1, now)).toBe(false)
  })
})
