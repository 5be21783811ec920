import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import * as api from '@ipoteka-office/contract/references/references.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

type Body = NonNullable<RequestOf<typeof api.filterReference>['body']>
type Conditions = NonNullable<Body['searchConditions']>

const search = (code: string, searchConditions: Conditions, more: Partial<Body> = {}) =>
  bank.call(api.filterReference, {
    params: { code },
    body: { size: 1_000, ...more, searchConditions },
  })
const found = async (code: string, conditions: Conditions) => {
  const { status, body } = await search(code, conditions)
  expect(status).toBe(200)
  return body.content.map((item) => item.code)
}

describe('predicates', () => {
  it.each<[string, Conditions, readonly string[]]>([
    ['EQ', [{ field: 'code', predicate: 'EQ', value: '77' }], ['77']],
    ['EQ in small letters', [{ field: 'code', predicate: 'eq', value: '77' }], ['77']],
    ['IN', [{ field: 'code', predicate: 'IN', value: ['78', '77', 'нет'] }], ['77', '78']],
    ['LIKE, whatever the case', [{ field: 'name', predicate: 'like', value: 'москв' }], ['77']],
    [
      'several fields: any of them',
      [{ fields: ['code', 'name'], predicate: 'LIKE', value: 'севастополь' }],
      ['92'],
    ],
    [
      'LT and GT: both hold',
      [
        { field: 'code', predicate: 'GT', value: '01' },
        { field: 'code', predicate: 'LT', value: '03' },
      ],
      ['02'],
    ],
    [
      'LE and GE with the ends',
      [
        { field: 'code', predicate: 'GE', value: '01' },
        { field: 'code', predicate: 'LE', value: '02' },
      ],
      ['01', '02'],
    ],
    ['a yes-or-no attribute', [{ field: 'isSubject', predicate: 'EQ', value: false }], ['99']],
    [
      'IS_NULL of an attribute',
      [{ field: 'federalDistrict', predicate: 'IS_NULL' }],
      ['90', '93', '94', '95', '99'],
    ],
    ['an attribute as text', [{ field: 'iso', predicate: 'EQ', value: 'RU-AD' }], ['01']],
  ])('%s', async (_name, conditions, expected) => {
    expect(await found('region', conditions)).toEqual(expected)
  })

  it('NE and IS_NOT_NULL leave out what they say', async () => {
    expect(await found('region', [{ field: 'code', predicate: 'NE', value: '77' }])).toHaveLength(89)
    expect(await found('region', [{ field: 'federalDistrict', predicate: 'IS_NOT_NULL' }])).toHaveLength(85)
  })

  it('compare numbers as numbers', async () => {
    const months = await found('decisionLimit', [
      { field: 'maxAmount', predicate: 'GT', value: 3_000_000 },
      { field: 'maxAmount', predicate: 'SORT', value: 'desc' },
    ])
    expect(months.length).toBeGreaterThan(1)
    const { body } = await search('decisionLimit', [
      { field: 'maxAmount', predicate: 'LE', value: '3000000' },
    ])
    expect(body.content.every((item) => Number(item.maxAmount) <= 3_000_000)).toBe(true)
  })

  it('SORT orders by the field, then as the bank does', async () => {
    const names = (await search('maritalStatus', [{ field: 'name', predicate: 'SORT', value: 'desc' }])).body
      .content
    const sorted = names.map(({ name }) => name)
    expect(sorted).toEqual([...sorted].sort((a, b) => b.localeCompare(a, 'ru')))
  })

  it('DISTINCT keeps the first of each value', async () => {
    const { body } = await search('region', [{ field: 'federalDistrict', predicate: 'DISTINCT' }])
    const districts = body.content.map((item) => item.federalDistrict)
    expect(new Set(districts).size).toBe(districts.length)
    expect(body.totalElements).toBe(districts.length)
  })

  it('GROUP_BY counts, and reads codes of other dictionaries by their names', async () => {
    const { body } = await search('docType', [{ field: 'categoryCode', predicate: 'GROUP_BY' }])
    const identity = body.content.find(({ code }) => code === 'IDENTITY')
    expect(identity).toMatchObject({
      name: 'Документы, удостоверяющие личность',
      categoryCode: 'IDENTITY',
      count: expect.any(Number),
    })
    const total = body.content.reduce((sum, group) => sum + Number(group.count), 0)
    expect(total).toBe(144)
    expect(body.totalElements).toBe(body.content.length)
  })

  it('the parent is a field of hierarchies', async () => {
    const roots = await found('landUsageType', [{ field: 'parentCode', predicate: 'IS_NULL' }])
    expect(roots).toHaveLength(14)
    const { body } = await search('landUsageType', [{ field: 'parentCode', predicate: 'GROUP_BY' }])
    expect(body.content.some(({ name }) => name === 'Предпринимательство')).toBe(true)
  })
})

