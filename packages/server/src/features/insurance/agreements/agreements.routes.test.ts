import * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import { getDistribution } from '@ipoteka-office/contract/insurance/distributions.ts'
import { getSurchargeSchedule } from '@ipoteka-office/contract/insurance/surcharge-schedule.ts'
import { getCasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rareSums, standInInsurers } from '#integrations/insurers/stand-in.ts'
import { type InsurerClient, InsurerUnavailable } from '#integrations/insurers/insurer-client.ts'
import { makeDistribution, makeInsurer, makeTariff, type TestInsurer } from '#testing/insurance/insurers.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { insuranceDays } from './expiry.service.ts'
import { insurerWorker } from './insurer-question.service.ts'

/** The agent's partner has the cases; `partner-admin` is another partner's; `workload` and `uw-head` confirm surcharges. */
let now = new Date('2026-11-24T09:00:00Z')
const clock = { timeZone: 'Europe/Moscow', now: () => now }
let bank: TestApp
let offered: TestInsurer
let other: TestInsurer
let gone: TestInsurer
let versionId: number
beforeAll(async () => {
  bank = await testApp({ clock })
  offered = await makeInsurer(bank.db, 1)
  other = await makeInsurer(bank.db, 2)
  gone = await makeInsurer(bank.db, 3, '2026-11-23')
  for (const [insurer, rate] of [
    [offered, '0.21'],
    [other, '0.18'],
  ] as const)
    await makeTariff(bank, insurer, rate)
  versionId = await makeDistribution(bank, [[offered, 10_000]])
})
afterAll(() => bank.close())

async function application(amount = '5000000'): Promise<number> {
  const { id } = await openApplication(bank)
  await sql`UPDATE case_file SET amount = ${amount}::numeric WHERE id = ${Number(id)}`.execute(bank.db)
  return Number(id)
}
const params = (id: number) => ({ params: { id: String(id) } })
const offer = (caseId: number, as: Login = 'agent', type: 'LIFE' | 'OWNERSHIP' | 'JOB_LOSS' = 'LIFE') =>
  bank.call(api.createAgreement, { body: { caseId, type } }, { as })
const read = async (id: number, as: Login = 'agent') =>
  (await bank.call(api.getAgreement, params(id), { as })).body
const choose = (one: api.Agreement, insurer: TestInsurer, comment = '', as: Login = 'agent') =>
  bank.call(
    api.chooseInsurerOf,
    { ...params(one.id), body: { insurerId: insurer.id, version: one.version, comment } },
    { as },
  )
const move = async (
  id: number,
  action: 'send' | 'calculate' | 'recall' | 'issue' | 'pay' | 'cancel',
  as: Login = 'agent',
) =>
  bank.call(
    api.moveAgreement,
    { ...params(id), body: { action, version: (await read(id)).version, comment: 'Так решил клиент' } },
    { as },
  )
const save = (one: api.Agreement, more: Partial<api.AgreementInput> = {}, as: Login = 'agent') => {
  const {
    documentKind,
    number,
    signedOn,
    startsBy,
    from,
    to,
    sum,
    premium,
    instalments,
    beneficiary,
    paidOn,
  } = one
  const body = {
    documentKind,
    number,
    signedOn,
    startsBy,
    from,
    to,
    sum,
    premium,
    instalments,
    beneficiary,
    paidOn,
  }
  return bank.call(
    api.saveAgreement,
    { ...params(one.id), body: { ...body, ...more, version: one.version } },
    { as },
  )
}
const answer = (id: number, asked: number, client: InsurerClient = standInInsurers(), isLastAttempt = true) =>
  insurerWorker({ db: bank.db, clock, insurers: client })(
    { agreementId: id, asked },
    { id: 'job', attempt: 1, isLastAttempt, signal: new AbortController().signal },
  )
const facts = async () => (await bank.call(getDistribution, params(versionId), { as: 'uw-head' })).body
const days = (on: string) => {
  now = new Date(`${on}T09:00:00Z`)
  return insuranceDays(bank.db, { clock, parameters: deliveredParameters })
}
const whole = {
  number: 'П-17/2026',
  signedOn: '2026-11-24',
  startsBy: 'SIGN_DATE',
  from: '2026-11-25',
  to: '2027-11-24',
  premium: '11550.00',
}

