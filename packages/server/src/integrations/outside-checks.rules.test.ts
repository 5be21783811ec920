import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckedPerson, CheckUnavailable } from './auto-checks/check-service.ts'
import { checksOf } from './auto-checks/checks-of.ts'
import { bureausOf } from './self-ban/bureaus-of.ts'
import { SelfBanUnavailable } from './self-ban/self-ban-client.ts'

/** Services that answer as each test says; what they were asked is kept. */
interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
let answer: (asked: Asked, response: ServerResponse) => void
let asked: Asked[]
let url: string
let stop: () => Promise<void>

beforeEach(async () => {
  asked = []
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const text = Buffer.concat(parts).toString()
      const one = {
        path: decodeURIComponent(request.url ?? ''),
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      }
      asked.push(one)
      answer(one, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => stop())

const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const plain = { npdUrl: null, bankTimeZone: 'Europe/Moscow' }

const person: CheckedPerson = {
  fullName: 'Королёва Анна Сергеевна',
  birthDate: '1988-04-12',
  passport: '4509235857',
  inn: '500100732259',
  snils: '11223344595',
  phone: '79990001122',
  email: 'anna@example.com',
  employerInn: '7707083893',
  employerName: 'ПАО «Заря»',
  employerPhone: null,
}
const none = { gateway: null, bankruptcy: null }
const question = (code: string, who = person) => ({
  requestId: 'auto-check-7',
  code,
  person: who,
  attempt: 1,
})
const { signal } = new AbortController()
const token = 'test-token-of-sixteen'

describe('the bank’s gateway of checks', () => {
  const ask = (code: string) => {
    const checks = { gateway: { url, token }, bankruptcy: null }
    return checksOf({ checks, dadata: null, production: true, ...plain })(code).ask(question(code), signal)
  }

  it('is asked with its key and the number that is the same for every attempt', async () => {
    answer = (_one, response) => json(response, { state: 'WARN', text: 'Производство на 18 400 ₽' })
    expect(await ask('FSSP')).toEqual({ state: 'WARN', text: 'Производство на 18 400 ₽' })
    const [{ path, headers, body } = { path: '', headers: {}, body: null }] = asked
    expect(path).toBe('/checks/FSSP')
    expect(headers.authorization).toBe(`Bearer ${token}`)
    expect(headers['idempotency-key']).toBe('auto-check-7')
    expect(body).toEqual({ requestId: 'auto-check-7', person })
  })

  it.each([
    ['an error of the service', 503, {}, 'Шлюз проверок: ответ 503'],
    ['a state that nobody knows', 200, { state: 'FINE', text: 'x' }, 'Ответ службы не разобран'],
    ['a redirect to somebody else', 307, {}, 'Шлюз проверок не отвечает'],
  ])('%s is never a pass', async (_name, status, body, said) => {
    answer = (_one, response) => {
      if (status === 307) response.setHeader('location', 'http://127.0.0.1:9/')
      json(response, body, status)
    }
    const failed = await ask('FSSP').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(CheckUnavailable)
    expect(failed).toHaveProperty('message', said)
  })
})

describe('the service that knows where addresses of the network are', () => {
  const network = { addresses: ['203.0.113.7', '198.51.100.4'], homes: [{ region: '16', name: 'Татарстан' }] }
  const at = { country: 'RU', countryName: 'Россия', region: '16', regionName: 'Татарстан', kind: 'FIXED' }
  const ask = () => {
    const checks = { gateway: { url, token }, bankruptcy: null }
    const asking = { requestId: 'auto-check-9', code: 'GEO_IP', person: null, network, attempt: 1 }
    return checksOf({ checks, dadata: null, production: true, ...plain })('GEO_IP').ask(asking, signal)
  }

  it('is told the addresses and nothing of whose they are; the bank judges by the places', async () => {
    const places = network.addresses.map((ip, index) => ({ ...at, ip, kind: index === 0 ? 'FIXED' : 'VPN' }))
    answer = (_one, response) => json(response, { places })
    expect(await ask()).toMatchObject({
      state: 'WARN',
      text: expect.stringContaining('198.51.100.* — выход VPN'),
    })
    expect(asked[0]).toMatchObject({ path: '/network-places' })
    expect(asked[0]?.headers['idempotency-key']).toBe('auto-check-9')
    expect(asked[0]?.body).toEqual({ requestId: 'auto-check-9', addresses: network.addresses })
  })

  it.each([
    ['an address that it leaves out', { places: [{ ...at, ip: '203.0.113.7' }] }, /не обо всех/],
    [
      'a kind that nobody knows',
      { places: network.addresses.map((ip) => ({ ...at, ip, kind: 'X' })) },
      /не разобран/,
    ],
    ['words in place of an answer', { state: 'OK', text: 'Всё хорошо' }, /не разобран/],
  ])('%s is no pass', async (_, body, said) => {
    answer = (_one, response) => json(response, body)
    await expect(ask()).rejects.toThrow(said)
    await expect(ask()).rejects.toThrow(CheckUnavailable)
  })
})

describe('who answers a check', () => {
  it('nobody in production while nothing is connected, the stand-in elsewhere', async () => {
    const real = checksOf({ checks: none, dadata: null, production: true, ...plain })
    await expect(real('FSSP').ask(question('FSSP'), signal)).rejects.toThrow(CheckUnavailable)
    expect(real('FSSP').kind).toBe('SERVICE')
    expect(checksOf({ checks: none, dadata: null, production: false, ...plain })('FSSP').kind).toBe(
      'STAND_IN',
    )
  })

  it('passports are asked of DaData only while there is no gateway', async () => {
    const dadata = { url, token, clean: { url: `${url}/clean`, token, secret: 'secret-of-sixteen-x' } }
    answer = ({ path }, response) =>
      json(response, path === '/clean/passport' ? [{ qc: 10 }] : { state: 'OK', text: 'Действителен' })
    const ask = (gateway: { url: string; token: string } | null) =>
      checksOf({ checks: { gateway, bankruptcy: null }, dadata, production: true, ...plain })(
        'PASSPORT_INVALID',
      ).ask(question('PASSPORT_INVALID'), signal)
    expect(await ask(null)).toMatchObject({ state: 'FAIL' })
    expect(asked[0]).toMatchObject({ body: ['4509 235857'], headers: { 'x-secret': 'secret-of-sixteen-x' } })
    expect(await ask({ url, token })).toMatchObject({ state: 'OK', text: 'Действителен' })
  })
})

describe('the employer in the state registers', () => {
  const ask = (suggestions: unknown[]) => {
    answer = (_one, response) => json(response, { suggestions })
    const dadata = { url, token, clean: null }
    return checksOf({ checks: none, dadata, production: true, ...plain })('EMPLOYER_EGRUL').ask(
      question('EMPLOYER_EGRUL'),
      signal,
    )
  }
  const company = (status: string | null, code?: string, type = 'LEGAL') => ({
    value: 'ПАО СБЕРБАНК',
    data: { type, state: { status, code } },
  })

  it.each([
    [[company('ACTIVE')], 'OK', 'ПАО СБЕРБАНК: действует'],
    [[company('LIQUIDATED')], 'WARN', 'ПАО СБЕРБАНК: прекратил деятельность'],
    [[company('ACTIVE', '101')], 'WARN', 'ПАО СБЕРБАНК: ликвидируется («Находится в стадии ликвидации»)'],
    [
      [company('ACTIVE', '112')],
      'OK',
      'ПАО СБЕРБАНК: действует («Принято решение об изменении места нахождения»)',
    ],
    [
      [company(null, '101', 'INDIVIDUAL')],
      'WARN',
      'ПАО СБЕРБАНК: прекратил деятельность («Отсутствует в связи со смертью»)',
    ],
    [[company(null)], 'WARN', 'ПАО СБЕРБАНК: состояние не известно (не указано)'],
    [[company('SOMETHING')], 'WARN', 'ПАО СБЕРБАНК: состояние не известно (SOMETHING)'],
    [[], 'WARN', 'По ИНН 7707083893 никого нет в реестре'],
  ])('%j: %s', async (suggestions, state, text) => {
    expect(await ask(suggestions)).toMatchObject({ state, text })
    expect(asked[0]).toMatchObject({ path: '/findById/party', body: { query: '7707083893', count: 1 } })
  })
})

it('the employer is told with what the register knows of it; what is not of the form is left out', async () => {
  const suggestion = {
    value: 'ПАО СБЕРБАНК',
    data: {
      ...{ type: 'LEGAL', inn: '7707083893', ogrn: '1027700132195', okved: '64.19', employee_count: 'много' },
      ...{ state: { status: 'ACTIVE', registration_date: 677376000000 }, address: { value: 'г Москва' } },
      ...{ management: { name: 'Королёв Пётр Ильич', post: 'ПРЕЗИДЕНТ' } },
    },
  }
  answer = (_one, response) => json(response, { suggestions: [suggestion] })
  const employer = checksOf({ checks: none, dadata: { url, token, clean: null }, production: true, ...plain })
  const { details } = await employer('EMPLOYER_EGRUL').ask(question('EMPLOYER_EGRUL'), signal)
  expect(details).toEqual({
    registeredOn: '1991-06-20',
    employer: {
      ...{ name: 'ПАО СБЕРБАНК', status: 'действует', registeredOn: '1991-06-20', inn: '7707083893' },
      ...{ ogrn: '1027700132195', activityCode: '64.19', headcount: null, address: 'г Москва' },
      ...{ head: { name: 'Королёв Пётр Ильич' } },
    },
  })
})

describe('the status of the self-employed', () => {
  const ask = (inn: string | null) =>
    checksOf({ checks: none, dadata: null, production: true, ...plain, npdUrl: `${url}/taxpayer_status` })(
      'SELF_EMPLOYED',
    ).ask({ ...question('SELF_EMPLOYED'), person: { ...person, inn } }, signal)

  it('is asked by INN and day, and is a remark where there is none', async () => {
    answer = (_, response) => json(response, { status: true, message: 'является плательщиком' })
    expect(await ask(person.inn)).toMatchObject({ state: 'OK', details: { isTaxpayer: true } })
    expect(asked[0]?.body).toEqual({
      inn: '500100732259',
      requestDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    })
    answer = (_, response) => json(response, { status: false, message: 'не является' })
    expect(await ask(person.inn)).toMatchObject({ state: 'WARN' })
    expect(await ask(null)).toMatchObject({ state: 'WARN', text: expect.stringContaining('ИНН не указан') })
    expect(asked.length).toBe(2)
  })

  it('is no answer while the service refuses or says something else', async () => {
    answer = (_, response) =>
      json(response, { code: 'taxpayer.status.service.limited.error', message: 'Превышено количество' }, 422)
    await expect(ask(person.inn)).rejects.toThrow(CheckUnavailable)
    answer = (_, response) => json(response, { message: 'нет поля' })
    await expect(ask(person.inn)).rejects.toThrow('Ответ службы не разобран')
  })
})

describe('the registry of bankruptcies', () => {
  const client = () =>
    checksOf({
      checks: { gateway: null, bankruptcy: { url, login: 'bank', password: 'word' } },
      dadata: null,
      production: true,
      ...plain,
    })('EFRSB')
  const data = {
    lastName: 'Королева',
    firstName: 'Анна',
    middleName: 'Сергеевна',
    birthdate: '1988-04-12T00:00:00',
  }
  const last = { pageData: [{ number: '9114502', datePublish: '2025-11-03T10:12:00' }] }
  /** Signs in, answers the entries to everything that is searched, and the last message. */
  const registry = (entries: unknown[]) => {
    answer = ({ path }, response) => {
      if (path === '/v1/auth') json(response, { jwt: 'one' })
      else json(response, path.startsWith('/v1/messages') ? last : { total: 1, pageData: entries })
    }
  }

  it('finds by number: the application stops', async () => {
    registry([{ guid: 'g-1', data: { ...data, inn: person.inn, snils: null } }])
    expect(await client().ask(question('EFRSB'), signal)).toEqual({
      state: 'FAIL',
      text: 'Значится в реестре банкротств, последнее сообщение № 9114502 от 03.11.2025',
    })
    expect(asked[0]).toMatchObject({ path: '/v1/auth', body: { login: 'bank', password: 'word' } })
    expect(asked[1]?.path).toBe('/v1/bankrupts?type=Person&inn=500100732259&limit=20&offset=0')
    expect(asked[1]?.headers.authorization).toBe('Bearer one')
  })

  it.each([
    ['the name and the day of birth alone are a doubt', { ...data }, 'WARN'],
    ['another number is another person', { ...data, inn: '500100732260' }, 'OK'],
    ['another day of birth is another person', { ...data, birthdate: '1988-04-13' }, 'OK'],
  ])('%s', async (_name, found, state) => {
    registry([{ guid: 'g-1', data: found }])
    expect(await client().ask(question('EFRSB'), signal)).toMatchObject({ state })
    // By every number and by the name: an entry may lack any of them.
    expect(asked.filter(({ path }) => path.startsWith('/v1/bankrupts'))).toHaveLength(3)
  })

  it('signs in again when its session is over, once', async () => {
    let signIns = 0
    answer = ({ path, headers }, response) => {
      if (path === '/v1/auth') json(response, { jwt: `jwt-${(signIns += 1)}` })
      else if (headers.authorization === 'Bearer jwt-1') json(response, {}, 401)
      else json(response, { pageData: [] })
    }
    expect(await client().ask(question('EFRSB'), signal)).toMatchObject({ state: 'OK' })
    expect(signIns).toBe(2)
    answer = (_one, response) => json(response, {}, 401)
    await expect(client().ask(question('EFRSB'), signal)).rejects.toThrow('ЕФРСБ: ответ 401')
  })
})

describe('the gateway to the bureaus of credit histories', () => {
  const who = { fullName: person.fullName, birthDate: person.birthDate, passport: person.passport, inn: null }
  const ask = () =>
    bureausOf({ selfBan: { url, token }, production: true, ...plain }).ask(who, 'self-ban-3', signal)

  it('answers for every bureau', async () => {
    const bureaus = [
      { name: 'НБКИ', answer: 'NO_BAN', since: null },
      { name: 'ОКБ', answer: 'BAN', since: '2025-10-06' },
    ]
    answer = (_one, response) => json(response, { bureaus })
    expect(await ask()).toEqual(bureaus)
    expect(asked[0]).toMatchObject({ path: '/self-ban', body: { requestId: 'self-ban-3', person: who } })
  })

  it.each([[{ bureaus: [] }], [{ bureaus: [{ name: 'НБКИ', answer: 'MAYBE', since: null }] }]])(
    'silence and what cannot be read are no answer: %j',
    async (body) => {
      answer = (_one, response) => json(response, body)
      await expect(ask()).rejects.toThrow(SelfBanUnavailable)
    },
  )

  it('nobody answers in production while it is not connected', async () => {
    const none = bureausOf({ selfBan: null, production: true, ...plain })
    await expect(none.ask(who, 'self-ban-3', signal)).rejects.toThrow(SelfBanUnavailable)
    expect(bureausOf({ selfBan: null, production: false, ...plain }).kind).toBe('STAND_IN')
  })
})
