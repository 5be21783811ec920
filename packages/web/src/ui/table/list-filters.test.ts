import { describe, expect, test, vi } from 'vitest'
import {
  codeFilterOf,
  codesFilterOf,
  filterWords,
  linkedFilter,
  rangeFilter,
  searchFilter,
  toggleFilter,
} from './list-filters.tsx'

const options = [
  { code: '16', name: 'Татарстан' },
  { code: '66', name: 'Свердловская область' },
  { code: '77', name: 'Москва' },
]
const held = <F extends object>(filters: F) => ({ filters, setFilter: vi.fn(), setFilters: vi.fn() })

describe('filters of a list in words', () => {
  test('those that do not restrict are silent', () => {
    const list = held({ text: '', regions: [], parent: '', drafts: false, from: '', to: '' })
    const all = [
      searchFilter(list, 'text', { label: 'Название' }),
      codesFilterOf(list, 'regions', 'Регион', { options }),
      codeFilterOf(list, 'parent', 'Головная', { options }),
      toggleFilter(list, 'drafts', 'Черновики', { label: 'Черновик', value: 'есть' }),
      rangeFilter(list, ['from', 'to'], 'Период', { kind: 'day' }),
      linkedFilter('Срок', null, () => undefined),
    ]
    expect(filterWords(all)).toEqual([])
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(all.at(-1)?.control).toBe(false)
  })

  test('each of the others tells its value by its names', () => {
    const list = held({
      text: 'баумана',
      regions: ['66', '16', '77'],
      parent: '99',
      drafts: true,
      from: '2026-11-01',
      to: '',
    })
    const known = [{ code: '99', name: 'Головной офис' }]
    expect(
      filterWords([
        searchFilter(list, 'text', { label: 'Адрес или клиент' }),
        codesFilterOf(list, 'regions', 'Регион', { options }),
        codeFilterOf(list, 'parent', 'Головная', { options: [], known }),
        toggleFilter(list, 'drafts', 'Черновики', { label: 'Черновик', value: 'есть' }),
        rangeFilter(list, ['from', 'to'], 'Период', { kind: 'day' }),
      ]),
    ).toEqual([
      'Поиск: баумана',
      'Регион: Свердловская область, Татарстан + 1',
      'Головная: Головной офис',
      'Черновик: есть',
      'Период: с 01.11.2026',
    ])
  })

  test('an option that tells a count in the chip is called by its name in words', () => {
    const list = held({ types: ['16'] })
    const counted = [{ code: '16', name: 'Татарстан (12)' }]
    expect(
      filterWords([codesFilterOf(list, 'types', 'Регион', { options: counted, names: options })]),
    ).toEqual(['Регион: Татарстан'])
  })
})
