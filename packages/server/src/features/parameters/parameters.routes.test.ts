import { getFormFigures } from '@ipoteka-office/contract/parameters/form-figures.ts'
import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { type ParameterCode, parameterCodes, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { TableRow } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { roleRequests } from '@ipoteka-office/contract/roles/role-requests.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { deliverParameters } from '#db/seed/parameters.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { ParameterReader } from './parameter-reader.service.ts'
import { soon } from '#testing/waiting/soon.ts'

/** `admin` (1) asks for changes, `workload` (2) decides on them; `viewer` reads, `underwriter` has no right. */
let bank: TestApp
type As = 'admin' | 'workload' | 'viewer' | 'underwriter' | 'agent' | 'partner-admin'
let now = new Date('2026-11-20T09:00:00Z')
const clock = { timeZone: 'Europe/Moscow', now: () => now }
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z')
  await sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db)
})

const code = 'self-ban-validity'
const key = { params: { code } } as const
const card = async () => (await bank.call(api.getParameter, key)).body
const ask = async (value: unknown, validFrom: string, as: As = 'admin', of: ParameterCode = code) => {
  const { version } = (await bank.call(api.getParameter, { params: { code: of } })).body
  const body = { validFrom, value: value as number, source: 'Приказ № 17', reason: 'Проверка', version }
  return bank.call(api.requestParameterValue, { params: { code: of }, body }, { as })
}
const decide = (what: 'approve' | 'reject', id: number, as: As = 'workload') =>
  bank.call(
    api.parameterRequests[what],
    { params: { id: String(id) }, body: { version: 1, comment: 'Согласовано' } },
    { as },
  )
const put = async (value: unknown, validFrom: string, of?: Parameters<typeof ask>[3]) => {
  const { status, body } = await ask(value, validFrom, 'admin', of)
  expect(status).toBe(200)
  const decided = await decide('approve', body.id)
  expect(decided.body.status).toBe('APPROVED')
}
const valueOn = (day: string) => bank.parameters.parameter(code, day)

describe('the parameters', () => {
  it('begin as the product brings them; a second delivery changes nothing', async () => {
    for (const day of ['2025-08-31', '2025-09-01', '2026-11-20'])
      expect(await bank.parameters.figuresOn(day)).toEqual(deliveredFigures(day))
    const { rows: before } = await sql`SELECT count(*) FROM parameter_value`.execute(bank.db)
    await deliverParameters(bank.db)
    expect((await sql`SELECT count(*) FROM parameter_value`.execute(bank.db)).rows).toEqual(before)
  })

  it('are declared whole: a title, what for, a source, days in order, a value from the beginning', () => {
    for (const one of parameterCodes) {
      const { title, about, delivered } = specOf(one)
      expect([title, about, ...delivered.map(({ source }) => source)]).not.toContain('')
      const days = delivered.map(({ from }) => from)
      expect(days).toEqual([...new Set(days)].toSorted())
      expect(days[0]).toBe('1900-01-01')
    }
  })

  it('are listed with what holds today, searched and paged by the server', async () => {
    const { body } = await bank.call(
      api.listParameters,
      { query: { search: 'самозапрет' } },
      { as: 'viewer' },
    )
    expect(body.content).toMatchObject([
      { code, unit: 'ч', current: { text: '24\u00a0часа', validFrom: '1900-01-01' }, next: null },
    ])
    const page = await bank.call(api.listParameters, { query: { page: 1, size: 2 } })
    expect(page.body).toMatchObject({ totalElements: parameterCodes.length, number: 1 })
  })

  it('give forms the timelines of what they work with, and nothing else', async () => {
    const { body } = await bank.call(getFormFigures, {}, { as: 'agent' })
    expect(Object.keys(body)).toContain('cooling-off')
    expect(Object.keys(body)).not.toContain('decision-levels')
  })
})

