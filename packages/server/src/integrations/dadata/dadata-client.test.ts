import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dadataClient } from './dadata-client.ts'
import { SuggestionsUnavailable } from './suggestion-client.ts'
import { suggestionsOf } from './suggestions-of.ts'

/** A service that answers as each test says; what it was asked is kept. */
let answer: (call: number, response: ServerResponse) => void
let asked: { url: string | undefined; authorization: string | undefined; body: unknown }[]
let url: string
let stop: () => Promise<void>

const bodyOf = async (request: IncomingMessage): Promise<unknown> =>
  JSON.parse(Buffer.concat(await request.toArray()).toString())

beforeEach(async () => {
  asked = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push({ url: request.url, authorization: request.headers.authorization, body })
      answer(asked.length, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rs`
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => stop())

const token = 'test-token-of-sixteen'
/** Patient, but where it is the patience that is asked about: a busy machine is no failure of the service. */
const client = ({ timeoutMs = 10_000, pauseMs = 200 } = {}) =>
  dadataClient({ url, token, resilience: { timeoutMs, failures: 3, pauseMs } })
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** As the service answers, with fields that we do not use. */
const party = {
  value: 'ООО "СЕВЕРНЫЙ ДОМ"',
  unrestricted_value: 'ООО "СЕВЕРНЫЙ ДОМ"',
  data: {
    inn: '7701000019',
    kpp: '770101001',
    ogrn: '1027700132195',
    capital: null,
    type: 'LEGAL',
    hid: 'x',
    name: {
      full_with_opf: 'ОБЩЕСТВО',
      short_with_opf: 'ООО',
      latin: null,
      full: 'СЕВЕРНЫЙ ДОМ',
      short: 'СЕВЕРНЫЙ ДОМ',
    },
    state: { status: 'ACTIVE', registration_date: 677376000000, liquidation_date: null },
    address: {
      value: 'г Москва',
      unrestricted_value: '101000, г Москва',
      data: { city: 'Москва', metro: null },
    },
  },
}

describe('the client of the suggestion service', () => {
  it('asks with its key and answers what we use of the answer', async () => {
    answer = (_call, response) => json(response, { suggestions: [party, { value: 'без данных' }] })
    const found = await client().party({ query: 'северный', count: 5 })
    expect(asked).toEqual([
      { url: '/rs/suggest/party', authorization: `Token ${token}`, body: { query: 'северный', count: 5 } },
    ])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      value: party.value,
      data: { inn: '7701000019', address: { data: { city: 'Москва' } } },
    })
    expect(found[0]?.data).not.toHaveProperty('capital')
  })

  it('asks once for the same letters', async () => {
    answer = (_call, response) => json(response, { suggestions: [party] })
    const one = client()
    await one.party({ query: 'Север', count: 5 })
    await one.party({ query: 'север', count: 5 })
    await one.party({ query: 'север', count: 6 })
    await one.address({ query: 'север', count: 5 })
    expect(asked).toHaveLength(3)
  })

  it('asks again after a failure, and not after a refusal of its key', async () => {
    answer = (call, response) =>
      call === 1 ? json(response, {}, 502) : json(response, { suggestions: [party] })
    expect(await client().party({ query: 'север', count: 5 })).toHaveLength(1)
    expect(asked).toHaveLength(2)
    answer = (_call, response) => json(response, { reason: 'key' }, 403)
    await expect(client().party({ query: 'юг', count: 5 })).rejects.toBeInstanceOf(SuggestionsUnavailable)
    expect(asked).toHaveLength(3)
  })

  it('does not wait for a service that hangs, and does not remember the failure', async () => {
    answer = () => undefined
    const one = client({ timeoutMs: 150 })
    const begun = performance.now()
    await expect(one.bank({ query: 'банк', count: 5 })).rejects.toBeInstanceOf(SuggestionsUnavailable)
    expect(performance.now() - begun).toBeLessThan(1_500)
    answer = (_call, response) => json(response, { suggestions: [] })
    expect(await one.bank({ query: 'банк', count: 5 })).toEqual([])
  })

  it('leaves the service alone after failures one after another, and tries again later', async () => {
    answer = (_call, response) => json(response, {}, 500)
    const one = client({ pauseMs: 2_000 })
    for (const query of ['а', 'б', 'в', 'г']) await one.party({ query, count: 1 }).catch(() => undefined)
    const before = asked.length
    await expect(one.party({ query: 'д', count: 1 })).rejects.toBeInstanceOf(SuggestionsUnavailable)
    expect(asked.length).toBe(before)
    answer = (_call, response) => json(response, { suggestions: [] })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(await one.party({ query: 'е', count: 1 })).toEqual([])
  })

  it('asks for names of one part and sex, for units and e-mail addresses', async () => {
    // As the service answers (dadata.ru/api/suggest): unknown parts are null, qc is not ours.
    const answers: Record<string, unknown> = {
      fio: {
        value: 'Викторова',
        unrestricted_value: 'Викторова',
        data: { surname: 'Викторова', name: null, patronymic: null, gender: 'FEMALE', source: null, qc: '0' },
      },
      fms_unit: {
        value: 'ОВД ЗЮЗИНО Г. МОСКВЫ',
        unrestricted_value: 'ОВД ЗЮЗИНО Г. МОСКВЫ',
        data: { code: '772-053', name: 'ОВД ЗЮЗИНО Г. МОСКВЫ', region_code: '77', type: '2' },
      },
      email: {
        value: 'anton@mail.ru',
        unrestricted_value: 'anton@mail.ru',
        data: { local: 'anton', domain: 'mail.ru', type: null, source: null, qc: null },
      },
    }
    answer = (call, response) => {
      const kind = asked[call - 1]?.url?.split('/').at(-1) ?? ''
      json(response, { suggestions: [answers[kind], { value: 'без данных' }] })
    }
    const one = client()
    const names = await one.name({ query: 'викт', count: 5, part: 'SURNAME', sex: 'FEMALE' })
    expect(names).toEqual([
      {
        value: 'Викторова',
        unrestricted_value: 'Викторова',
        data: { surname: 'Викторова', name: null, patronymic: null, gender: 'FEMALE' },
      },
    ])
    // Another part is another question.
    await one.name({ query: 'викт', count: 5 })
    expect((await one.unit({ query: '772053', count: 5 })).map(({ data }) => data.code)).toEqual(['772-053'])
    expect(await one.email({ query: 'anton', count: 5 })).toMatchObject([{ data: { domain: 'mail.ru' } }])
    expect(asked.map(({ url: path, body }) => [path, body])).toEqual([
      ['/rs/suggest/fio', { query: 'викт', count: 5, parts: ['SURNAME'], gender: 'FEMALE' }],
      ['/rs/suggest/fio', { query: 'викт', count: 5 }],
      ['/rs/suggest/fms_unit', { query: '772053', count: 5 }],
      ['/rs/suggest/email', { query: 'anton', count: 5 }],
    ])
  })

  it('takes an answer that is no answer for a failure', async () => {
    answer = (_call, response) => json(response, { error: 'changed' })
    await expect(client().party({ query: 'север', count: 5 })).rejects.toBeInstanceOf(SuggestionsUnavailable)
  })
})

describe('without a key', () => {
  const request = { query: 'северный', count: 5 }
  it('nothing is invented of what the bank has itself', async () => {
    const demo = suggestionsOf({ dadata: null, production: false })
    expect(
      await Promise.all([demo.name(request), demo.unit(request), demo.email(request), demo.bank(request)]),
    ).toEqual([[], [], [], []])
  })

  it('a demo bank has invented organisations, and production has none', async () => {
    const demo = suggestionsOf({ dadata: null, production: false })
    expect([demo.source, (await demo.party(request)).length > 0]).toEqual(['STAND_IN', true])
    const real = suggestionsOf({ dadata: null, production: true })
    expect([
      real.source,
      await real.party(request),
      await real.address({ query: 'казань', count: 5 }),
    ]).toEqual(['STAND_IN', [], []])
    expect(suggestionsOf({ dadata: { token, url, clean: null }, production: true }).source).toBe('DADATA')
  })
})
