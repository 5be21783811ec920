import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { getExternalLink, listRegions } from '@ipoteka-office/contract/references/reference-options.ts'
import { leadMachine } from '@ipoteka-office/contract/cases/machines/lead.ts'
import * as api from '@ipoteka-office/contract/references/references.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

type Data = Record<string, { title: string; items: [string, string, { off?: boolean }?][] }>
const data = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../db/seed/data/${name}.json`), 'utf8')) as Data
const dictionaries = data('dictionaries')
const enumerations = data('enumerations')

const codes = (items: readonly { code: string }[]) => items.map(({ code }) => code)

const get = async (path: string, headers: Record<string, string> = {}) =>
  bank.app.inject({
    url: `/api/reference/${path}`,
    headers: { authorization: `Bearer ${await bank.tokenOf('support')}`, ...headers },
  })

describe('reads of dictionaries', () => {
  it.each(Object.entries(referenceLists))(
    '%s answers what was delivered, in its order',
    async (code, list) => {
      const { status, body } = await bank.call(list, {}, { as: 'support' })
      expect(status).toBe(200)
      const delivered = dictionaries[code]?.items ?? []
      const expected = delivered.filter(([item]) => code !== 'region' || item !== '99')
      expect(codes(body)).toEqual(expected.map(([item]) => item))
    },
  )

  it('answer every other delivered dictionary by its code, also one with a slash', async () => {
    for (const code of Object.keys(dictionaries)) {
      const { status, body } = await bank.call(api.listReferenceItems, { params: { code } })
      expect([code, status]).toEqual([code, 200])
      expect(body.length).toBeGreaterThan(0)
    }
  })

  it('answer at the address of their area too', async () => {
    const lists = [api.listProductStatuses, api.listProductTypes, api.listContractTypeCodes] as const
    for (const list of lists) {
      const { status, body } = await bank.call(list, {}, { as: 'agent' })
      expect([list.path, status]).toEqual([list.path, 200])
      expect(codes(body)).toEqual((dictionaries[list.path.slice(1)]?.items ?? []).map(([item]) => item))
    }
  })

  it('answer whether leads have a document type, also where they have not', async () => {
    const { body } = await bank.call(referenceLists.docType, {})
    expect(body.every((item) => item.leadUsageTypeCode !== undefined && item.leadUsageTypeCode !== '')).toBe(
      true,
    )
    expect(body.find(({ code }) => code === 'PASSPORT_RF')?.leadUsageTypeCode).toBe('REQUIRED')
    expect(body.some((item) => item.leadUsageTypeCode === null)).toBe(true)
  })

  it('call the statuses of a lead as its machine does', async () => {
    const { body } = await bank.call(api.listEnumeration, { params: { name: 'LeadStatus' } })
    const names = Object.fromEntries(body.map(({ code, name }) => [code, name]))
    expect(names).toEqual(
      Object.fromEntries(Object.entries(leadMachine.states).map(([code, { name }]) => [code, name])),
    )
  })

  it('answer code, name and the dictionary’s own attributes', async () => {
    const { body } = await bank.call(referenceLists.docType, {})
    expect(body[0]).toEqual({
      code: 'PASSPORT_RF',
      name: 'Паспорт гражданина РФ (все страницы)',
      categoryCode: 'IDENTITY',
      leadUsageTypeCode: 'REQUIRED',
    })
  })

  it('know 89 subjects of the Federation; Baikonur is asked for by name', async () => {
    const { body } = await bank.call(listRegions, {})
    expect(body).toHaveLength(89)
    const all = await bank.call(listRegions, { query: { isSubject: 'false' } })
    expect(codes(all.body)).toEqual(['99'])
  })

  it('answer abolished channels in the list of all channels only', async () => {
    const { body } = await bank.call(referenceLists['all-channel'], {})
    expect(body.filter((item) => item.active === false).map(({ code }) => code)).toEqual([
      'BROKER_OLD',
      'POST',
    ])
    const { body: open } = await bank.call(referenceLists.channel, {})
    expect(open).toHaveLength(body.length - 2)
  })

  it('find by a part of the name or code, whatever the letters’ case', async () => {
    const byName = await bank.call(listRegions, { query: { query: 'САМАРСК' } })
    expect(codes(byName.body)).toEqual(['63'])
    const byCode = await bank.call(referenceLists.currency, { query: { query: '840' } })
    expect(codes(byCode.body)).toEqual(['840'])
    const signs = await bank.call(listRegions, { query: { query: '%' } })
    expect(signs.body).toEqual([])
  })

  it('filter by any attribute and refuse a name that is none', async () => {
    const { body } = await bank.call(listRegions, { query: { federalDistrict: 'Приволжский' } })
    expect(body.length).toBe(14)
    const wrong = await get('region?okato1=1')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().fields).toEqual([{ path: 'okato1', message: 'Неизвестный параметр' }])
    expect((await get('houseBuildType?_=0.123')).statusCode).toBe(200)
  })

  it('answer 404 with the code for an unknown dictionary', async () => {
    const { status, error } = await bank.call(api.listReferenceItems, { params: { code: 'noSuchThing' } })
    expect([status, error.message]).toEqual([404, 'Справочник «noSuchThing» не найден'])
    const level = await bank.call(api.listAddressObjectTypes, { params: { addressObject: 'moon' } })
    expect(level.status).toBe(404)
  })

  it('answer 401 without a token', async () => {
    const { status } = await bank.call(listRegions, {}, { as: null })
    expect(status).toBe(401)
  })
})

describe('items that are not in force', () => {
  it('are left out from the next read on, and shown to those who administer dictionaries', async () => {
    await bank.call(referenceLists.sewerageType, {})
    await bank.db
      .updateTable('reference_item')
      .set({ active: false })
      .where('dictionary', '=', 'sewerageType')
      .where('code', '=', dictionaries.sewerageType?.items[0]?.[0] ?? '')
      .execute()
    // Another connection changed it: this instance hears of it within moments.
    await soon(async () => {
      const { body } = await bank.call(referenceLists.sewerageType, {})
      expect(body).toHaveLength(4)
    })
    const all = await bank.call(referenceLists.sewerageType, { query: { all: 'true' } })
    expect(all.body).toHaveLength(5)
    expect(all.body[0]).toMatchObject({ active: false, validFrom: null, validTo: null })
    const refused = await bank.call(referenceLists.sewerageType, { query: { all: 'true' } }, { as: 'agent' })
    expect(refused.status).toBe(403)
  })

  it('begin and end on their days, the last day included', async () => {
    const set = (code: string, dates: { valid_from?: string; valid_to?: string }) =>
      bank.db
        .updateTable('reference_item')
        .set(dates)
        .where('dictionary', '=', 'heatingType')
        .where('code', '=', code)
        .execute()
    const today = new Date()
    const day = (shift: number) =>
      today
        .toTemporalInstant()
        .toZonedDateTimeISO(bank.config.bankTimeZone)
        .toPlainDate()
        .add({ days: shift })
        .toString()
    const [first = '', second = '', third = '', fourth = ''] =
      dictionaries.heatingType?.items.map(([c]) => c) ?? []
    await set(first, { valid_to: day(-1) })
    await set(second, { valid_to: day(0) })
    await set(third, { valid_from: day(1) })
    await set(fourth, { valid_from: day(0) })
    await soon(async () => {
      const { body } = await bank.call(referenceLists.heatingType, {})
      const shown = new Set(codes(body))
      expect([first, second, third, fourth].map((code) => shown.has(code))).toEqual([
        false,
        true,
        false,
        true,
      ])
    })
  })
})

describe('metadata and enumerations', () => {
  it('describe every dictionary with its attributes', async () => {
    const { body } = await bank.call(api.listReferenceMetadata, {})
    expect(body).toHaveLength(136)
    const { body: one } = await bank.call(api.getReferenceMetadata, { params: { code: 'docType' } })
    expect(body).toContainEqual(one)
    expect(one.attributes[0]).toEqual({
      key: 'categoryCode',
      label: 'Категория',
      type: 'code',
      required: false,
      dictionary: 'docCategory',
    })
    const slash = await bank.call(api.getReferenceMetadata, { params: { code: 'creditCard/level' } })
    expect(slash.body.title).toBe('Уровень карты')
    const none = await bank.call(api.getReferenceMetadata, { params: { code: 'none' } })
    expect([none.status, none.error.message]).toEqual([404, 'Справочник «none» не найден'])
  })

  it('answer all 100 enumerations', async () => {
    const { body } = await bank.call(api.listEnumerations, {})
    expect(body).toHaveLength(100)
    for (const { code } of body) {
      const { body: items } = await bank.call(api.listEnumeration, { params: { name: code } })
      expect(items.map((item) => [item.code, item.name])).toEqual(enumerations[code]?.items)
    }
    const none = await bank.call(api.listEnumeration, { params: { name: 'Nothing' } })
    expect(none.status).toBe(404)
  })
})

describe('single items', () => {
  it('are found by code', async () => {
    const good = await bank.call(api.getDocumentCategory, { params: { code: 'IDENTITY' } })
    expect(good.body).toMatchObject({ code: 'IDENTITY', id: 1 })
    const none = await bank.call(api.getDocumentCategory, { params: { code: 'X' } })
    expect(none.status).toBe(404)
  })

  it('lead to other systems', async () => {
    const good = await bank.call(getExternalLink, { params: { referenceCode: 'KNOWLEDGE_BASE' } })
    expect(good.body).toMatchObject({ code: 'KNOWLEDGE_BASE', link: expect.any(String) })
    const none = await bank.call(getExternalLink, { params: { referenceCode: 'NONE' } })
    expect([none.status, none.error.message]).toEqual([404, 'Ссылка не настроена'])
  })
})

describe('a prepared answer', () => {
  it('is not sent again to those who have it, and is packed for those who can unpack', async () => {
    const first = await get('region')
    const etag = String(first.headers.etag)
    const again = await get('region', { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const packed = await get('region', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length / 2)
    const plain = await get('region', { 'accept-encoding': 'br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(first.body)
  })

  it('has another ETag after a change', async () => {
    const before = (await get('rateType')).headers.etag
    await bank.db
      .updateTable('reference_item')
      .set({ name: 'Новая ставка' })
      .where('dictionary', '=', 'rateType')
      .execute()
    await soon(async () => {
      const after = await get('rateType', { 'if-none-match': String(before) })
      expect(after.statusCode).toBe(200)
    })
  })
})
