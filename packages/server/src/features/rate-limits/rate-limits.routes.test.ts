import * as caps from '@ipoteka-office/contract/rate-limits/caps.ts'
import { checkRate } from '@ipoteka-office/contract/rate-limits/checks.ts'
import * as cases from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import * as api from '@ipoteka-office/contract/rate-limits/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverReferences } from '#db/seed/references.ts'
import { formOf } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `uw-head` asks, `compliance` agrees, `underwriter` reads. */
const at = new Date('2026-11-24T09:00:00Z')
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => at } })
  await deliverReferences(bank.db)
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
  await sql`UPDATE rate_cap SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
  await sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db)
})

const quarter = '2026-10-01'
const large = {
  quarter,
  category: 'CASH_LONG_4',
  average: '21.2',
  applies: true,
  ground: null,
  publishedOn: '2026-08-16',
  replaces: null,
}
const ask = (limits: object[], as: Login = 'uw-head') =>
  bank.call(api.requestRateLimits, { body: { limits, source: 'Письмо Банка России' } as never }, { as })
const agree = (id: number, as: Login = 'compliance') =>
  bank.call(
    api.rateRequests.approve,
    { params: { id: String(id) }, body: { version: 1, comment: '' } },
    { as },
  )
const limits = async (body: object = {}) =>
  (await bank.call(api.searchRateLimits, { query: {}, body }, { as: 'underwriter' })).body.content
async function held(more: object = {}) {
  const asked = await ask([{ ...large, ...more }])
  expect(asked.status, asked.raw.body).toBe(200)
  expect((await agree(asked.body.id)).status).toBe(200)
}

describe('limits of a quarter', () => {
  it('are put in by one person and hold when another has agreed; what was before stays to be read', async () => {
    const { body: asked } = await ask([
      large,
      { ...large, category: 'MORTGAGE', applies: false, ground: 'MORTGAGE' },
    ])
    expect(asked).toMatchObject({ kind: 'rate_limits', canDecide: false, canWithdraw: true })
    expect(asked.fields[0]).toEqual({
      label: 'Нецелевые кредиты свыше 300 тыс. ₽ на срок больше года, IV квартал 2026 г.',
      oldValue: '',
      newValue: '28,267\u00a0%, среднерыночная 21,200\u00a0%',
    })
    expect(await limits()).toEqual([])
    expect((await agree(asked.id, 'uw-head')).status).toBe(403)
    expect((await agree(asked.id)).status).toBe(200)
    const [first] = await limits({ categories: ['CASH_LONG_4'] })
    expect(first).toMatchObject({
      value: '28.267',
      average: '21.200',
      request: { maker: expect.any(String) },
    })
    expect(await limits({ applies: ['NO'] })).toMatchObject([{ category: 'MORTGAGE', ground: 'MORTGAGE' }])
    const next = await ask([{ ...large, average: '20.403', replaces: first?.id }])
    await agree(next.body.id)
    const { body: versions } = await bank.call(
      api.listLimitVersions,
      { query: { quarter, category: 'CASH_LONG_4' } },
      { as: 'underwriter' },
    )
    expect(versions.map(({ value, replacedAt }) => [value, replacedAt === null])).toEqual([
      ['27.204', true],
      ['28.267', false],
    ])
  })

  it('are asked for again when somebody else’s were put in meanwhile, and never twice the same', async () => {
    const [one, other] = [await ask([large]), await ask([{ ...large, average: '22' }])]
    expect((await agree(one.body.id)).status).toBe(200)
    const late = await agree(other.body.id)
    expect([late.status, late.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    expect(await limits()).toMatchObject([{ average: '21.200' }])
    expect((await ask([{ ...large, average: '22' }])).status).toBe(409)
    const [{ id: replaces } = { id: 0 }] = await limits()
    expect((await ask([{ ...large, replaces }])).error.message).toMatch(/^Ничего не изменено/)
  })

  it.for<[string, object, string]>([
    ['an average of nothing', { average: '0' }, 'limits.0.average'],
    ['a fourth digit', { average: '21.2001' }, 'limits.0.average'],
    ['a category that the dictionary lacks', { category: 'NONE' }, 'limits.0.category'],
    ['a day that is no quarter', { quarter: '2026-11-01' }, 'limits.0.quarter'],
    ['a quarter that is far off', { quarter: '2027-04-01' }, 'limits.0.quarter'],
    ['a publication of tomorrow', { publishedOn: '2026-11-25' }, 'limits.0.publishedOn'],
    ['a ground where it applies', { ground: 'MORATORIUM' }, 'limits.0.ground'],
    ['no ground where it does not', { applies: false }, 'limits.0.ground'],
  ])('are not taken with %s', async ([, more, path]) => {
    const { status, error } = await ask([{ ...large, ...more }])
    expect([status, error.fields?.[0]?.path]).toEqual([400, path])
  })

  it('nobody without the rights sees or changes, and people of partners never', async () => {
    for (const as of ['agent', 'partner-admin', 'support'] as const) {
      expect((await bank.call(api.searchRateLimits, { query: {}, body: {} }, { as })).status).toBe(403)
      expect((await bank.call(api.rateRequests.list, { query: {} }, { as })).status).toBe(403)
      expect((await bank.call(cases.searchLimitCases, { query: {}, body: {} }, { as })).status).toBe(403)
    }
    for (const as of ['underwriter', 'viewer', 'compliance'] as const)
      expect((await ask([large], as)).status).toBe(403)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT 5, 'Rule', o FROM unnest(ARRAY['MaxRateCalculationRead', 'MaxRateCalculationUpdate', 'MaxRateCalculationApprove']) o`.execute(
      bank.db,
    )
    expect((await ask([large], 'partner-admin')).status).toBe(403)
    expect((await agree((await ask([large])).body.id, 'partner-admin')).status).toBe(403)
  })
})

