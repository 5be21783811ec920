import { updatePartnerEmployee, getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { bestAuthority } from '@ipoteka-office/contract/underwriting/authority.ts'
import * as api from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `uw-head` (12) asks, `workload` (2) agrees, `underwriter` (3) is whom it is about. */
let bank: TestApp
let today = ''
const person = { id: '3' }
beforeAll(async () => {
  bank = await testApp()
  today = bankDay(systemClock(bank.config.bankTimeZone))
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db)
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
})

const later = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()
const read = (as: Login = 'uw-head', id = '3') => bank.call(api.getUnderwriter, { params: { id } }, { as })
const cardOf = async (id = '3') => (await read('uw-head', id)).body
const live = async (id = '3') =>
  (await cardOf(id)).authorities.filter(({ state }) => state === 'CURRENT' || state === 'FUTURE')
const bounds = () => ({
  product: 'MORTGAGE' as const,
  regions: [] as string[],
  maxExposure: '8000000',
  maxLoanToValue: '80',
  maxDebtLoad: '50',
  deviations: [] as ('PROGRAMME' | 'STOP_FACTOR')[],
  validFrom: today,
  validTo: null as string | null,
  reason: 'Приказ № 17',
})
async function give(more: object = {}, as: Login = 'uw-head', id = '3') {
  const { version } = await cardOf(id)
  return bank.call(api.requestAuthority, { params: { id }, body: { ...bounds(), version, ...more } }, { as })
}
async function change(authorityId: number, more: object, as: Login = 'uw-head') {
  const { version } = await cardOf()
  const params = { ...person, authorityId: String(authorityId) }
  return bank.call(api.requestAuthorityChange, { params, body: { ...bounds(), version, ...more } }, { as })
}
async function end(authorityId: number, lastDay: string | null, as: Login = 'uw-head') {
  const { version } = await cardOf()
  const params = { ...person, authorityId: String(authorityId) }
  const body = { lastDay, version, reason: 'Перевод на другую работу' }
  return bank.call(api.requestAuthorityEnd, { params, body }, { as })
}
const agree = (id: number, as: Login = 'workload') =>
  bank.call(
    api.authorityRequests.approve,
    { params: { id: String(id) }, body: { version: 1, comment: '' } },
    { as },
  )
async function given(more: object = {}) {
  const { body } = await give(more)
  expect((await agree(body.id)).status).toBe(200)
  const [authority] = await live()
  if (authority === undefined) throw new Error('Nothing was given')
  return authority
}