describe('a new value', () => {
  it('waits for a second person, then holds from its day, and the days before stay as they were', async () => {
    const { body } = await ask(12, '2026-12-01')
    expect(body).toMatchObject({ kind: 'parameter', status: 'PENDING', canDecide: false, canWithdraw: true })
    expect(body.fields).toContainEqual({
      label: 'Значение',
      oldValue: '24\u00a0часа',
      newValue: '12\u00a0часов',
    })
    expect(await valueOn('2026-12-01')).toBe(24)
    expect((await card()).pendingRequestId).toBe(body.id)
    await decide('approve', body.id)
    expect([await valueOn('2026-11-30'), await valueOn('2026-12-01')]).toEqual([24, 12])
    const { current, next, values } = await card()
    expect([current.text, next?.validFrom]).toEqual(['24\u00a0часа', '2026-12-01'])
    expect(values.map(({ validFrom, validTo, state }) => [validFrom, validTo, state])).toEqual([
      ['2026-12-01', null, 'FUTURE'],
      ['1900-01-01', '2026-11-30', 'CURRENT'],
    ])
    expect(values[0]?.request).toMatchObject({ maker: expect.any(String), checker: expect.any(String) })
  })

  it('of today holds at once; one of the same day takes its place', async () => {
    await put(10, '2026-11-20')
    expect(await valueOn('2026-11-20')).toBe(10)
    await put(11, '2026-11-20')
    expect(await valueOn('2026-11-20')).toBe(11)
    expect((await card()).values.filter(({ state }) => state === 'WITHDRAWN')).toHaveLength(1)
  })

  it('is heard of by another instance, and by pages', async () => {
    const other = new ParameterReader({
      db: bank.db,
      connectionString: bank.connectionString,
      onError: () => undefined,
    })
    await other.start()
    const instance = await liveInstance(bank)
    const tab = new Tab(instance.url, await bank.tokenOf('agent'))
    await tab.connect()
    await tab.subscribe(topics.parameters)
    const before = await other.parameter(code, '2027-03-01')
    await put(before + 1, '2027-03-01')
    await soon(async () => expect(await other.parameter(code, '2027-03-01')).toBe(before + 1))
    await soon(() => expect(tab.received.get(topics.parameters)).toContainEqual({}))
    await tab.leave()
    await instance.close()
    await other.close()
  })

  it.each([
    [12, '2026-11-19', 'validFrom'],
    [0, '2026-12-10', 'value'],
    [12.5, '2026-12-10', 'value'],
    ['12', '2026-12-10', 'value'],
  ])('%j from %s is refused at %s', async (value, day, path) => {
    const { status, error } = await ask(value, day)
    expect([status, error.fields?.[0]?.path]).toEqual([400, path])
  })

  it.each<[TableRow[], string]>([
    [[{ upTo: '100', value: 1 }], 'value'],
    [
      [
        { upTo: null, value: 1 },
        { upTo: null, value: 2 },
      ],
      'value',
    ],
    [
      [
        { upTo: '200', value: 1 },
        { upTo: '100', value: 2 },
        { upTo: null, value: 3 },
      ],
      'value',
    ],
    [
      [
        { upTo: '-5', value: 1 },
        { upTo: null, value: 3 },
      ],
      'value.0.upTo',
    ],
    [[{ upTo: null, value: 'LEVEL_1' }], 'value.0.value'],
  ])('of a table %j is refused', async (value, path) => {
    const { status, error } = await ask(value, '2027-01-01', 'admin', 'cooling-off')
    expect([status, error.fields?.[0]?.path]).toEqual([400, path])
  })

  it('names only codes that its dictionary has', async () => {
    const { status, error } = await ask(
      [{ upTo: null, value: 'LEVEL_9' }],
      '2027-01-01',
      'admin',
      'decision-levels',
    )
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'value.0.value'])
  })

  it('is made of the card as it is: an old version meets the comparison, a second request waits', async () => {
    const body = { validFrom: '2027-05-01', value: 30, source: 'Приказ', reason: 'Проверка', version: 999 }
    expect((await bank.call(api.requestParameterValue, { ...key, body })).status).toBe(409)
    const { body: first } = await ask(30, '2027-05-01')
    const second = await ask(31, '2027-05-01')
    expect([second.status, second.error.message]).toEqual([409, expect.stringContaining(`№ ${first.id}`)])
  })
})

describe('nobody approves their own', () => {
  it('neither the maker, nor under a second account, nor through the requests of roles', async () => {
    const { body } = await ask(15, '2027-06-01')
    expect((await decide('approve', body.id, 'admin')).status).toBe(403)
    const request = { params: { id: String(body.id) }, body: { version: 1, comment: '' } }
    expect((await bank.call(roleRequests.approve, request, { as: 'workload' })).status).toBe(403)
    expect((await bank.call(roleRequests.approve, request)).status).toBe(404)
    expect((await bank.call(roleRequests.get, { params: request.params })).status).toBe(404)
    // The same person under the account that may decide.
    await sql`UPDATE employee e SET last_name = o.last_name, first_name = o.first_name, middle_name = o.middle_name,
      birth_date = o.birth_date FROM employee o WHERE o.login = 'admin' AND e.login = 'workload'`.execute(
      bank.db,
    )
    const refused = await decide('approve', body.id)
    await sql`UPDATE employee SET last_name = 'Нагрузкина' WHERE login = 'workload'`.execute(bank.db)
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('другой учётной')])
    expect(await valueOn('2027-06-01')).not.toBe(15)
    expect((await decide('approve', body.id)).status).toBe(200)
  })

  it('whatever toggles say, and without the right nobody reads, asks or decides', async () => {
    const { rows } = await sql<{
      enabled: boolean
    }>`SELECT enabled FROM feature_toggle WHERE key = 'roles.fourEyes'`.execute(bank.db)
    expect(rows[0]?.enabled).toBe(false)
    const { body } = await ask(16, '2027-07-01')
    expect(body.status).toBe('PENDING')
    for (const as of ['underwriter', 'agent', 'partner-admin'] as const) {
      expect((await bank.call(api.listParameters, {}, { as })).status).toBe(403)
      expect((await bank.call(api.getParameter, key, { as })).status).toBe(403)
      expect((await decide('approve', body.id, as)).status).toBe(403)
      expect((await ask(17, '2027-07-01', as)).status).toBe(403)
    }
    expect((await bank.call(api.getParameter, key, { as: 'viewer' })).body.canRequest).toBe(false)
    expect((await ask(17, '2027-07-01', 'viewer')).status).toBe(403)
  })

  it('a change whose day has passed while it waited is not approved', async () => {
    const { body } = await ask(18, '2026-11-21')
    now = new Date('2026-11-22T09:00:00Z')
    const late = await decide('approve', body.id)
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('прошёл')])
    expect((await decide('reject', body.id)).body.status).toBe('REJECTED')
  })

  it('the server’s role changes no value behind their backs', async () => {
    for (const change of [
      sql`UPDATE parameter_value SET value = '1'`,
      sql`UPDATE parameter_value SET valid_from = valid_from + 1`,
      sql`DELETE FROM parameter_value`,
    ])
      await expect(change.execute(bank.db)).rejects.toThrow('permission denied')
  })
})