describe('insurance of an application', () => {
  it('is offered by the distribution, chosen, taken by the insurer, issued, paid, and begins on its day', async () => {
    const caseId = await application()
    const { status, body: one } = await offer(caseId)
    expect([status, one.state, one.insurer?.id, one.leastSum]).toEqual([
      200,
      'OFFERED',
      offered.id,
      '5500000.00',
    ])
    const offers = (await bank.call(api.listInsuranceOffers, params(one.id), { as: 'agent' })).body
    expect(offers.map(({ insurer, isOffered, premium }) => [insurer.id, isOffered, premium])).toEqual([
      [offered.id, true, '11550.00'],
      [other.id, false, '9900.00'],
    ])
    const chosen = (await choose(one, offered)).body
    expect(chosen).toMatchObject({ state: 'CHOSEN', ownChoice: false, premium: '11550.00' })
    expect(chosen.steps.map(({ label }) => label)).toContain('Тариф')
    expect((await move(one.id, 'send')).body.state).toBe('UNDERWRITING')
    await answer(one.id, 1)
    // Answered twice, as a job may be.
    await answer(one.id, 1)
    const taken = await read(one.id)
    expect(taken).toMatchObject({ state: 'CALCULATED', answer: { standIn: true } })
    const early = await move(one.id, 'issue')
    expect([early.status, early.error.message]).toEqual([
      409,
      expect.stringMatching(/^Укажите номер, дату договора/),
    ])
    const small = (await save(taken, { ...whole, sum: '5499999.99' })).body
    expect((await move(one.id, 'issue')).error.message).toContain('долга с запасом')
    await save(small, { sum: '5500000' })
    expect((await move(one.id, 'issue')).body.state).toBe('ISSUED')
    expect((await move(one.id, 'pay')).error.message).toContain('день оплаты')
    await save(await read(one.id), { paidOn: '2026-11-24' })
    expect((await move(one.id, 'pay')).body.state).toBe('PAID')
    await days('2026-11-24')
    expect((await read(one.id)).state).toBe('PAID')
    await days('2026-11-25')
    expect((await read(one.id)).state).toBe('ACTIVE')
    now = new Date('2026-11-24T09:00:00Z')
  })

  it('is taken from another insurer than offered: the choice is recorded and the shares do not feel it', async () => {
    const caseId = await application()
    const before = await facts()
    const { body: one } = await offer(caseId)
    const silent = await choose(one, other)
    expect([silent.status, silent.error.fields?.[0]?.path]).toEqual([400, 'comment'])
    expect((await choose(one, gone, 'Так решил клиент')).error.fields?.[0]?.message).toContain(
      'аккредитованного',
    )
    const { body: chosen } = await choose(one, other, 'У клиента там уже есть полис')
    expect(chosen).toMatchObject({
      state: 'CHOSEN',
      ownChoice: true,
      insurer: { id: other.id },
      offered: { id: offered.id },
    })
    const after = await facts()
    expect([after.ownChoices, after.facts]).toEqual([before.ownChoices + 1, before.facts])
  })

  it('is offered once at a time, and only of a kind that is insured here', async () => {
    const caseId = await application()
    await offer(caseId)
    const twice = await offer(caseId)
    expect([twice.status, twice.error.message]).toEqual([
      409,
      expect.stringContaining('уже оформляют: «Предложено»'),
    ])
    expect((await offer(caseId, 'agent', 'JOB_LOSS')).status).toBe(400)
    const nobody = (await offer(caseId, 'agent', 'OWNERSHIP')).body
    expect([nobody.insurer, nobody.state]).toEqual([null, 'OFFERED'])
    expect((await choose(nobody, other)).body.ownChoice).toBe(true)
  })

  it.each([
    ['refuses', rareSums.refusal, 'REFUSED', 'отказано'],
    ['wants more', rareSums.dearer, 'CALCULATED', 'повышающим коэффициентом'],
    ['is silent', rareSums.silence, 'CHOSEN', 'не ответил'],
  ])('an insurer %s', async (_, end, state, words) => {
    const { body: one } = await offer(await application())
    const { body: chosen } = await choose(one, offered)
    await save(chosen, { sum: `5600${end}.00`, premium: '12000.00' })
    await move(one.id, 'send')
    await answer(one.id, 1)
    const after = await read(one.id, 'admin')
    expect([after.state, after.answer?.text]).toEqual([state, expect.stringContaining(words)])
    if (state === 'CALCULATED')
      expect(after).toMatchObject({ premium: '15000.00', inputMode: 'IMPORT_FROM_EXTERNAL_SYSTEM' })
    // What the insurer says of the client's health is the bank's to know.
    expect((await read(one.id, 'agent')).answer?.text).not.toMatch(/медицинск|коэффициент/)
  })

  it('a late answer to a recalled question changes nothing', async () => {
    const { body: one } = await offer(await application())
    await choose(one, offered)
    await move(one.id, 'send')
    expect((await move(one.id, 'recall')).body.state).toBe('CHOSEN')
    await answer(one.id, 1)
    expect((await read(one.id)).state).toBe('CHOSEN')
    await move(one.id, 'send')
    const broken: InsurerClient = {
      kind: 'SERVICE',
      ask: () => Promise.reject(new InsurerUnavailable('нет связи')),
    }
    await expect(answer(one.id, 2, broken, false)).rejects.toThrow('нет связи')
    expect((await read(one.id)).state).toBe('UNDERWRITING')
    await answer(one.id, 2, broken)
    expect((await read(one.id)).state).toBe('CHOSEN')
  })

  it('an old version is answered with the agreement as it is', async () => {
    const { body: one } = await offer(await application())
    await choose(one, offered)
    const late = await choose(one, other, 'Передумал')
    expect([late.status, (late.error.current as api.Agreement).state]).toEqual([409, 'CHOSEN'])
    const card = await read(one.id)
    expect((await save(card, { startsBy: 'NO_SUCH' })).error.fields?.[0]?.path).toBe('startsBy')
    expect((await save(card, { from: '2026-12-02', to: '2026-12-01' })).error.fields?.[0]?.path).toBe('to')
    expect((await save(card, { instalments: 13 })).status).toBe(400)
  })
})

