import * as api from '@ipoteka-office/contract/insurance/distributions.ts'
import type { DistributionContent } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTransaction } from '#db/transaction.ts'
import { formOf } from '#testing/documents.ts'
import { makeInsurer, type TestInsurer } from '#testing/insurance/insurers.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { sendForm } from '#testing/uploads.ts'
import { makeOffer, recordOwnChoice } from './offering.service.ts'

/** `workload` (2) and `uw-head` (12) keep the distribution, `underwriter` does not see it. */
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-24T09:00:00Z') }
const today = '2026-11-24'
let bank: TestApp
let insurers: TestInsurer[]
let gone: TestInsurer
let caseId: number
beforeAll(async () => {
  bank = await testApp({ clock })
  insurers = []
  for (const serial of [1, 2, 3]) insurers.push(await makeInsurer(bank.db, serial))
  gone = await makeInsurer(bank.db, 4, '2026-11-23')
  caseId = Number((await openApplication(bank)).id)
})
afterAll(() => bank.close())

type Row = DistributionContent['rows'][number]
const shares = (...list: [TestInsurer | undefined, number, object?][]): Row['cells'] =>
  list.map(([insurer, share, more]) => ({
    insurerId: insurer?.id ?? 0,
    share,
    maxContracts: null,
    maxSum: null,
    ageFrom: null,
    ageTo: null,
    objects: [],
    ...more,
  }))
const row = (cells: Row['cells'], more: object = {}): Row => ({
  type: 'LIFE',
  region: null,
  branchId: null,
  product: null,
  cells,
  ...more,
})
const params = (id: number) => ({ params: { id: String(id) } })
const get = async (id: number) => (await bank.call(api.getDistribution, params(id), { as: 'workload' })).body
const create = (more: object = {}, as: Login = 'workload') =>
  bank.call(
    api.createDistribution,
    { body: { lending: 'MORTGAGE', title: 'Доли', validFrom: today, fromId: null, ...more } },
    { as },
  )
const save = (card: api.DistributionCard, rows: Row[], as: Login = 'workload', more: object = {}) =>
  bank.call(
    api.saveDistribution,
    {
      ...params(card.id),
      body: {
        title: card.title,
        validFrom: card.validFrom,
        content: { rows },
        version: card.version,
        ...more,
      },
    },
    { as },
  )
const send = async (id: number, action: 'submit' | 'discard', as: Login = 'workload') =>
  bank.call(
    api.sendDistribution,
    { ...params(id), body: { action, version: (await get(id)).version } },
    { as },
  )
const decide = async (id: number, action: 'approve' | 'decline' | 'withdraw', as: Login = 'uw-head') =>
  bank.call(
    api.decideDistribution,
    { ...params(id), body: { action, version: (await get(id)).version, comment: 'Проверено' } },
    { as },
  )
async function inForce(rows: Row[], more: object = {}): Promise<number> {
  const { body: draft } = await create(more)
  expect((await save(draft, rows)).status).toBe(200)
  expect((await send(draft.id, 'submit')).status).toBe(200)
  expect((await decide(draft.id, 'approve')).status).toBe(200)
  return draft.id
}
const facts = { age: 35, object: 'FLAT', sum: '1000000.00' }
const place = { type: 'LIFE' as const, region: '77', branchIds: [2, 1], product: '105' }
const offer = (more: object = {}) =>
  writeTransaction(bank.db, { employeeId: 2, requestId: 'test' }, (tx) =>
    makeOffer(clock, tx, { caseId, lending: 'MORTGAGE', place, facts, ...more }),
  )

