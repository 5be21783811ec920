import * as api from '@ipoteka-office/contract/addresses/addresses.ts'
import { Address } from '@ipoteka-office/contract/common/address.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { deliverAddresses } from '#db/seed/addresses.ts'
import { deliverReferences } from '#db/seed/references.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wordsOf } from './address-words.rules.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  const { db, close } = openDatabase({ connectionString: bank.connectionString, queryTimeout: 0 })
  await deliverReferences(db)
  await deliverAddresses(db)
  await close()
}, 60_000)
afterAll(() => bank.close())

const moscow = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5'
const kazan = '93b3df57-4c89-44df-ac42-96f05e9cd3b9'

const find = async (
  query: string,
  filters: { limit?: number; levels?: string; parent?: string; region?: string } = {},
) => (await bank.call(api.searchAddresses, { query: { query, ...filters } }, { as: 'agent' })).body
const values = async (...call: Parameters<typeof find>) => (await find(...call)).map(({ value }) => value)

describe('the calls', () => {
  it.each([
    [api.searchAddresses, { query: 'казань' }],
    [api.findHouse, { parent: moscow }],
    [api.getAddressParents, { id: moscow }],
    [api.getLocalities, {}],
  ] as const)('of $path are open to everyone who signed in and to nobody else', async (endpoint, query) => {
    const ask = async (as: 'agent' | 'viewer' | 'norole' | null) =>
      (await bank.call(endpoint as typeof api.searchAddresses, { query: query as { query: string } }, { as }))
        .status
    expect(await ask(null)).toBe(401)
    expect(await ask('norole')).toBe(403)
    expect(await ask('agent')).toBe(200)
    expect(await ask('viewer')).toBe(200)
  })

  it.each([
    [api.searchAddresses, {}],
    [api.searchAddresses, { query: '' }],
    [api.searchAddresses, { query: '   ' }],
    [api.searchAddresses, { query: 'я'.repeat(201) }],
    [api.searchAddresses, { query: 'а\u0000б' }],
    [api.searchAddresses, { query: 'казань', limit: '0' }],
    [api.searchAddresses, { query: 'казань', limit: '51' }],
    [api.searchAddresses, { query: 'казань', levels: '4,99' }],
    [api.searchAddresses, { query: 'казань', levels: '' }],
    [api.searchAddresses, { query: 'казань', region: '7' }],
    [api.searchAddresses, { query: 'казань', parent: "1' OR 1=1" }],
    [api.findHouse, { query: '5' }],
    [api.findHouse, { parent: 'нет' }],
    [api.getAddressParents, {}],
    [api.getAddressParents, { id: '9'.repeat(19) }],
    [api.getAddressParents, { id: moscow, division: 'OTHER' }],
    [api.getLocalities, { limit: 'много' }],
  ])('of $path refuse %j', async ({ path }, query) => {
    const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    const answer = await bank.app.inject({
      url: `/api${path}?${text.join('&')}`,
      headers: { authorization: `Bearer ${await bank.tokenOf('admin')}` },
    })
    expect(answer.statusCode).toBe(400)
  })

  it('answer ten addresses, fifteen localities, or as many as asked', async () => {
    expect(await find('ленина')).toHaveLength(10)
    expect(await find('ленина', { limit: 3 })).toHaveLength(3)
    expect(await find('ленина', { limit: 50 })).toHaveLength(50)
    const localities = async (query: { limit?: number }) =>
      (await bank.call(api.getLocalities, { query })).body.length
    expect(await localities({})).toBe(15)
    expect(await localities({ limit: 2 })).toBe(2)
  })
})