describe('the days of an agreement', () => {
  async function active(to = '2027-11-24'): Promise<number> {
    now = new Date('2026-11-24T09:00:00Z')
    const { body: one } = await offer(await application())
    const { body: chosen } = await choose(one, offered)
    await save(chosen, { ...whole, from: '2026-11-24', to, paidOn: '2026-11-24' })
    for (const action of ['calculate', 'issue', 'pay'] as const)
      expect([action, (await move(one.id, action)).status]).toEqual([action, 200])
    await days('2026-11-24')
    return one.id
  }
  const warnings = async (id: number) =>
    (
      await sql<{ days: number }>`SELECT days_before AS days FROM insurance_warning WHERE agreement_id = ${id}
        ORDER BY days_before DESC`.execute(bank.db)
    ).rows.map((row) => row.days)

  it('are warned of 60, 30 and 7 days before the end, each once', async () => {
    const id = await active('2027-03-31')
    await days('2027-01-29')
    expect(await warnings(id)).toEqual([])
    await days('2027-01-30')
    await days('2027-01-31')
    expect(await warnings(id)).toEqual([60])
    await days('2027-03-01')
    await days('2027-03-24')
    expect(await warnings(id)).toEqual([60, 30, 7])
  })

  it('end, and thirty days after a missed renewal a rise of the rate is proposed, which a person decides', async () => {
    const id = await active('2027-01-31')
    await days('2027-01-31')
    expect((await read(id)).state).toBe('ACTIVE')
    await days('2027-02-01')
    expect((await read(id)).state).toBe('EXPIRED')
    await days('2027-03-02')
    expect((await read(id)).surcharge).toBeNull()
    await days('2027-03-03')
    await days('2027-03-04')
    const lapsed = await read(id)
    expect(lapsed.surcharge).toMatchObject({ state: 'PROPOSED', percent: '1', from: '2027-04-01' })
    const body = { decision: 'CONFIRMED' as const, version: lapsed.version, comment: 'Полиса нет' }
    expect((await bank.call(api.decideSurcharge, { ...params(id), body }, { as: 'agent' })).status).toBe(403)
    const caseId = lapsed.case.id
    // Of a loan of which neither the rate nor the term is known nothing can be raised.
    const early = await bank.call(api.decideSurcharge, { ...params(id), body }, { as: 'uw-head' })
    expect([early.status, early.error.message]).toEqual([
      409,
      expect.stringContaining('надбавку не посчитать'),
    ])
    const credit = { ...wholeSections.CREDIT, amount: '5000000', termMonths: 240, rate: '12.5' }
    const saved = await saveSection(bank, String(caseId), 'CREDIT', credit, { as: 'agent' })
    expect(saved.status, saved.raw.body).toBe(200)
    const version = (await read(id)).version
    // Two months later the day that was proposed has passed: the rise begins with the next period.
    await days('2027-05-10')
    const { body: decided, raw } = await bank.call(
      api.decideSurcharge,
      { ...params(id), body: { ...body, version } },
      { as: 'uw-head' },
    )
    expect(decided.surcharge, raw.body).toMatchObject({
      state: 'CONFIRMED',
      from: '2027-06-01',
      rateBefore: '12.5',
      rateAfter: '13.5',
    })
    const { body: schedule } = await bank.call(getSurchargeSchedule, params(id), { as: 'agent' })
    expect(schedule.from).toBe('2027-06-01')
    expect(new Set(schedule.schedule.slice(1).map(({ rate }) => Number(rate)))).toEqual(new Set([13.5]))
    expect(schedule.schedule.at(-1)?.balance).toBe('0.00')
    const { body: price } = await bank.call(getCasePrice, params(caseId), { as: 'agent' })
    expect(price.rises).toEqual([{ from: '2027-06-01', rate: '13.5', points: '1' }])
    const strangers = await bank.call(getSurchargeSchedule, params(id), { as: 'partner-admin' })
    expect(strangers.status).toBe(404)
    const again = { ...body, version: decided.version }
    expect(
      (await bank.call(api.decideSurcharge, { ...params(id), body: again }, { as: 'uw-head' })).status,
    ).toBe(409)
  })

  it('cost as much as the version that priced the case says: what it says nothing of costs nothing', async () => {
    const priced = await active('2027-01-31')
    const silent = await active('2027-01-31')
    const [product] = (
      await sql<{
        id: number
      }>`INSERT INTO product (kind, lending, code, type_code, department, owner_id, created_at)
        VALUES ('PRODUCT', 'MORTGAGE', 'INSURED', '2', 'OIC', 1, now()) RETURNING id`.execute(bank.db)
    ).rows
    const version = async (number: number, surcharge: string | null) => {
      const content = JSON.stringify({ insurance: [{ type: 'LIFE', required: false, surcharge }] })
      const { rows } = await sql<{ id: number }>`
        INSERT INTO product_version (product_id, number, state, content, name, search_text, author_id, contributors, created_at, changed_at)
        VALUES (${product?.id}, ${number}, 'ARCHIVE', ${content}::jsonb, 'Продукт', '', 1, '{1}', now(), now())
        RETURNING id`.execute(bank.db)
      return rows[0]?.id
    }
    for (const [id, of] of [
      [priced, await version(1, '0.75')],
      [silent, await version(2, null)],
    ] as const)
      await sql`INSERT INTO case_price (case_id, product_id, version_id, at)
        VALUES (${(await read(id)).case.id}, ${product?.id}, ${of}, now())`.execute(bank.db)
    await days('2027-02-01')
    await days('2027-03-03')
    expect((await read(priced)).surcharge).toMatchObject({ state: 'PROPOSED', percent: '0.75' })
    expect((await read(silent)).surcharge).toBeNull()
  })

  it('of a renewed one end in silence: the new one takes its place', async () => {
    const id = await active('2027-01-31')
    const { case: of } = await read(id)
    const { body: next } = await offer(of.id)
    const { body: chosen } = await choose(next, offered)
    await save(chosen, { ...whole, from: '2027-01-20', to: '2028-01-31', paidOn: '2026-11-24' })
    for (const action of ['calculate', 'issue', 'pay'] as const) await move(next.id, action)
    await days('2027-01-20')
    expect([(await read(id)).state, (await read(next.id)).state]).toEqual(['REPLACED', 'ACTIVE'])
    await days('2027-03-10')
    expect((await read(id)).surcharge).toBeNull()
  })
})

