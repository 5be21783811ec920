import { withAccountKey } from '@ipoteka-office/contract/common/bank-account.ts'
import * as loans from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { getFraudSheet } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import type { FraudSignalCode } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverBanks } from '#db/seed/banks.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
/** Applications of people who work for different employers. */
let ids: number[]
beforeAll(async () => {
  bank = await testApp()
  ids = []
  for (const serial of [521, 522, 523, 524, 525]) ids.push(Number((await underwritten(bank, serial)).id))
})
afterAll(() => bank.close())

async function signOf(code: FraudSignalCode, id: number | undefined) {
  const { body, status, raw } = await bank.call(
    getFraudSheet,
    { params: { id: String(id) } },
    { as: 'security' },
  )
  expect(status, raw.body).toBe(200)
  return body.signals.find((one) => one.code === code)
}
/** Where everybody works: each at an employer of their own. */
const works = (address: string, of: readonly number[]) =>
  sql`UPDATE case_section SET data = data || jsonb_build_object('employerInn', lpad(case_id::text, 10, '7'),
      'employerName', 'ООО «' || case_id || '»', 'employerAddress', jsonb_build_object('value', ${address}::text))
    WHERE case_id = ANY(${[...of]}::int[]) AND section = 'EMPLOYMENT'`.execute(bank.db)

describe('the address of the employer', () => {
  it('is a mass one by the applications of all partners, with those that say so', async () => {
    await works('г Казань, ул Баумана, д 1', ids.slice(1))
    await works('г Казань, ул Пушкина, д 9', ids.slice(0, 1))
    expect(await signOf('MASS_ADDRESS', ids[1])).toMatchObject({
      state: 'QUIET',
      value: expect.stringMatching(/в заявках 4\s/),
    })
    await works('Г. Казань, ул. Баумана, д. 1', ids.slice(0, 1))
    const mass = await signOf('MASS_ADDRESS', ids[1])
    expect(mass).toMatchObject({ state: 'FIRED', weight: 10 })
    expect(mass?.evidence[0]).toMatchObject({ section: 'EMPLOYMENT' })
    expect(mass?.evidence[0]?.text).toMatch(/ул Баумана, д 1: в заявках 5\s/)
    expect(mass?.evidence[0]?.caseIds.toSorted()).toEqual(ids.filter((id) => id !== ids[1]))
  })

  it('is not one because people live where another works', async () => {
    await works('г Казань, ул Пушкина, д 9', ids)
    await sql`UPDATE case_section SET data = data || '{"registrationAddress": {"value": "г Казань, ул Кремлёвская, д 3"}}'
      WHERE case_id = ANY(${ids}::int[]) AND section = 'PERSONAL'`.execute(bank.db)
    await works('г Казань, ул Кремлёвская, д 3', ids.slice(0, 1))
    expect(await signOf('MASS_ADDRESS', ids[0])).toMatchObject({
      state: 'QUIET',
      value: expect.stringMatching(/в заявках 1\s/),
    })
  })
})

describe('the register', () => {
  const answers = (employer: object) =>
    sql`WITH asked AS (
        INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, attempts)
        SELECT p.case_id, p.id, 'EMPLOYER_EGRUL', 'OK', 'ООО «Заря»: действует', now(), now(), 1
        FROM case_participant p WHERE p.case_id = ${ids[2]} AND p.role = 'MAIN_BORROWER'
        ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET state = 'OK', text = excluded.text
        RETURNING id, case_id)
      INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, request, response)
      SELECT id, case_id, 'UNDERWRITING', 1, now(), 5, 'OK', 'x', '{}',
        ${JSON.stringify({ details: { employer } })}::text::jsonb FROM asked`.execute(bank.db)

  it('tells how many are at the address and whom else the head leads', async () => {
    await answers({ addressCompanies: 214, head: { name: 'Ким Ли', companies: 37 } })
    expect(await signOf('MASS_ADDRESS', ids[2])).toMatchObject({
      state: 'FIRED',
      evidence: [{ text: expect.stringMatching(/ООО «Заря»: действует; по адресу в реестре 214\s/) }],
    })
    expect(await signOf('MASS_HEAD', ids[2])).toMatchObject({
      state: 'FIRED',
      evidence: [{ text: expect.stringMatching(/^Ким Ли: .* 37\s/), section: 'EMPLOYMENT' }],
    })
  })

  it('of which numbers in another form tell nothing', async () => {
    await answers({ addressCompanies: 'много', head: { name: 'Ким Ли', companies: -4 } })
    expect(await signOf('MASS_HEAD', ids[2])).toMatchObject({
      state: 'UNKNOWN',
      missing: expect.stringContaining('не назвал'),
    })
    expect(await signOf('MASS_ADDRESS', ids[2])).toMatchObject({ state: 'QUIET' })
  })
})

describe('the account that a loan is paid out to', () => {
  const bic = '044525225'
  const account = withAccountKey('40817810000000000001', bic)
  let loan: number
  beforeAll(async () => {
    const wish = {
      ...{ lastName: 'Зуева', firstName: 'Ольга', birthDate: '1985-06-01', regionCode: '16' },
      ...{ productType: 'CASH_BASE', goal: 'REPAIR', amount: '300000', termMonths: 24 },
    }
    const made = await bank.call(loans.createLoanApplication, { body: wish }, { as: 'agent' })
    expect(made.status, made.raw.body).toBe(200)
    loan = made.body.id
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${loan}`.execute(bank.db)
    await sql`UPDATE case_section SET data = data || ${JSON.stringify({
      ...{ disbursement: 'ACCOUNT', account, accountBic: bic },
    })}::text::jsonb WHERE case_id = ${loan} AND section = 'LOAN'`.execute(bank.db)
  })

  it('agrees with a bank of the directory, and not with one that has left it', async () => {
    await deliverBanks(bank.db)
    expect(await signOf('ACCOUNT_BIC', loan)).toMatchObject({ state: 'QUIET', weight: 15 })
    // A bank that the delivered directory has no more.
    const gone = '049999991'
    await sql`INSERT INTO bank (bic, name, correspondent_account) VALUES (${gone}, 'АО «Прежний»', '30101810000000000991')`.execute(
      bank.db,
    )
    await deliverBanks(bank.db)
    await sql`UPDATE case_section SET data = data || jsonb_build_object('accountBic', ${gone}::text,
      'account', ${withAccountKey(account, gone)}::text) WHERE case_id = ${loan} AND section = 'LOAN'`.execute(
      bank.db,
    )
    expect(await signOf('ACCOUNT_BIC', loan)).toMatchObject({
      state: 'FIRED',
      value: expect.stringMatching(/«Прежний» исключён из справочника/),
      evidence: [{ section: 'LOAN' }],
    })
    // It comes back with the directory.
    const back = await sql`SELECT FROM bank WHERE left_on IS NULL AND bic = ${bic}`.execute(bank.db)
    expect(back.rows).toHaveLength(1)
  })

  it('is no sign in a mortgage, which names none', async () => {
    expect(await signOf('ACCOUNT_BIC', ids[0])).toBeUndefined()
  })
})
