import { isInn, isKpp, isOgrn, isOgrnip } from '@ipoteka-office/contract/common/identifiers.ts'
import * as api from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliverAddresses } from '#db/seed/addresses.ts'
import { standInClient } from '#integrations/dadata/stand-in.ts'
import { type SuggestionClient, SuggestionsUnavailable } from '#integrations/dadata/suggestion-client.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { suggestionsRoutes } from './suggestions.routes.ts'

let bank: TestApp
const quiet = standInClient({ delay: [0, 0], failures: 0 })
let client: SuggestionClient = quiet
const switched: SuggestionClient = {
  get source() {
    return client.source
  },
  name: (request) => client.name(request),
  unit: (request) => client.unit(request),
  email: (request) => client.email(request),
  party: (request) => client.party(request),
  bank: (request) => client.bank(request),
  address: (request) => client.address(request),
}
beforeAll(async () => {
  bank = await testApp({ routes: suggestionsRoutes({ client: switched, patienceMs: 150 }) })
  await deliverAddresses(bank.db)
  await sql`INSERT INTO bank (bic, name, correspondent_account, city) VALUES
    ('049205603', 'Отделение «Банк Татарстан» №8610', '30101810600000000603', 'Казань'),
    ('044525225', 'ПАО Большой банк', '30101810400000000225', 'Москва') ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
})
afterEach(() => {
  client = quiet
})
afterAll(() => bank.close())

const query = (text: string, count = 10) => ({ query: { query: text, count } })
const party = async (text: string, as: 'admin' | 'agent' = 'admin') =>
  (await bank.call(api.suggestParty, query(text), { as })).body

const calls = [
  api.suggestName,
  api.suggestPassportUnit,
  api.suggestEmail,
  api.suggestParty,
  api.suggestBank,
  api.suggestAddress,
] as const

/** A service that answers every question alike. */
const serviceThat = (answer: () => Promise<never[]>): SuggestionClient => ({
  source: 'DADATA',
  name: answer,
  unit: answer,
  email: answer,
  party: answer,
  bank: answer,
  address: answer,
})

describe('suggestions', () => {
  it.each(calls)('of $path need a text and a sign-in', async (one) => {
    expect((await bank.call(one, query(''))).status).toBe(400)
    expect((await bank.call(one, query('я'.repeat(201)))).status).toBe(400)
    expect((await bank.call(one, query('дом', 21))).status).toBe(400)
    expect((await bank.call(one, query('дом\u0000'))).status).toBe(400)
    expect((await bank.call(one, query('дом'), { as: null })).status).toBe(401)
    expect((await bank.call(one, query('дом'), { as: 'norole' })).status).toBe(403)
    expect((await bank.call(one, query('дом'), { as: 'agent' })).status).toBe(200)
  })

  it.each(calls)('of $path take hostile texts for texts', async (one) => {
    for (const text of [
      '%',
      '_',
      '\\',
      "'; DROP TABLE bank --",
      '((((',
      '@@@@',
      '-',
      '<script>',
      '١٢٣',
      'а'.repeat(200),
    ]) {
      const { status, body } = await bank.call(one, query(text))
      expect([text, status]).toEqual([text, 200])
      expect(body.suggestions.length, text).toBeLessThanOrEqual(10)
    }
    if (one !== api.suggestEmail)
      expect((await bank.call(one, query('%'))).body.suggestions, 'a sign of LIKE').toEqual([])
  })

  it.each(calls)('of $path come from own data, with a note, while the service is down', async (one) => {
    client = serviceThat(() => Promise.reject(new SuggestionsUnavailable(new Error('down'))))
    const { status, body } = await bank.call(one, query('зщзщзщ@зщ'))
    expect([status, body]).toEqual([
      200,
      { note: 'Внешняя служба подсказок не ответила: заполните поля вручную', suggestions: [] },
    ])
  })

  it('of ours do not wait for a slow service', async () => {
    client = serviceThat(() => new Promise(() => undefined))
    const begun = performance.now()
    const { body } = await bank.call(api.suggestParty, query('волга'))
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(body.note).toBe('Внешняя служба подсказок не ответила: показаны только данные банка')
    expect(body.suggestions.map(({ ownPartnerId }) => ownPartnerId)).toContain(2)
    expect(new Set(body.suggestions.map(({ source }) => source))).toEqual(new Set(['OWN']))
  })

  it('are not asked of the service where own ones fill the list', async () => {
    client = serviceThat(() => Promise.reject(new Error('must not be asked')))
    const { status, body } = await bank.call(api.suggestName, {
      query: { query: 'к', part: 'SURNAME', count: 3 },
    })
    expect([status, body.suggestions.length]).toEqual([200, 3])
  })

  it('hide no failure of ours', async () => {
    client = serviceThat(() => Promise.reject(new TypeError('a mistake')))
    expect((await bank.call(api.suggestEmail, query('anton@zzz'))).status).toBe(500)
  })

  it('say that they are the stand-in’s', async () => {
    const { suggestions } = await party('северный')
    expect(suggestions.some(({ source }) => source === 'STAND_IN')).toBe(true)
    expect(
      suggestions.every(({ source, ownPartnerId }) => source === 'STAND_IN' || ownPartnerId !== null),
    ).toBe(true)
  })

  it('of the stand-in fail now and then, and the second attempt hides it', async () => {
    const falls = [0, 0.005, 0, 0.5]
    client = standInClient({ delay: [0, 0], random: () => falls.shift() ?? 0.5 })
    expect((await party('северный')).suggestions.length).toBeGreaterThan(0)
    expect(falls).toEqual([])
  })
})

describe('organisations', () => {
  it('are found by the beginnings of words, whatever the case and ё or е', async () => {
    const { suggestions } = await party('надёжный ПРИЧ')
    expect(suggestions.map(({ data }) => data.name.full)).toEqual(['НАДЁЖНЫЙ ПРИЧАЛ'])
    expect((await party('надежный прич')).suggestions).toEqual(suggestions)
    expect((await party('такого нет нигде')).suggestions).toEqual([])
  })

  it('have numbers that pass their checks, and addresses', async () => {
    const list = [...(await party('д')).suggestions, ...(await party('ип')).suggestions]
    expect(list.length).toBeGreaterThan(10)
    for (const { data } of list.filter(({ source }) => source === 'STAND_IN')) {
      expect(isInn(data.inn), data.inn).toBe(true)
      if (data.type === 'LEGAL')
        expect(isKpp(data.kpp ?? '') && isOgrn(data.ogrn ?? ''), data.ogrn ?? '').toBe(true)
      else expect([data.kpp, isOgrnip(data.ogrn ?? '')]).toEqual([null, true])
      expect(data.address?.value).not.toBe('')
    }
  })

  it('know common names, and invent nothing for a number that may be somebody’s', async () => {
    const [one] = (await party('7701000019')).suggestions
    expect(one).toMatchObject({ data: { inn: '7701000019' }, ownPartnerId: 1 })
    const [other] = (await party('7707083893')).suggestions
    expect(other?.data.inn).toBe('7707083893')
    expect(other?.value).toBe('ПАО Сбербанк')
    expect((await party('сбербанк')).suggestions.map(({ data }) => data.inn)).toContain('7707083893')
    // Sound, and perhaps somebody's: nothing is invented for it.
    expect((await party('5003021311')).suggestions).toEqual([])
    expect((await party('500100732259')).suggestions).toEqual([])
    expect((await party('7707083892')).suggestions).toEqual([])
  })

  it('that are ours already are said to be, to those who may see them', async () => {
    const seen = (await party('волга')).suggestions.filter(({ ownPartnerId }) => ownPartnerId !== null)
    expect(seen.map(({ ownPartnerId }) => ownPartnerId)).toEqual(expect.arrayContaining([2, 3]))
    expect((await party('волга', 'agent')).suggestions.some(({ ownPartnerId }) => ownPartnerId === 2)).toBe(
      true,
    )
    const hidden = (await party('уральский ипотечный', 'agent')).suggestions
    expect(hidden.some(({ ownPartnerId }) => ownPartnerId !== null)).toBe(false)
    expect(hidden.some(({ value }) => value.startsWith('Уральский'))).toBe(false)
  })

  it('are at most as many as asked', async () => {
    const { body } = await bank.call(api.suggestParty, query('д', 3))
    expect(body.suggestions).toHaveLength(3)
  })
})

describe('banks', () => {
  it('come from the directory, by БИК or a part of the name', async () => {
    const find = async (text: string) => (await bank.call(api.suggestBank, query(text))).body.suggestions
    expect((await find('044525225'))[0]?.data).toMatchObject({
      bic: '044525225',
      correspondent_account: '30101810400000000225',
      payment_city: 'г Москва',
    })
    expect((await find('татарстан')).map(({ data }) => data.bic)).toContain('049205603')
    expect(await find('%')).toEqual([])
  })
})

describe('addresses', () => {
  const find = async (text: string) => (await bank.call(api.suggestAddress, query(text))).body.suggestions

  it('go from the city to its streets and to a house', async () => {
    expect((await find('каз'))[0]).toMatchObject({
      value: 'Респ Татарстан, г Казань',
      data: { fias_level: '4' },
    })
    expect((await find('казань пушк')).map(({ value }) => value)).toEqual([
      'Респ Татарстан, г Казань, ул Пушкина',
    ])
    const [house] = await find('г Казань, ул Пушкина, д 12')
    expect(house).toMatchObject({
      value: 'Респ Татарстан, г Казань, ул Пушкина, д 12',
      data: { fias_level: '8', house: '12', street: 'Пушкина', region: 'Татарстан' },
    })
    expect(house?.address).toMatchObject({
      value: 'Респ Татарстан, г Казань, ул Пушкина, д 12',
      level: 'house',
      regionCode: '16',
      fiasId: house?.data.fias_id,
      parts: { city: { type: 'г', name: 'Казань' }, house: { type: 'д', name: '12' } },
    })
    expect(house?.data.fias_id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('that are typed out go on with what is inside: streets of the city, houses of the street', async () => {
    const streets = await find('Респ Татарстан, г Казань')
    expect(streets.length).toBeGreaterThan(1)
    expect(streets.every(({ address }) => address.level === 'street')).toBe(true)
    const houses = await find('Респ Татарстан, г Казань, ул Пушкина')
    expect(houses.length).toBeGreaterThan(1)
    expect(houses.every(({ value }) => value.startsWith('Респ Татарстан, г Казань, ул Пушкина, д '))).toBe(
      true,
    )
  })

  it('keep what no register has: a house that is not there and a flat', async () => {
    const [found] = await find('казань пушкина 9999 корп 2, кв 7')
    expect(found).toMatchObject({
      value: 'Респ Татарстан, г Казань, ул Пушкина, д 9999 к 2, кв 7',
      address: {
        level: 'street',
        parts: { house: { name: '9999' }, block: { name: '2' }, flat: { name: '7' } },
      },
    })
  })

  it('of the delivered sample say that they are invented, those of the register are ours', async () => {
    expect((await find('казань пушк'))[0]?.source).toBe('STAND_IN')
    await sql`UPDATE address_state SET source = 'GAR'`.execute(bank.db)
    expect((await find('казань пушк'))[0]?.source).toBe('OWN')
    await sql`UPDATE address_state SET source = 'SAMPLE'`.execute(bank.db)
  })

  it('are asked of the service after ours, of the stand-in where we know nothing', async () => {
    const asked: string[] = []
    const outside = {
      value: 'Респ Татарстан, г Казань, ул Пушкинская',
      unrestricted_value: '420000, Респ Татарстан, г Казань, ул Пушкинская',
      data: { fias_level: '7', region_kladr_id: '1600000000000', street: 'Пушкинская', street_type: 'ул' },
    }
    const service = (source: 'DADATA' | 'STAND_IN'): SuggestionClient => ({
      ...quiet,
      source,
      address: ({ query: text }) => {
        asked.push(`${source} ${text}`)
        return Promise.resolve([outside])
      },
    })
    client = service('DADATA')
    const found = await find('казань пушк')
    expect(found[0]?.source).toBe('STAND_IN')
    expect(found.at(-1)).toMatchObject({
      source: 'DADATA',
      address: { value: outside.value, regionCode: '16', level: 'street' },
    })
    client = service('STAND_IN')
    await find('казань пушк')
    await find('щщщщщщщ')
    expect(asked).toEqual(['DADATA казань пушк', 'STAND_IN щщщщщщщ'])
  })
})