describe('who may', () => {
  it.each<[Login, number, number]>([
    ['partner-admin', 404, 404],
    ['viewer', 200, 403],
    ['underwriter', 200, 403],
    ['norole', 403, 403],
    ['security', 403, 403],
  ])('%s reads with %i and changes with %i', async (as, reads, changes) => {
    now = new Date('2026-11-24T09:00:00Z')
    const caseId = await application()
    const { body: one } = await offer(caseId)
    const seen = [
      await bank.call(api.getAgreement, params(one.id), { as }),
      await bank.call(api.getCaseInsurance, params(caseId), { as }),
      await bank.call(api.listInsuranceOffers, params(one.id), { as }),
    ].map(({ status }) => status)
    expect(seen).toEqual([reads, reads, reads])
    const done = [
      await offer(caseId, as),
      await choose(one, offered, '', as),
      await save(one, {}, as),
      await bank.call(
        api.moveAgreement,
        { ...params(one.id), body: { action: 'cancel', version: 1, comment: 'x' } },
        { as },
      ),
    ].map(({ status }) => status)
    expect(done).toEqual([changes, changes, changes, changes])
    const list = await bank.call(api.listAgreements, { query: { size: 100 } }, { as })
    if (reads === 404) expect(list.body.content.filter(({ case: of }) => of.id === caseId)).toEqual([])
    if (reads === 200) expect(list.body.content.map(({ id }) => id)).toContain(one.id)
  })
})