describe('the search', () => {
  it('finds words in any order, the last one begun', async () => {
    for (const text of [
      'казань баумана',
      'баумана казань',
      'Баумана, г. Казань',
      'татарстан баум казань',
      'казань ул баум',
    ])
      expect((await values(text))[0], text).toBe('Респ Татарстан, г Казань, ул Баумана')
  })

  it('takes «е» for «ё», any case and the other layout', async () => {
    const [street] = await find('москва академика королёва')
    expect(street?.value).toBe('г Москва, ул Академика Королёва')
    for (const text of [
      'МОСКВА АКАДЕМИКА КОРОЛЕВА',
      'москва академика королЁва',
      'vjcrdf frfltvbrf rjhjktdf',
    ])
      expect((await find(text))[0]?.fiasId, text).toBe(street?.fiasId)
  })

  it.each([
    ['казнь баумана', 'Респ Татарстан, г Казань, ул Баумана'],
    ['екатиринбург', 'Свердловская обл, г Екатеринбург'],
    ['новосибриск', 'Новосибирская обл, г Новосибирск'],
    ['санкт питербург невский', 'г Санкт-Петербург, пр-кт Невский'],
    ['санктпетербург садовая', 'г Санкт-Петербург, ул Садовая'],
    ['москва тверсккая', 'г Москва, ул Тверская'],
  ])('forgives the typing error in «%s»', async (text, value) => {
    expect((await values(text))[0]).toBe(value)
  })

  it.each([
    ['ленинград невский', 'г Санкт-Петербург, пр-кт Невский', 'Ленинград'],
    ['свердловск', 'Свердловская обл, г Екатеринбург', 'Свердловск'],
    ['москва метростроевская', 'г Москва, ул Остоженка', 'Метростроевская'],
  ])('knows the former name in «%s»', async (text, value, oldName) => {
    const found = await find(text)
    expect(found.map((one) => [one.value, one.oldName])).toContainEqual([value, oldName])
  })

  it('names what a place was only where that is how it was found', async () => {
    expect((await find('екатеринбург'))[0]?.oldName).toBeNull()
  })

  it('puts the bigger first, and what is named exactly before what only begins so', async () => {
    expect((await values('каз'))[0]).toBe('Респ Татарстан, г Казань')
    expect((await values('моск')).slice(0, 2)).toEqual(expect.arrayContaining(['г Москва', 'Московская обл']))
    expect((await values('ново')).slice(0, 3)).toContain('Новосибирская обл, г Новосибирск')
    expect((await values('нижний'))[0]).toBe('Нижегородская обл, г Нижний Новгород')
    expect((await values('санкт-петербург'))[0]).toBe('г Санкт-Петербург')
  })

  it('prefers the type that was typed', async () => {
    expect((await values('новосибирск площадь ленина'))[0]).toBe(
      'Новосибирская обл, г Новосибирск, пл Ленина',
    )
    expect((await values('новосибирск ул ленина'))[0]).toBe('Новосибирская обл, г Новосибирск, ул Ленина')
    expect((await values('казань проспект')).slice(0, 3).every((one) => one.includes('пр-кт'))).toBe(true)
  })

  it('finds the house at the end with what follows it', async () => {
    const [house] = await find('свердловск ленина 5 к 2 кв 7')
    expect(house).toMatchObject({
      value: 'Свердловская обл, г Екатеринбург, пр-кт Ленина, д 5 к 2',
      level: 'house',
      levelCode: '8',
      registerLevel: 10,
      rest: 'кв 7',
      address: {
        level: 'house',
        regionCode: '66',
        parts: { house: { type: 'д', name: '5' }, block: { type: 'к', name: '2' } },
      },
    })
    expect((await values('екатеринбург ленина д.5, корп 2'))[0]).toBe(house?.value)
    expect((await values('ленина 5к2 екатеринбург'))[0]).toBe(house?.value)
  })

  it('gives the street with what was typed when there is no such house', async () => {
    const [street] = await find('казань баумана 999 к 3')
    expect(street).toMatchObject({ value: 'Респ Татарстан, г Казань, ул Баумана', rest: '999к3' })
  })

  it('takes a number for a part of the name where it is one', async () => {
    const [march, ...others] = await find('екатеринбург 8 марта')
    expect(march).toMatchObject({ value: 'Свердловская обл, г Екатеринбург, ул 8 Марта', rest: null })
    expect(others).toEqual([])
    expect((await values('екатеринбург 8 марта 5'))[0]).toBe(
      'Свердловская обл, г Екатеринбург, ул 8 Марта, д 5',
    )
    expect(await values('москва парковая 5')).toContain('г Москва, ул 5-я Парковая')
  })

  it('answers a value that can be kept, with the identifiers and codes', async () => {
    const [city] = await find('казань')
    expect(city).toMatchObject({
      fiasId: kazan,
      level: 'city',
      levelCode: '4',
      typeName: 'город',
      taxOffice: expect.stringMatching(/^\d{4}$/),
      address: { postalCode: '420000', regionCode: '16', kladrId: '1600000100000', oktmo: '92701000001' },
    })
    expect(Address.parse(city?.address)).toEqual(city?.address)
    const [street] = await find('москва тверская')
    expect(street?.address.parts).toMatchObject({
      region: { type: 'г', name: 'Москва', fiasId: moscow },
      city: { type: 'г', name: 'Москва', fiasId: moscow },
      street: { type: 'ул', name: 'Тверская', fiasId: street?.fiasId },
    })
    expect(street?.path.map(({ name }) => name)).toEqual(['Москва', 'Тверская'])
  })

  it('looks inside an object, a region or levels when asked', async () => {
    const inside = await values('ленина', { parent: kazan })
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.every((one) => one.startsWith('Респ Татарстан, г Казань, '))).toBe(true)
    const inRegion = await values('советская', { region: '54' })
    expect(inRegion.length).toBeGreaterThan(0)
    expect(inRegion.every((one) => one.startsWith('Новосибирская обл'))).toBe(true)
    expect((await find('ново', { levels: '4' })).every(({ levelCode }) => levelCode === '4')).toBe(true)
    expect((await find('ленина', { levels: '7' })).every(({ levelCode }) => levelCode === '7')).toBe(true)
    expect(await values('ленина', { region: '00' })).toEqual([])
    expect(await values('ленина', { parent: '00000000-0000-4000-8000-000000000000' })).toEqual([])
  })

  it.each([
    "'; DROP TABLE address_object; --",
    '%_%',
    '\\',
    '{1,2}',
    '😀😀😀',
    '——',
    '"',
    '$1 OR TRUE',
    '<script>alert(1)</script>',
    'йцукенгшщзхъ',
    '5',
    '5 5 5 5 5 5 5 5 5 5 5 5 5',
    'а '.repeat(99),
    'я'.repeat(200),
    'constructor __proto__ toString',
    '\uD83D\uDE00 казань',
  ])('takes %j for nothing but text', async (text) => {
    const answer = await bank.call(api.searchAddresses, { query: { query: text } })
    expect(answer.status).toBe(200)
  })

  it('left the tables as they were', async () => {
    const { rows } = await sql<{ count: string }>`SELECT count(*) FROM address_object`.execute(bank.db)
    expect(Number(rows[0]?.count)).toBeGreaterThan(5_000)
  })
})

