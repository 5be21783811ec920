import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { describe, expect, test } from 'vitest'
import { toTimelineEntries } from './history-timeline.tsx'

const now = new Date('2026-11-20T11:02:00Z')
const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-11-20T07:14:00.000Z',
  actor: 'Кузнецова Мария Викторовна',
  action: 'UPDATE',
  version: 2,
  requestId: null,
  changes: [{ field: 'mortgageApplicationsLimit', label: 'Лимит', oldValue: '15', newValue: '20' }],
  ...change,
})

describe('the history of a record', () => {
  test.each([
    ['2026-11-20T07:14:00.000Z', 'сегодня 10:14'],
    ['2026-11-19T18:55:00.000Z', 'вчера 21:55'],
    ['2026-11-12T05:30:00.000Z', '12 нояб. 08:30'],
    ['2025-11-12T05:30:00.000Z', '12.11.2025 08:30'],
  ])('says %s as «%s»', (at, words) => {
    expect(toTimelineEntries([entry({ at })], now)[0]?.at).toBe(words)
  })

  test('tells a change field by field and by whom', () => {
    const [shown] = toTimelineEntries([entry({})], now)
    expect(shown?.changes).toEqual([{ label: 'Лимит', before: '15', after: '20' }])
    expect(shown?.by.replaceAll('\u00a0', ' ')).toBe('Кузнецова М. В.')
  })

  test('tells a creation in a word, not by all its fields', () => {
    expect(toTimelineEntries([entry({ action: 'INSERT' })], now)[0]).toMatchObject({ text: 'Запись создана' })
  })

  test('names the section that was filled in first', () => {
    const first = { ...entry({ action: 'INSERT' }), section: 'REALTY', sectionName: 'Объект' }
    expect(toTimelineEntries([first], now)[0]?.text).toBe('Раздел заполнен: Объект')
  })

  test('names the part of the record that was added or taken out', () => {
    const changes = ['Тип', 'Значение'].map((field) => ({
      field,
      label: `Контакт: сайт: ${field}`,
      oldValue: '',
      newValue: '1',
    }))
    expect(toTimelineEntries([entry({ action: 'INSERT', changes })], now)[0]?.text).toBe(
      'Запись создана: Контакт: сайт',
    )
    const mixed = [...changes, { field: 'inn', label: 'ИНН', oldValue: '', newValue: '1' }]
    expect(toTimelineEntries([entry({ action: 'DELETE', changes: mixed })], now)[0]?.text).toBe(
      'Запись удалена',
    )
  })
})
