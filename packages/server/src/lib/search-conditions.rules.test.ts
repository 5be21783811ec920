import { SearchConditions } from '@ipoteka-office/contract/search/search-conditions.ts'
import { describe, expect, it } from 'vitest'
import { readConditions, type SearchField } from './search-conditions.ts'

const fields: Readonly<Record<string, SearchField>> = {
  name: { name: 'name', kind: 'text' },
  code: { name: 'code', kind: 'text' },
  order: { name: 'order', kind: 'number' },
  active: { name: 'active', kind: 'boolean' },
  from: { name: 'from', kind: 'date' },
}
const read = (...conditions: unknown[]) =>
  readConditions(SearchConditions.parse(conditions), (name) => fields[name] ?? null)

/** What the conditions mean, in short: every test as field, predicate and value. */
const meaning = (...conditions: unknown[]) => {
  const { search, errors } = read(...conditions)
  expect(errors).toEqual([])
  return [
    ...search.where.map(({ predicate, tests }) =>
      tests.map(({ field, value }) => `${field.name} ${predicate} ${JSON.stringify(value)}`).join(' or '),
    ),
    ...search.sort.map(({ field, descending }) => `${descending ? 'down' : 'up'} by ${field.name}`),
    ...search.distinct.map(({ name }) => `distinct ${name}`),
    ...search.groupBy.map(({ name }) => `grouped by ${name}`),
  ]
}

describe('a condition means the same in both dialects', () => {
  it.each<[one: object, other: object, expected: string]>([
    [
      { fields: ['name', 'code'], predicate: 'like', value: ' жил ' },
      { fields: ['name', 'code'], predicate: 'LIKE', value: 'жил' },
      'name LIKE "жил" or code LIKE "жил"',
    ],
    [
      { fields: ['name'], predicate: 'like', value: 'жил' },
      { field: 'name', predicate: 'LIKE', value: 'жил' },
      'name LIKE "жил"',
    ],
    [
      { fields: ['code'], predicate: 'eq', value: '7' },
      { field: 'code', predicate: 'EQ', value: 7 },
      'code EQ "7"',
    ],
    [
      { fields: ['order'], predicate: 'ne', value: '7' },
      { field: 'order', predicate: 'NE', value: 7 },
      'order NE 7',
    ],
    [
      { fields: ['order'], predicate: 'lt', value: 7.5 },
      { field: 'order', predicate: 'LT', value: '7.5' },
      'order LT 7.5',
    ],
    [
      { fields: ['order'], predicate: 'le', value: 0 },
      { field: 'order', predicate: 'LE', value: '0' },
      'order LE 0',
    ],
    [
      { fields: ['from'], predicate: 'gt', value: '2026-01-31' },
      { field: 'from', predicate: 'GT', value: '2026-01-31' },
      'from GT "2026-01-31"',
    ],
    [
      { fields: ['name'], predicate: 'ge', value: '' },
      { field: 'name', predicate: 'GE', value: '' },
      'name GE ""',
    ],
    [
      { fields: ['active'], predicate: 'eq', value: 'true' },
      { field: 'active', predicate: 'EQ', value: true },
      'active EQ true',
    ],
    [
      { fields: ['code'], predicate: 'in', value: ['1', '2'] },
      { field: 'code', predicate: 'IN', value: [1, 2] },
      'code IN ["1","2"]',
    ],
    [
      { fields: ['name'], predicate: 'is_null' },
      { field: 'name', predicate: 'IS_NULL', value: null },
      'name IS_NULL null',
    ],
    [
      { fields: ['name'], predicate: 'not_null' },
      { field: 'name', predicate: 'IS_NOT_NULL' },
      'name IS_NOT_NULL null',
    ],
    [
      { fields: ['name'], predicate: 'sort' },
      { field: 'name', predicate: 'SORT', value: 'asc' },
      'up by name',
    ],
    [
      { fields: ['name'], predicate: 'sort', value: 'DESC' },
      { field: 'name', predicate: 'SORT', value: 'desc' },
      'down by name',
    ],
    [{ fields: ['code'], predicate: 'distinct' }, { field: 'code', predicate: 'DISTINCT' }, 'distinct code'],
    [
      { fields: ['code'], predicate: 'group_by' },
      { field: 'code', predicate: 'GROUP_BY' },
      'grouped by code',
    ],
  ])('%j and %j', (one, other, expected) => {
    expect(meaning(one)).toEqual([expected])
    expect(meaning(other)).toEqual([expected])
  })
})

describe('what is wrong is told at its place', () => {
  it.each<[condition: object, path: string, message: string]>([
    [{ fields: ['name', 'secret'], predicate: 'like', value: 'а' }, 'fields.1', 'Неизвестное поле «secret»'],
    [{ field: '__proto__x', predicate: 'EQ', value: 'а' }, 'field', 'Неизвестное поле «__proto__x»'],
    [{ field: "' OR 1=1 --", predicate: 'EQ', value: 'а' }, 'field', 'Такого поля нет'],
    [{ field: 'order', predicate: 'GT', value: 'много' }, 'value', 'order: Укажите число'],
    [{ fields: ['name', 'active'], predicate: 'eq', value: 'да' }, 'value', 'active: Укажите true или false'],
    [{ field: 'from', predicate: 'LE', value: '31.01.2026' }, 'value', 'from: Укажите дату ГГГГ-ММ-ДД'],
  ])('%j', (condition, path, message) => {
    expect(read(condition).errors).toEqual([{ path: `searchConditions.0.${path}`, message }])
  })

  it.each<[condition: object, path: string, message: string]>([
    [{ predicate: 'EQ', value: '1' }, 'field', 'Укажите field или fields'],
    [{ field: 'a', fields: ['b'], predicate: 'EQ', value: '1' }, 'field', 'Укажите field или fields'],
    [{ field: 'a', predicate: 'in', value: '1' }, 'value', 'Укажите список значений'],
    [{ field: 'a', predicate: 'like', value: ['1'] }, 'value', 'Укажите одно значение'],
    [{ field: 'a', predicate: 'like' }, 'value', 'Укажите значение'],
    [{ field: 'a', predicate: 'sort', value: 'up' }, 'value', 'Укажите asc или desc'],
  ])('%j is no condition in any dialect', (condition, path, message) => {
    const { error } = SearchConditions.safeParse([condition])
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [`0.${path}`, message],
    ])
  })
})