describe('pages', () => {
  it('have totals of the whole search and no row twice', async () => {
    const { body: first } = await search('landUsageType', [], { size: 100, page: 0 })
    const { body: second } = await search('landUsageType', [], { size: 100, page: 1 })
    expect([first.totalElements, first.content.length, second.content.length]).toEqual([160, 100, 60])
    const all = new Set([...first.content, ...second.content].map(({ code }) => code))
    expect(all.size).toBe(160)
  })

  it.each([
    [api.filterLandUsageTypes, 160],
    [api.filterRemarkCategories, 12],
    [api.filterRemarks, 33],
    [api.filterUnderwritingDecisions, 35],
    [api.filterSeniorityDetails, 5],
  ] as const)(
    '%#: searches with an address of their own answer their dictionary',
    async (endpoint, count) => {
      const { status, body } = await bank.call(
        endpoint,
        { body: { searchConditions: [], size: 5 } },
        { as: 'agent' },
      )
      expect([status, body.totalElements, body.content.length]).toEqual([200, count, 5])
    },
  )

  it('document types come without pages, by a body or by the address', async () => {
    const conditions: Conditions = [{ field: 'categoryCode', predicate: 'EQ', value: 'IDENTITY' }]
    const posted = await bank.call(api.filterDocumentTypes, { body: { searchConditions: conditions } })
    const got = await bank.call(api.listDocumentTypes, {
      query: { searchConditions: JSON.stringify(conditions) },
    })
    expect(got.body).toEqual(posted.body)
    expect(got.body.every((item) => item.categoryCode === 'IDENTITY')).toBe(true)
    const all = await bank.call(api.listDocumentTypes, {})
    expect(all.body).toHaveLength(144)
    const broken = await bank.call(api.listDocumentTypes, { query: { searchConditions: '[{' } })
    expect(broken.status).toBe(400)
  })
})

describe('hostile searches', () => {
  it.each<[string, Conditions, string]>([
    ['an unknown field', [{ field: 'secret', predicate: 'EQ', value: '1' }], 'searchConditions.0.field'],
    [
      'a field that is SQL',
      [{ field: 'code) OR (true', predicate: 'EQ', value: '1' }],
      'searchConditions.0.field',
    ],
    ['a field of the prototype', [{ field: '__proto__', predicate: 'IS_NULL' }], 'searchConditions.0.field'],
    [
      'a column that is not offered',
      [{ field: 'delivered', predicate: 'IS_NULL' }],
      'searchConditions.0.field',
    ],
    [
      'a text for a number',
      [{ field: 'order', predicate: 'GT', value: 'много' }],
      'searchConditions.0.value',
    ],
    [
      'a strange date',
      [{ field: 'validTo', predicate: 'LT', value: '2026-02-31x' }],
      'searchConditions.0.value',
    ],
    ['no field', [{ predicate: 'EQ', value: '1' }], 'searchConditions.0.field'],
    ['one value for IN', [{ field: 'code', predicate: 'IN', value: '1' }], 'searchConditions.0.value'],
    ['a list for EQ', [{ field: 'code', predicate: 'EQ', value: ['1'] }], 'searchConditions.0.value'],
    ['no value', [{ field: 'code', predicate: 'EQ' }], 'searchConditions.0.value'],
    ['a strange order', [{ field: 'code', predicate: 'SORT', value: 'up' }], 'searchConditions.0.value'],
    [
      'GROUP_BY with DISTINCT',
      [
        { field: 'code', predicate: 'GROUP_BY' },
        { field: 'name', predicate: 'DISTINCT' },
      ],
      'searchConditions',
    ],
    [
      'a sort outside the groups',
      [
        { field: 'code', predicate: 'GROUP_BY' },
        { field: 'name', predicate: 'SORT' },
      ],
      'searchConditions',
    ],
    [
      'an unknown predicate',
      [{ field: 'code', predicate: 'DROP', value: '1' }],
      'searchConditions.0.predicate',
    ],
  ])('%s is 400 at its place', async (_name, conditions, path) => {
    const { status, error } = await search('region', conditions)
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toContain(path)
  })

  it('SQL in a value is a text that nothing equals', async () => {
    for (const value of ["' OR '1'='1", "77'; DROP TABLE reference_item; --", '77\\', '$1'])
      for (const predicate of ['EQ', 'LIKE', 'GT'] as const) {
        const { status } = await search('region', [{ field: 'name', predicate, value }])
        expect(status).toBe(200)
      }
    expect(await found('region', [{ field: 'name', predicate: 'LIKE', value: "' OR '1'='1" }])).toEqual([])
    expect(await found('region', [])).toHaveLength(90)
  })

  it.each(['%', '_', '\\', '%%'])('LIKE takes %s as it is', async (value) => {
    expect(await found('region', [{ field: 'name', predicate: 'LIKE', value }])).toEqual([])
  })

  it('10 000 values of IN are found quickly, one more is refused', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `x${index}`)
    values[9_999] = '77'
    const begun = performance.now()
    expect(await found('region', [{ field: 'code', predicate: 'IN', value: values }])).toEqual(['77'])
    expect(performance.now() - begun).toBeLessThan(2_000)
    const { status } = await search('region', [{ field: 'code', predicate: 'IN', value: [...values, 'y'] }])
    expect(status).toBe(400)
    expect(await found('region', [{ field: 'code', predicate: 'IN', value: [] }])).toEqual([])
  })

  it('an unknown dictionary is 404, a page too deep 400, what is off only for administrators', async () => {
    const none = await search('nothing', [])
    expect([none.status, none.error.message]).toEqual([404, 'Справочник «nothing» не найден'])
    expect((await search('region', [], { page: 10, size: 1_000 })).status).toBe(400)
    const all = await bank.call(
      api.filterReference,
      { params: { code: 'region' }, body: { all: true } },
      { as: 'agent' },
    )
    expect(all.status).toBe(403)
    const nobody = await bank.call(
      api.filterReference,
      { params: { code: 'region' }, body: {} },
      { as: null },
    )
    expect(nobody.status).toBe(401)
  })
})