async function compare(text: string, name = 'пределы.csv') {
  const { headers, payload } = formOf(name, Buffer.from(text))
  const answer = await bank.app.inject({
    method: 'POST',
    url: '/api/maxRate/limits/file',
    headers: { ...headers, authorization: `Bearer ${await bank.tokenOf('uw-head')}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const head = 'Квартал;Код категории;Среднерыночная, %;Предел, %;Применяется;Основание;Опубликовано'

describe('a file of limits', () => {
  it('tells row by row what it changes and what is wrong, and changes nothing', async () => {
    await held()
    const { status, body } = await compare(
      [
        head,
        'IV квартал 2026;CASH_LONG_4;21,2;28,267;да;;16.08.2026',
        '4 кв. 2026;CASH_LONG_3;24,62;;;;16.08.2026',
        '2026-10-01;MORTGAGE;19,7;;нет;Не применяется: обязательства обеспечены ипотекой;16.08.2026',
        '2026-10-01;CASH_LONG_2;24,62;30;да;;16.08.2026',
        '2026-10-01;CASH_LONG_3;25;;;;16.08.2026',
        'когда-нибудь;НЕТ;-1;;может быть;;вчера',
      ].join('\n'),
    )
    expect(status).toBe(200)
    const rows = body.rows as api.LimitRow[]
    expect(rows.map(({ line, kind }) => [line, kind])).toEqual([
      [2, 'same'],
      [3, 'new'],
      [4, 'new'],
      [5, 'error'],
      [6, 'error'],
      [7, 'error'],
    ])
    expect(rows[1]).toMatchObject({ value: '32.827', input: { category: 'CASH_LONG_3', average: '24.62' } })
    expect(rows[3]?.notes).toEqual([
      'Предел, %: в файле 30,000\u00a0%, а по среднерыночной выходит 32,827\u00a0%',
    ])
    expect(rows[4]?.notes).toEqual(['Эта категория в этом квартале уже есть в строке 3'])
    expect(rows[5]?.notes).toHaveLength(5)
    expect(await limits()).toHaveLength(1)
  })

  it.for<[string, string, string]>([
    ['without rows', head, 'В файле нет строк'],
    ['without a column', 'Квартал;Код категории\n1;2', 'Нет столбцов: «Среднерыночная, %», «Опубликовано»'],
    ['with a column twice', `${head};Квартал\n1`, 'Столбцы встречаются дважды: «Квартал»'],
    ['with more rows than are read', `${head}\n${'1;2;3\n'.repeat(600)}`, 'больше 501 строк'],
  ])('is refused %s', async ([, text, words]) => {
    const { status, body } = await compare(text)
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining(words.replaceAll('"', '\\"')),
    ])
  })

  it('that was exported is read back as no change', async () => {
    await held()
    const columns = Object.keys(api.limitColumns) as api.LimitColumn[]
    const { raw } = await bank.call(
      api.limitsExport.now,
      { body: { format: 'csv', filter: {}, columns } as never },
      { as: 'uw-head' },
    )
    expect((await compare(raw.body)).body.rows).toMatchObject([{ kind: 'same' }])
  })
})

describe('a cap', () => {
  const cap = {
    product: 'MORTGAGE',
    programme: '2',
    partnerId: null,
    rate: '17',
    validFrom: '2026-11-24',
    validTo: null,
    ground: 'Соглашение № 7',
  }
  const askCap = (more: object = {}) =>
    bank.call(caps.requestRateCap, { body: { ...cap, ...more } as never }, { as: 'uw-head' })
  const all = async () =>
    (await bank.call(caps.searchRateCaps, { query: {}, body: {} }, { as: 'underwriter' })).body.content

  it('is given, gives its place to another on a day, and ends', async () => {
    await agree((await askCap()).body.id)
    const [first] = await all()
    expect(first).toMatchObject({
      rate: '17.000',
      state: 'CURRENT',
      programmeName: 'Приобретение готового жилья',
    })
    const params = { id: String(first?.id) }
    const changed = await bank.call(
      caps.requestCapChange,
      { params, body: { ...cap, rate: '16.5', validFrom: '2026-12-01', version: 1 } as never },
      { as: 'uw-head' },
    )
    expect(changed.body.fields.map(({ label }) => label)).toEqual(['Ставка не выше, %', 'Действует с'])
    expect((await askCap({ validFrom: '2020-01-01' })).status).toBe(400)
    await agree(changed.body.id)
    expect((await all()).map(({ rate, state, validTo }) => [rate, state, validTo])).toEqual([
      ['17.000', 'CURRENT', '2026-11-30'],
      ['16.500', 'FUTURE', null],
      ['17.000', 'WITHDRAWN', null],
    ])
    const old = await bank.call(
      caps.requestCapEnd,
      { params, body: { lastDay: null, reason: 'Ушли', version: 1 } },
      { as: 'uw-head' },
    )
    expect(old.status).toBe(409)
    const [live] = await all()
    const end = await bank.call(
      caps.requestCapEnd,
      {
        params: { id: String(live?.id) },
        body: { lastDay: null, reason: 'Соглашение расторгнуто', version: 1 },
      },
      { as: 'uw-head' },
    )
    await agree(end.body.id)
    expect((await all()).filter(({ state }) => state === 'CURRENT')).toEqual([])
  })

  it('is refused for a partner, a programme or days that are none', async () => {
    for (const [more, path] of [
      [{ partnerId: 999_999 }, 'partnerId'],
      [{ programme: 'NONE' }, 'programme'],
      [{ validTo: '2026-11-01' }, 'validTo'],
      [{ rate: '0' }, 'rate'],
    ] as const)
      expect((await askCap(more)).error.fields?.[0]?.path).toBe(path)
  })
})

it('a contract is tried by the limit of its day', async () => {
  await held()
  const body = {
    day: '2026-12-31',
    product: 'CASH_LOAN',
    amount: '500000',
    months: 36,
    category: null,
    programme: null,
    partnerId: null,
    cost: '28',
    rate: '24.9',
  } as const
  const tried = async (more: object = {}) =>
    (await bank.call(checkRate, { body: { ...body, ...more } }, { as: 'underwriter' })).body
  expect(await tried()).toMatchObject({
    category: { code: 'CASH_LONG_4' },
    limit: { value: '28.267' },
    state: 'NEAR',
    margin: '0.267',
  })
  expect(await tried({ day: '2027-01-01' })).toMatchObject({ state: 'NO_FIGURES', limit: null })
  expect(await tried({ category: 'CASH_LONG_4', amount: null, months: null, cost: '29' })).toMatchObject({
    state: 'ABOVE',
    refusals: [expect.stringContaining('на 0,733')],
  })
})

it('the page is told what is missing now and next', async () => {
  await held()
  const { body } = await bank.call(api.getLimitFrame, {}, { as: 'underwriter' })
  expect(body).toMatchObject({
    quarter,
    next: '2027-01-01',
    quarters: [quarter],
    law: { part: 3, ceiling: '292' },
  })
  expect(body.missing.now).not.toContain('Нецелевые кредиты свыше 300 тыс. ₽ на срок больше года')
  expect(body.missing.next).toHaveLength(body.categories.length)
})
