import { filterPartners, listPartners } from '@ipoteka-office/contract/partners/partner-names.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await bank.db
    .insertInto('partner')
    .values([
      { short_name: 'Ёлка-Кредит', full_name: 'ООО «Ёлка-Кредит»', inn: '7700000001' },
      { short_name: '100% жильё', full_name: 'АО «Сто процентов»', inn: '7700000002' },
      { short_name: 'Закрытый', full_name: 'ООО «Закрытый»', inn: '7700000003', not_active: true },
    ])
    .execute()
})
afterAll(() => bank.close())

const search = async (value: string, as: 'admin' | 'agent' = 'admin') => {
  const searchConditions = [
    { fields: ['fullName' as const, 'shortName' as const], predicate: 'like' as const, value },
  ]
  const { status, body } = await bank.call(
    filterPartners,
    { body: { searchConditions, page: 0, size: 100 } },
    { as },
  )
  expect(status).toBe(200)
  return body.content.map(({ shortName }) => shortName)
}

describe('partners', () => {
  it('are all seen by the operator, in the order of names', async () => {
    const { body } = await bank.call(listPartners, {})
    const names = body.map(({ shortName }) => shortName)
    expect(names).toContain('Волга-Ипотека')
    expect(names).toContain('Уральский ипотечный центр')
    expect(names).not.toContain('Закрытый')
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare))
  })

  it('of others are not seen by a partner: its own and its branch only', async () => {
    const { body } = await bank.call(listPartners, {}, { as: 'agent' })
    expect(body.map(({ shortName }) => shortName)).toEqual([
      'Волга-Ипотека',
      'Волга-Ипотека, филиал в Самаре',
    ])
    expect(await search('уральский', 'agent')).toEqual([])
  })

  it('are found by a part of the name, whatever the case and ё or е', async () => {
    expect(await search('елка')).toEqual(['Ёлка-Кредит'])
    expect(await search('ЁЛКА')).toEqual(['Ёлка-Кредит'])
    expect(await search('процентов')).toEqual(['100% жильё'])
  })

  it('are searched literally: the signs of LIKE mean themselves', async () => {
    expect(await search('%')).toEqual(['100% жильё'])
    expect(await search('_')).toEqual([])
    expect(await search("'; DROP TABLE partner; --")).toEqual([])
  })

  it('come in pages with the total', async () => {
    const { body } = await bank.call(filterPartners, { body: { page: 1, size: 3 } })
    expect(body).toMatchObject({
      number: 1,
      size: 3,
      totalElements: 7,
      totalPages: 3,
      first: false,
      last: false,
    })
    expect(body.content).toHaveLength(3)
  })

  it('are not paged deeper than 10 000 rows', async () => {
    const { status, error } = await bank.call(filterPartners, { body: { page: 100, size: 100 } })
    expect(status).toBe(400)
    expect(error.fields?.[0]?.path).toBe('page')
  })

  it.each<[object[], string[]]>([
    [[{ field: 'shortName', predicate: 'LIKE', value: 'елка' }], ['Ёлка-Кредит']],
    [
      [
        { fields: ['fullName', 'shortName'], predicate: 'like', value: '' },
        { field: 'shortName', predicate: 'EQ', value: '100% жильё' },
      ],
      ['100% жильё'],
    ],
    [
      [{ fields: ['shortName'], predicate: 'in', value: ['Ёлка-Кредит', '100% жильё'] }],
      ['100% жильё', 'Ёлка-Кредит'],
    ],
    [
      [
        { field: 'shortName', predicate: 'IN', value: ['Ёлка-Кредит', '100% жильё'] },
        { field: 'shortName', predicate: 'SORT', value: 'desc' },
      ],
      ['Ёлка-Кредит', '100% жильё'],
    ],
    [
      [
        { field: 'fullName', predicate: 'LIKE', value: 'волга' },
        { field: 'shortName', predicate: 'NE', value: 'Волга-Ипотека' },
        { field: 'fullName', predicate: 'IS_NOT_NULL' },
        { field: 'shortName', predicate: 'DISTINCT' },
      ],
      ['Волга-Ипотека, филиал в Самаре'],
    ],
    [[{ field: 'shortName', predicate: 'IS_NULL' }], []],
    [[{ field: 'shortName', predicate: 'EQ', value: 'Закрытый' }], []],
  ])('are found in both dialects of conditions: %j', async (searchConditions, expected) => {
    const { status, body } = await bank.call(filterPartners, { body: { searchConditions } as never })
    expect(status).toBe(200)
    expect(body.content.map(({ shortName }) => shortName)).toEqual(expected)
    expect(body.totalElements).toBe(expected.length)
  })

  it('of others are not found by any predicate', async () => {
    for (const condition of [
      { field: 'shortName', predicate: 'EQ', value: 'Уральский ипотечный центр' },
      { field: 'shortName', predicate: 'NE', value: 'x' },
      { field: 'shortName', predicate: 'DISTINCT' },
      { fields: ['shortName', 'fullName'], predicate: 'is_not_null' },
    ]) {
      const request = { body: { searchConditions: [condition] } } as never
      const { body } = await bank.call(filterPartners, request, { as: 'agent' })
      expect(body.content.every(({ shortName }) => shortName.startsWith('Волга'))).toBe(true)
    }
  })

  it('are not grouped: the answer is partners themselves', async () => {
    const searchConditions = [{ field: 'shortName', predicate: 'GROUP_BY' as const }]
    const { status, error } = await bank.call(filterPartners, { body: { searchConditions } })
    expect([status, error.fields?.[0]?.message]).toEqual([400, 'Партнёры не группируются: уберите GROUP_BY'])
  })

  it('refuse a search by an unknown field', async () => {
    const searchConditions = [{ fields: ['inn'], predicate: 'like', value: '77' }]
    const { status, error } = await bank.call(filterPartners, { body: { searchConditions } })
    expect(status).toBe(400)
    expect(error.fields?.map(({ path }) => path)).toEqual(['searchConditions.0.fields.0'])
  })
})
