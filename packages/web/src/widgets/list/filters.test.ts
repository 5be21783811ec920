import { describe, expect, test } from 'vitest'
import {
  type AnyFilter,
  askedBy,
  code,
  codes,
  flag,
  id,
  ids,
  linked,
  range,
  search,
  word,
  words,
} from './filters.ts'
import { askedAt, serverList } from './server-list.ts'
import { textFilter } from '#ui/table/list-state.ts'

const endpoint = { method: 'POST', path: '/things', summary: '', access: { kind: 'signedIn' } } as never
const states = { NEW: 'Новые', OLD: 'Прежние' } as const

/** What the server is asked by an address with this one filter. */
const asked = (filter: AnyFilter, address: Record<string, unknown>) =>
  askedAt(
    serverList(endpoint, {
      key: 'things',
      filters: [filter],
      ask: ({ filter: body }) => ({ body }) as never,
    }) as never,
    address,
  ).body

describe('a filter of a list', () => {
  test.each<[string, AnyFilter, Record<string, unknown>, unknown]>([
    ['search', search('text', 'Имя', { as: 'search' }), { text: 'дом' }, { search: 'дом' }],
    ['codes', codes('levels', 'Уровень'), { levels: '1,2' }, { levels: ['1', '2'] }],
    ['ids', ids('partners', 'Партнёр'), { partners: '3,x,7' }, { partners: [3, 7] }],
    ['words', words('states', 'Состояние', states), { states: 'NEW,WRONG' }, { states: ['NEW'] }],
    ['code', code('product', 'Продукт', [], { as: 'productCode' }), { product: 'A' }, { productCode: 'A' }],
    ['id', id('parent', 'Головная', [], { as: 'parentId' }), { parent: '12' }, { parentId: 12 }],
    ['a wrong id', id('parent', 'Головная', []), { parent: "1' or 1=1" }, {}],
    ['word', word('state', 'Состояние', states), { state: 'OLD' }, { state: 'OLD' }],
    ['a wrong word', word('state', 'Состояние', states), { state: 'x' }, {}],
    [
      'flag',
      flag('mine', 'Мои', { label: 'Чьи', value: 'мои', on: 'true' }),
      { mine: '1' },
      { mine: 'true' },
    ],
    ['range', range('Сумма', 'money', ['from', 'to']), { from: '5', to: 'много' }, { from: '5' }],
  ])(
    '%s asks the server for what restricts, and for nothing that it would refuse',
    (_, filter, address, body) => {
      expect(asked(filter, {})).toEqual({})
      expect(asked(filter, address)).toEqual(body)
    },
  )

  test('that means nothing once another is changed goes with it', () => {
    const changed: Record<string, unknown>[] = []
    const list = {
      filters: { state: '' },
      setFilters: (values: Record<string, unknown>) => changed.push(values),
    }
    const chip = word('state', 'Состояние', states, { clears: ['stages'] }).chip(list, {
      options: [],
      known: [],
      onPick: () => undefined,
    })
    const { onChange } = (chip.control as { props: { onChange: (picked: string[]) => void } }).props
    onChange(['NEW'])
    expect(changed).toEqual([{ stages: [], state: 'NEW' }])
  })

  test('that only a link sets is shown while it restricts', () => {
    const title = linked(
      { title: textFilter },
      { label: 'Должность', value: (v) => v.title || null, ask: () => ({}) },
    )
    const held = (text: string) => ({ filters: { title: text }, setFilters: () => undefined })
    const known = { options: [], known: [], onPick: () => undefined }
    expect(title.chip(held(''), known).value).toBeNull()
    expect(title.chip(held('агент'), known).value).toBe('агент')
  })

  test('adds its part to what the others ask', () => {
    const both = [search('text', 'Имя'), flag('old', 'Прежние', { label: 'Какие', value: 'прежние' })]
    expect(askedBy(both, { text: 'а', old: true })).toEqual({ text: 'а', old: true })
  })
})