describe('houses', () => {
  it('of a street go by number, the very one first', async () => {
    const [street] = await find('казань баумана')
    const ask = async (query: string) =>
      (await bank.call(api.findHouse, { query: { parent: street?.fiasId ?? '', query } })).body
    const all = await ask('')
    expect(all).toHaveLength(10)
    expect(all[0]?.path.at(-1)?.name).toBe('1')
    const begun = await ask('1')
    expect(begun[0]?.path.at(-1)?.name).toBe('1')
    expect(begun.every(({ path }) => path.at(-1)?.name.startsWith('1'))).toBe(true)
    expect(await ask('5 к 2')).toEqual(await ask('д.5корп2'))
    expect((await ask('5 к 2'))[0]?.value).toBe('Респ Татарстан, г Казань, ул Баумана, д 5 к 2')
    expect(await ask('нет такого')).toEqual([])
    const byNumber = await bank.call(api.findHouse, { query: { parent: street?.objectId ?? '', query: '1' } })
    expect(byNumber.body).toEqual(begun)
  })

  it('of an object that is not there are none', async () => {
    const { body } = await bank.call(api.findHouse, {
      query: { parent: '00000000-0000-4000-8000-000000000000', query: '5' },
    })
    expect(body).toEqual([])
  })
})

describe('parents', () => {
  const parents = (id: string, division?: 'MUNICIPAL') =>
    bank.call(api.getAddressParents, { query: { id, ...(division && { division }) } })

  it('go from the region down to the object and to the house', async () => {
    const [house] = await find('казань баумана 5 к 2')
    const { body } = await parents(house?.fiasId ?? '')
    expect(body.map(({ level, name }) => [level, name])).toEqual([
      ['region', 'Татарстан'],
      ['city', 'Казань'],
      ['street', 'Баумана'],
      ['house', '5 к 2'],
    ])
    expect((await parents(house?.objectId ?? '')).body).toEqual(body)
    expect((await parents(kazan.toUpperCase())).body).toHaveLength(2)
  })

  it('by the municipal division are its own where it is known', async () => {
    const [street] = await find('казань баумана')
    const [city] = await find('казань')
    const [region] = await find('респ татарстан')
    await sql`INSERT INTO address_mun_hierarchy (object_id, id, parent_object_id, oktmo, update_date, start_date, end_date, is_active)
      SELECT a, 1, b, '92701000', now(), now(), '2079-06-06', true FROM (VALUES
        (${street?.objectId}::bigint, ${region?.objectId}::bigint), (${region?.objectId}::bigint, 0)) AS v (a, b)`.execute(
      bank.db,
    )
    expect((await parents(street?.fiasId ?? '', 'MUNICIPAL')).body.map(({ name }) => name)).toEqual([
      'Татарстан',
      'Баумана',
    ])
    expect((await parents(city?.fiasId ?? '', 'MUNICIPAL')).body.map(({ name }) => name)).toEqual([
      'Татарстан',
      'Казань',
    ])
  })

  it('of an object that is not there are 404', async () => {
    const { status, error } = await parents('00000000-0000-4000-8000-000000000000')
    expect([status, error.message]).toEqual([404, 'В реестре нет такого адресного объекта'])
    expect((await parents('999999999999')).status).toBe(404)
  })
})