describe('a value of the future', () => {
  it('is withdrawn by two; one in force is not', async () => {
    await put(40, '2028-01-01')
    const { values, version } = await card()
    const future = values.find(({ validFrom }) => validFrom === '2028-01-01')
    const withdraw = (valueId = 0) =>
      bank.call(api.requestValueWithdrawal, {
        params: { code, valueId: String(valueId) },
        body: { reason: 'Приказ отменён', version },
      })
    const asked = await withdraw(future?.id)
    expect(await valueOn('2028-01-01')).toBe(40)
    await decide('approve', asked.body.id)
    expect(await valueOn('2028-01-01')).not.toBe(40)
    const current = (await card()).values.find(({ state }) => state === 'CURRENT')
    const { version: newer } = await card()
    const refused = await bank.call(api.requestValueWithdrawal, {
      params: { code, valueId: String(current?.id) },
      body: { reason: 'Хочу', version: newer },
    })
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('уже действует')])
  })
})

it('a term holds for those who enter the stage from its day on; who is in it keeps theirs', async () => {
  const engine = caseEngine({ ...bank, clock })
  const open = () =>
    bank.db
      .transaction()
      .execute((tx) =>
        createCase(engine, tx, bySystem, { type: 'LEAD', partnerId: 2, clientName: 'Срочный Пётр' }),
      )
  const target = async ({ id }: { id: number }) =>
    (await bank.call(getCase, { params: { id: String(id) } })).body.clock.targetMinutes
  const before = await open()
  const { body } = await ask(45, '2026-11-20', 'admin', 'lead-first-contact')
  await decide('approve', body.id)
  const after = await open()
  expect([await target(before), await target(after)]).toEqual([60, 45])
})

describe('two days', () => {
  it('are compared, all parameters of both', async () => {
    const { body } = await bank.call(
      api.compareParameters,
      { query: { from: '2025-08-31', to: '2025-09-01' } },
      { as: 'viewer' },
    )
    expect(body).toHaveLength(parameterCodes.length)
    expect(body.filter(({ differs }) => differs).map((row) => row.code)).toContain('cooling-off')
    expect(body.find((row) => row.code === 'decision-levels')?.differs).toBe(false)
  })
})

it('the history tells who asked, who agreed and what came of it', async () => {
  await put(36, '2029-01-01')
  const { body } = await bank.call(api.listParameterHistory, { ...key, query: { size: 5 } }, { as: 'viewer' })
  const told = body.content.flatMap(({ changes }) => changes.map(({ newValue }) => newValue))
  expect(told).toEqual(expect.arrayContaining(['36\u00a0часов', 'Приказ № 17', 'Подтверждено']))
})

it('the list is taken out as a file by whoever may', async () => {
  const columns = Object.keys(api.parameterColumns) as api.ParameterColumn[]
  const body = { format: 'csv' as const, filter: { search: 'самозапрет' }, columns }
  const { status, raw } = await bank.call(api.parametersExport.now, { body })
  expect([status, raw.body.includes(code), raw.body.includes('cooling-off')]).toEqual([200, true, false])
  expect((await bank.call(api.parametersExport.now, { body }, { as: 'underwriter' })).status).toBe(403)
})

describe('what the bank says of itself', () => {
  it('tells who administers it what the bank has not given yet, and takes a text or a link', async () => {
    const shown = async (of: ParameterCode) =>
      (await bank.call(api.getParameter, { params: { code: of } })).body.current.text
    expect([await shown('bank-license'), await shown('bank-policy')]).toEqual(['не указана', 'не указана'])
    await put(' № 1234 от 01.02.2003 ', '2026-11-20', 'bank-license')
    expect(await shown('bank-license')).toBe('№ 1234 от 01.02.2003')
    for (const wrong of ['javascript:alert(1)', 'bank.ru', `https://bank.ru/${'x'.repeat(300)}`, 5])
      expect((await ask(wrong, '2026-11-20', 'admin', 'bank-policy')).status).toBe(400)
    await put('', '2026-11-21', 'bank-license')
    now = new Date('2026-11-21T09:00:00Z')
    expect(await shown('bank-license')).toBe('не указана')
  })
})
