import { topics } from '@ipoteka-office/contract/live.ts'
import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { of } from '#testing/partner-cases.ts'
import { partnerForm, testInn, testOgrn } from '#testing/partner-data.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
const ids: number[] = []
beforeAll(async () => {
  bank = await testApp()
  const names = ['Ёлка-Кредит', 'Абрикос', '100% жильё', 'Якорь']
  for (const [index, shortName] of names.entries()) {
    const form = partnerForm(500 + index, { shortName, regionCode: index === 3 ? null : `0${index + 2}` })
    ids.push((await bank.call(api.createPartner, { body: form })).body.id)
  }
  await bank.call(parts.createPartnerRegion, { ...of(ids[3] ?? 0), body: { regionCode: '02' } })
  await sql`UPDATE partner SET not_active = true WHERE id = ${ids[1]}`.execute(bank.db)
})
afterAll(() => bank.close())

const list = async (body: object, query: object = {}, as: Login = 'admin') => {
  const answer = await bank.call(api.listFilteredPartners, { query: { size: 100, ...query }, body }, { as })
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body
}
const found = async (body: object, as: Login = 'admin') =>
  (await list(body, {}, as)).content.map(({ shortName }) => shortName)

describe('the list', () => {
  it.each([
    ['елка', ['Ёлка-Кредит']],
    ['КРЕДИТ ёлка', ['Ёлка-Кредит']],
    ['%', ['100% жильё']],
    ['_', []],
    [testInn(503), ['Якорь']],
    [testOgrn(502).slice(3), ['100% жильё']],
    ['ёлка якорь', []],
  ])('is searched by «%s» in names, ИНН and ОГРН', async (search, names) => {
    expect(await found({ search })).toEqual(names)
  })

  it('is filtered by region of work, activity, level and head', async () => {
    expect(await found({ regions: ['02'] })).toEqual(['Ёлка-Кредит', 'Якорь'])
    expect(await found({ notActive: true })).toEqual(['Абрикос'])
    expect(await found({ notActive: false, search: 'абрикос' })).toEqual([])
    expect(await found({ level: 'BRANCH' })).toEqual([
      'Волга-Ипотека, филиал в Самаре',
      'Уральский ипотечный центр, филиал в Перми',
    ])
    expect(await found({ parentId: 4 })).toEqual(['Уральский ипотечный центр, филиал в Перми'])
    expect(await found({ roles: ['ManagingAgent'], level: 'HEAD' })).toEqual(['Уральский ипотечный центр'])
  })

  it('shows a partner itself and its branches to its own people', async () => {
    expect(await found({}, 'partner-admin')).toEqual([
      'Уральский ипотечный центр',
      'Уральский ипотечный центр, филиал в Перми',
    ])
    expect(await found({ search: 'волга' }, 'partner-admin')).toEqual([])
  })

  it.each(api.partnerSortFields)('is sorted by %s there and back', async (field) => {
    const order = async (direction: string) =>
      (await list({}, { sort: `${field},${direction}` })).content.map(({ id }) => id)
    const up = await order('asc')
    expect(up).toHaveLength(9)
    const down = await order('desc')
    if (field === 'region') {
      // Partners without a region come last when ascending and first when descending.
      expect(up.at(-1)).toBe(ids[3])
      expect(down[0]).toBe(ids[3])
    }
    expect(down).toEqual(up.toReversed())
  })

  it('comes in pages with the total of the filter', async () => {
    const page = await list({ level: 'HEAD' }, { page: 1, size: 3 })
    expect(page).toMatchObject({
      totalElements: 7,
      totalPages: 3,
      number: 1,
      numberOfElements: 3,
      last: false,
    })
    const { status } = await bank.call(api.listFilteredPartners, {
      query: { page: 100, size: 100 },
      body: {},
    })
    expect(status).toBe(400)
  })

  it('tells of each row its head, its roles and its branches', async () => {
    const [ural] = (await list({ search: 'уральский', level: 'HEAD' })).content
    expect(ural).toMatchObject({
      kpp: '667001001',
      parent: null,
      branchesCount: 1,
      branchTypeName: 'Головной офис',
      roles: [
        { id: 2, code: 'RegionalOperator', state: null },
        { id: 5, code: 'ManagingAgent', state: null },
      ],
    })
  })
})

describe('a choice of partners', () => {
  it('offers active ones that are visible', async () => {
    const choose = async (query: object, as: Login = 'admin') =>
      (await bank.call(api.findPartner, { query }, { as })).body.map(({ shortName }) => shortName)
    expect(await choose({ query: 'абрикос' })).toEqual([])
    expect(await choose({ query: 'ипот', roleCode: 'LeadCreator', regionCode: '63' })).toEqual([
      'Волга-Ипотека, филиал в Самаре',
    ])
    expect(await choose({ query: 'волга' }, 'partner-admin')).toEqual([])
    expect((await bank.call(api.findAhmlPartners, {})).body.map(({ id }) => id)).toEqual([1])
  })
})

describe('an open card', () => {
  it('is told of changes of the card and of its parts, with the change itself', async () => {
    const id = ids[0] ?? 0
    const events = async () => {
      const { rows } = await sql<{
        topic: string
      }>`SELECT topic FROM live_event WHERE topic = ${topics.partner(id)}`.execute(bank.db)
      return rows.length
    }
    const before = await events()
    await bank.call(parts.createOwnContact, { ...of(id), body: { contactTypeId: 3, value: 'x@y.example' } })
    const after = await events()
    expect(after).toBeGreaterThan(before)
    await bank.call(parts.createOwnContact, { ...of(id), body: { contactTypeId: 3, value: 'нет' } })
    expect(await events()).toBe(after)
  })
})