describe('a version of the distribution', () => {
  it('may be unfinished while it is a draft, and is handed in with whole rows alone', async () => {
    const { body: draft } = await create()
    expect(draft).toMatchObject({ number: 1, state: 'DRAFT', inForce: false, editable: { enabled: true } })
    const saved = await save(draft, [row(shares([insurers[0], 6_000], [insurers[1], 3_999]))])
    expect(saved.status).toBe(200)
    const early = await send(draft.id, 'submit')
    expect([early.status, early.error.message]).toEqual([
      409,
      'Строка 1. Доли дают 99,99\u00a0%: не хватает 0,01\u00a0%',
    ])
    await save(saved.body, [row(shares([insurers[0], 6_000], [insurers[1], 4_000]))])
    expect((await send(draft.id, 'submit')).body.state).toBe('ON_APPROVAL')
    const own = await decide(draft.id, 'approve', 'workload')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    expect((await decide(draft.id, 'approve')).body).toMatchObject({
      state: 'APPROVED',
      inForce: true,
      approver: { id: 12 },
    })
  })

  it('that was handed in is changed by nobody, not even past the server', async () => {
    const card = await get(1)
    expect((await save(card, [])).error.message).toContain('Меняют только черновик')
    const past =
      sql`UPDATE insurance_distribution SET content = '{"rows": []}' WHERE id = ${card.id}`.execute(bank.db)
    await expect(past).rejects.toThrow('does not change')
    expect((await decide(card.id, 'withdraw')).error.message).toContain('уже действует')
  })

  it('that another has saved meanwhile is answered with as it is', async () => {
    const { body: draft } = await create()
    await save(draft, [])
    const late = await save(draft, [], 'admin')
    expect([late.status, late.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    expect((late.error.current as api.DistributionCard).version).toBe(2)
    expect((await send(draft.id, 'discard')).body.state).toBe('WITHDRAWN')
  })

  it('begins on its day, and until then the one before holds', async () => {
    const later = await inForce([row(shares([insurers[2], 10_000]))], { validFrom: '2026-12-01' })
    const list = (await bank.call(api.listDistributions, { query: { lending: 'MORTGAGE' } }, {})).body
    expect(list.filter(({ inForce: is }) => is).map(({ id }) => id)).toEqual([1])
    expect((await decide(later, 'withdraw')).body.state).toBe('WITHDRAWN')
    const { body: past } = await create({ validFrom: '2026-11-23' })
    await save(past, [row(shares([insurers[2], 10_000]))])
    expect((await send(past.id, 'submit')).error.message).toContain('День начала уже прошёл')
  })

  it('names no insurer or branch that there is not, and no kind of another lending', async () => {
    const { body: draft } = await create({ lending: 'LOAN' })
    const strangers = shares([{ id: 999_999, inn: '' }, 10_000])
    const wrong = await save(draft, [row(strangers, { branchId: 9_999 })])
    expect([wrong.status, wrong.error.fields?.map(({ path }) => path)]).toEqual([
      400,
      ['content.rows.0.branchId', 'content.rows.0.cells.0.insurerId'],
    ])
    await save(draft, [row(shares([insurers[0], 10_000]), { type: 'OWNERSHIP' })])
    expect((await send(draft.id, 'submit')).error.message).toBe('Строка 1. «Титул» здесь не страхуют')
    expect((await create({ fromId: draft.id })).status).toBe(400)
  })

  it('tells its way and its history', async () => {
    const process = (await bank.call(api.getDistributionProcess, params(1), { as: 'viewer' })).body
    expect(process.moves.map(({ label }) => label)).toEqual(['На подтверждение', 'Подтвердить'])
    const history = (await bank.call(api.listDistributionHistory, { ...params(1), query: {} }, {})).body
    expect(JSON.stringify(history.content)).toContain('Страховщик 2 39,99')
  })
})

describe('offers', () => {
  it('made at once keep to the shares exactly and never go above a cap', { timeout: 60_000 }, async () => {
    const id = await inForce([
      row(
        shares(
          [insurers[0], 5_000],
          [insurers[1], 3_000],
          [insurers[2], 2_000, { maxContracts: 5 }],
          [gone, 0],
        ),
      ),
    ])
    // As many at once as the pool has connections: more would wait for these, not for the row.
    for (let wave = 0; wave < 4; wave += 1) await Promise.all(Array.from({ length: 8 }, () => offer()))
    const { facts: counted } = await get(id)
    expect(counted.map(({ insurerId, offered }) => [insurerId, offered])).toEqual([
      [insurers[0]?.id, 17],
      [insurers[1]?.id, 10],
      [insurers[2]?.id, 5],
    ])
    expect(counted.map(({ sum }) => sum)).toEqual(['17000000.00', '10000000.00', '5000000.00'])
  })

  it('pass by whom is not accredited, and say when nobody fits', async () => {
    const id = await inForce([row(shares([gone, 9_000], [insurers[0], 1_000, { ageTo: 40 }]))])
    expect((await offer()).insurerId).toBe(insurers[0]?.id)
    const nobody = await offer({ facts: { ...facts, age: 41 } })
    expect(nobody).toMatchObject({ insurerId: null, refusal: expect.stringContaining('клиент выбирает сам') })
    const { rows } = await sql<{ considered: { passedBy: string }[] }>`
      SELECT considered FROM insurance_offer WHERE id = ${nobody.id}`.execute(bank.db)
    expect(rows[0]?.considered.map(({ passedBy }) => passedBy)).toEqual([
      'аккредитация не действует',
      'не подходит возраст клиента',
    ])
    expect((await get(id)).facts).toHaveLength(1)
    expect((await offer({ place: { ...place, type: 'OWNERSHIP' } })).refusal).toContain('долей нет')
    expect((await offer({ lending: 'LOAN' })).refusal).toContain('ещё не подтверждено')
  })

  it('that a client declines for an own choice leave the shares and are recorded', async () => {
    const id = await inForce([row(shares([insurers[0], 5_000], [insurers[1], 5_000]))])
    const { id: first } = await offer()
    await writeTransaction(bank.db, { employeeId: 2, requestId: 'test' }, async (tx) => {
      await recordOwnChoice(tx, first, insurers[2]?.id ?? 0)
      await recordOwnChoice(tx, first, insurers[1]?.id ?? 0)
    })
    const card = await get(id)
    expect([card.facts, card.ownChoices]).toEqual([[], 1])
    // The insurer is as far behind as before, and a tie goes to the one not offered for longer.
    expect((await offer()).insurerId).toBe(insurers[1]?.id)
  })

  it('of the last 90 days are made again by a draft', async () => {
    const { body: draft } = await create()
    await save(draft, [row(shares([insurers[2], 10_000]))])
    const { body } = await bank.call(api.simulateDistribution, params(draft.id), { as: 'uw-head' })
    const { rows } = await sql<{ count: number; titles: number }>`
      SELECT count(*)::int AS count, count(*) FILTER (WHERE type = 'OWNERSHIP')::int AS titles FROM insurance_offer
      WHERE own_choice_id IS NULL AND lending = 'MORTGAGE'`.execute(bank.db)
    const { count = 0, titles = 0 } = rows[0] ?? {}
    expect(body).toMatchObject({ days: 90, offers: count, unplaced: titles })
    expect(body.insurers.find(({ insurerId }) => insurerId === insurers[2]?.id)).toMatchObject({
      before: 5,
      after: count - titles,
    })
  })
})

describe('a file', () => {
  const fileOf = async (id: number, format: 'csv' | 'xlsx' = 'csv') =>
    (await bank.call(api.exportDistribution, { ...params(id), query: { format } }, { as: 'workload' })).raw
      .rawPayload
  const read = async (id: number, content: Buffer | string, name = 'доли.csv', as: Login = 'workload') => {
    const path = fillPath(api.readDistributionFile.path, { id: String(id) })
    return sendForm(bank, path, formOf(name, Buffer.from(content as string)), as)
  }

  it.each(['csv', 'xlsx'] as const)('of %s that is read back changes nothing', async (format) => {
    const rows = [
      row(
        shares(
          [insurers[0], 3_333],
          [insurers[1], 3_333],
          [insurers[2], 3_334, { maxContracts: 7, ageTo: 60 }],
        ),
      ),
      row(
        shares([insurers[0], 50], [insurers[1], 9_950, { maxSum: '1500000.50', objects: ['FLAT', 'HOUSE'] }]),
        {
          type: 'MORTGAGEDPROPERTY',
          region: '77',
          product: '105',
          branchId: 2,
        },
      ),
    ]
    const { body: draft } = await create()
    expect((await save(draft, rows)).status).toBe(200)
    const { status, body } = await read(draft.id, await fileOf(draft.id, format), `доли.${format}`)
    expect([status, body.message]).toEqual([200, undefined])
    expect(body).toMatchObject({ content: { rows }, added: 0, changed: 0, gone: 0, same: 2 })
    expect((await get(draft.id)).version).toBe(2)
  })

  it('with mistakes is refused whole, each in words', async () => {
    const { body: draft } = await create()
    const csv = [
      'Вид страхования;Регион;Программа;ИНН страховщика;Доля, %;Возраст от',
      `LIFE;Атлантида;;${insurers[0]?.inn};50;`,
      `Каско;;;${insurers[0]?.inn};101;`,
      'LIFE;;;77;33,333;5',
    ].join('\r\n')
    const { status, body } = await read(draft.id, csv)
    expect([status, (body['fields'] as { message: string }[]).map(({ message }) => message)]).toEqual([
      400,
      [
        'Строка 2. Регион: значения «Атлантида» нет в справочнике',
        'Строка 3. Вид страхования: введите вид страхования из справочника',
        'Строка 3. Доля, %: введите процент от 0 до 100, не больше двух знаков после запятой',
        'Строка 4. ИНН страховщика: страховщика с ИНН «77» нет',
        'Строка 4. Доля, %: введите процент от 0 до 100, не больше двух знаков после запятой',
        'Строка 4. Возраст от: введите целое число от 18 до 100',
      ],
    ])
    const short = `Вид страхования;ИНН страховщика;Доля, %\r\nLIFE;${insurers[0]?.inn};99,5`
    expect((await read(draft.id, short)).body.message).toContain('не хватает 0,5')
    expect((await read(1, short)).status).toBe(409)
  })

  it('is written for people to read', async () => {
    const csv = (await fileOf(1)).toString()
    expect(csv).toContain(
      'Вид страхования;Регион;Номер партнёра;Программа;ИНН страховщика;Страховщик;Доля, %',
    )
    expect(csv).toContain('Страховщик 1;60;')
  })
})

describe('who may', () => {
  const calls = (as: Login) => [
    bank.call(api.listDistributions, { query: { lending: 'MORTGAGE' } }, { as }),
    bank.call(api.getDistribution, params(1), { as }),
    bank.call(api.getDistributionProcess, params(1), { as }),
    bank.call(api.listDistributionHistory, { ...params(1), query: {} }, { as }),
    bank.call(api.exportDistribution, { ...params(1), query: {} }, { as }),
    bank.call(api.simulateDistribution, params(1), { as }),
  ]
  const changes = (as: Login) => [
    create({}, as),
    bank.call(
      api.saveDistribution,
      {
        ...params(1),
        body: { title: 'Доли', validFrom: today, content: { rows: [] }, version: 1 },
      },
      { as },
    ),
    bank.call(api.sendDistribution, { ...params(1), body: { action: 'submit', version: 1 } }, { as }),
    bank.call(api.decideDistribution, { ...params(1), body: { action: 'approve', version: 1 } }, { as }),
    sendForm(
      bank,
      fillPath(api.readDistributionFile.path, { id: '1' }),
      formOf('д.csv', Buffer.from('a')),
      as,
    ),
  ]
  const statusesOf = async (asked: Promise<{ status: number }>[]) =>
    new Set((await Promise.all(asked)).map(({ status }) => status))

  it.each<Login>(['agent', 'partner-admin', 'underwriter', 'support', 'security', 'norole'])(
    '%s sees and changes nothing of it',
    async (as) => expect(await statusesOf([...calls(as), ...changes(as)])).toEqual(new Set([403])),
  )

  it('the auditor sees all of it and changes nothing', async () => {
    expect(await statusesOf(calls('viewer'))).toEqual(new Set([200]))
    expect(await statusesOf(changes('viewer'))).toEqual(new Set([403]))
  })

  it('a version that is not there is a 404', async () => {
    expect((await bank.call(api.getDistribution, params(999), {})).status).toBe(404)
  })
})