describe('an authority', () => {
  it('is given by two people, and then its holder signs what was refused before', async () => {
    const one = await underwritten(bank, 880)
    const refused = await signDecision(bank, { id: one.id, action: 'approve' })
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('не назначены')])
    const { body: request } = await give({ maxExposure: '10000000', maxLoanToValue: '95', maxDebtLoad: '80' })
    expect(request).toMatchObject({
      kind: 'decision_authority',
      objectId: 3,
      canDecide: false,
      canWithdraw: true,
    })
    expect(request.fields).toContainEqual({
      label: 'Экспозиция до',
      oldValue: '',
      newValue: '10\u00a0000\u00a0000\u00a0₽',
    })
    expect(await live()).toEqual([])
    expect((await agree(request.id)).body.status).toBe('APPROVED')
    expect(await live()).toMatchObject([
      {
        maxExposure: '10000000.00',
        state: 'CURRENT',
        boundless: false,
        request: { maker: expect.any(String) },
      },
    ])
    expect((await signDecision(bank, { id: one.id, action: 'approve' })).status).toBe(200)
    expect((await cardOf()).load.decidedToday).toBe(1)
    const { body: history } = await bank.call(
      api.listAuthorityHistory,
      { params: person, query: {} },
      { as: 'uw-head' },
    )
    expect(history.content[0]?.changes.map(({ label }) => label)).toContainEqual(
      expect.stringContaining('Экспозиция'),
    )
  })

  it('gives its place to another one on a day, and ends on a day or at once', async () => {
    const first = await given()
    const { body: asked } = await change(first.id, { maxExposure: '3000000', validFrom: later(10) })
    expect(asked.fields.map(({ label }) => label)).toEqual(['Экспозиция до', 'Действуют с', 'Основание'])
    await agree(asked.id)
    expect(await live()).toMatchObject([
      { maxExposure: '8000000.00', validTo: later(9), state: 'CURRENT' },
      { maxExposure: '3000000.00', validFrom: later(10), validTo: null, state: 'FUTURE' },
    ])
    const [current, future] = await live()
    await agree((await end(current?.id ?? 0, later(3))).body.id)
    await agree((await end(future?.id ?? 0, null)).body.id)
    expect(await live()).toMatchObject([{ validTo: later(3) }])
    expect((await cardOf()).authorities.filter(({ state }) => state === 'WITHDRAWN').length).toBeGreaterThan(
      2,
    )
  })

  it.for<[string, object, string]>([
    ['a sum of nothing', { maxExposure: '0' }, 'maxExposure'],
    ['no bound at all', { maxExposure: null }, 'maxExposure'],
    ['an unknown region', { regions: ['ZZ'] }, 'regions.0'],
    ['a day of the past', { validFrom: '2020-01-01' }, 'validFrom'],
    ['an end before its beginning', { validTo: '2020-01-01' }, 'validTo'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('is not asked for with %s', async ([, more, path]) => {
    const { status, error } = await give(more)
    expect([status, error.fields?.map((field) => field.path)]).toEqual([400, expect.arrayContaining([path])])
  })

  it('stands alone for its product, region and day: none lies over another, and two do not add up', async () => {
    await given({ regions: ['77'] })
    for (const more of [{}, { regions: ['16', '77'] }, { validFrom: later(40) }]) {
      const { status, error } = await give({ ...more, maxExposure: '90000000' })
      expect([status, error.fields?.[0]?.path]).toEqual([400, 'product'])
    }
    await agree((await give({ regions: ['16'], deviations: ['PROGRAMME'] })).body.id)
    const rows = (await live()).map((one) => ({ ...one, regions: one.regions.map(({ code }) => code) }))
    const asked = {
      product: 'MORTGAGE',
      exposure: '16000000',
      loanToValue: '50',
      debtLoad: '20',
      deviations: [],
    } as const
    for (const regionCode of ['16', '77', null])
      expect(bestAuthority(rows, { ...asked, regionCode })?.lacks.length).toBeGreaterThan(0)
  })

  it('without bounds, as an upgraded bank has it, is marked and can be bounded', async () => {
    await sql`INSERT INTO decision_authority (employee_id, product, deviations, valid_from)
      VALUES (3, 'MORTGAGE', '{PROGRAMME,STOP_FACTOR}', current_date)`.execute(bank.db)
    const [boundless] = await live()
    expect(boundless).toMatchObject({ boundless: true, maxExposure: null, request: null })
    const { body } = await change(boundless?.id ?? 0, {})
    expect(body.fields).toContainEqual({
      label: 'Экспозиция до',
      oldValue: 'без пределов',
      newValue: '8\u00a0000\u00a0000\u00a0₽',
    })
    await agree(body.id)
    expect(await live()).toMatchObject([{ boundless: false, maxExposure: '8000000.00' }])
  })
})

describe('nobody gets round the second person', () => {
  it('by asking or agreeing for themselves, under another account neither', async () => {
    const own = await give({}, 'uw-head', '12')
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('Свои полномочия')])
    const { body: request } = await give()
    expect((await agree(request.id, 'uw-head')).status).toBe(403)
    const about = await give({}, 'uw-head', '2')
    expect((await agree(about.body.id, 'workload')).status).toBe(403)
    // A second card of the head, who is the same human being for all that is known.
    const { rows } = await sql<{ id: number }>`
      INSERT INTO employee (partner_id, last_name, first_name, middle_name, login)
      SELECT 1, last_name, first_name, middle_name, 'uw-head-2' FROM employee WHERE id = 12 RETURNING id`.execute(
      bank.db,
    )
    const twin = String(rows[0]?.id)
    expect((await give({}, 'uw-head', twin)).status).toBe(403)
    await sql`UPDATE change_request SET maker_id = ${Number(twin)} WHERE id = ${request.id}`.execute(bank.db)
    expect((await agree(request.id, 'uw-head')).status).toBe(403)
    expect(await live()).toEqual([])
  })

  it('without the rights, and nobody of a partner sees any of it', async () => {
    for (const as of ['agent', 'partner-admin', 'underwriter', 'support'] as const) {
      expect((await read(as)).status).toBe(403)
      expect((await bank.call(api.authorityRequests.list, { query: {} }, { as })).status).toBe(403)
    }
    expect((await read('viewer')).body.change).toMatchObject({ enabled: false })
    expect((await give({}, 'viewer')).status).toBe(403)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT 5, 'Underwriting', o FROM unnest(ARRAY['UndMenuManagingEmployees', 'UpdateAuthority', 'Approve']) o
      ON CONFLICT DO NOTHING`.execute(bank.db)
    const { body: request } = await give()
    expect((await read('partner-admin')).status).toBe(403)
    expect((await give({}, 'partner-admin')).status).toBe(403)
    expect((await agree(request.id, 'partner-admin')).status).toBe(403)
  })

  it('for somebody of a partner, or somebody switched off before or while it waits', async () => {
    expect((await read('uw-head', '4')).status).toBe(404)
    const version = 1
    const params = { id: '4' }
    const foreign = await bank.call(
      api.requestAuthority,
      { params, body: { ...bounds(), version } },
      { as: 'uw-head' },
    )
    expect(foreign.status).toBe(404)
    const off = await give({}, 'uw-head', '8')
    expect([off.status, off.error.message]).toEqual([409, expect.stringContaining('отключён')])
    const { body: request } = await give({}, 'uw-head', '10')
    await sql`UPDATE employee SET not_active = true WHERE id = 10`.execute(bank.db)
    const late = await agree(request.id)
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('Отклоните')])
    expect(await live('10')).toEqual([])
  })

  it('by leaving and coming back: who is switched off keeps no authority', async () => {
    await given()
    const key = { partnerId: '1', id: '3' }
    const { body: employee } = await bank.call(getPartnerEmployee, { params: key })
    const { lastName, firstName, middleName, login, sex, birthDate, email, phone, jobTitle } = employee
    const body = { lastName, firstName, middleName, login, sex, birthDate, email, phone, jobTitle }
    const save = async (notActive: boolean) => {
      const { version } = (await bank.call(getPartnerEmployee, { params: key })).body
      return bank.call(updatePartnerEmployee, { params: key, body: { ...body, notActive, version } })
    }
    expect((await save(true)).status).toBe(200)
    expect((await save(false)).status).toBe(200)
    expect(await live()).toEqual([])
  })

  it('with a request made of an older state, two at once, or two decisions at once', async () => {
    const { body: old } = await give()
    await sql`INSERT INTO decision_authority (employee_id, product, max_exposure, valid_from)
      VALUES (3, 'CASH_LOAN', 100000, current_date)`.execute(bank.db)
    expect((await agree(old.id)).status).toBe(409)
    const stale = await bank.call(
      api.requestAuthority,
      { params: person, body: { ...bounds(), version: 1 } },
      { as: 'uw-head' },
    )
    expect([stale.status, stale.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    await sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db)
    const asked = await Promise.all([give(), give(), give()])
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const id = asked.find(({ status }) => status === 200)?.body.id ?? 0
    const decided = await Promise.all([agree(id), agree(id, 'admin'), agree(id)])
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await live()).filter(({ product }) => product === 'MORTGAGE')).toHaveLength(1)
  })
})