describe('localities', () => {
  const localities = async (query: { query?: string; levels?: string; region?: string; parent?: string }) =>
    (await bank.call(api.getLocalities, { query })).body

  it('are cities and settlements alone, the biggest first', async () => {
    const [first, ...rest] = await localities({})
    expect([first, ...rest].every((one) => one?.levelCode === '4' || one?.type === 'г')).toBe(true)
    expect(rest.map(({ name }) => name)).toEqual(expect.arrayContaining(['Казань', 'Екатеринбург']))
    expect((await localities({ query: 'моск' })).map(({ value }) => value)[0]).toBe('г Москва')
    expect((await localities({ query: 'ленина' })).every(({ level }) => level !== 'street')).toBe(true)
    expect((await localities({ query: 'москва тверская' })).every(({ level }) => level !== 'street')).toBe(
      true,
    )
  })

  it('of one region or of one object', async () => {
    const found = await localities({ region: '16' })
    expect(found[0]?.value).toBe('Респ Татарстан, г Казань')
    expect(found.every(({ address }) => address.regionCode === '16')).toBe(true)
    expect(await localities({ levels: '6' })).toEqual([])
  })
})

describe('the database and the server', () => {
  it.each([
    '1-я Тверская-Ямская',
    '22-го Партсъезда',
    'Саха /Якутия/',
    '5-й Ё.-проезд «Новый»',
    '40-летия',
    '😀',
    '',
  ])('see the same words in «%s»', async (text) => {
    const { rows } = await sql<{ words: string[] }>`SELECT address_words(${text}) AS words`.execute(bank.db)
    expect(rows[0]?.words).toEqual(wordsOf(text))
  })

  it('take the sample once', async () => {
    const { db, close } = openDatabase({ connectionString: bank.connectionString, queryTimeout: 0 })
    expect(await deliverAddresses(db)).toBe(false)
    await close()
  })
})
