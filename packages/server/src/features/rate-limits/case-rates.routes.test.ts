import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as cases from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { signOffers } from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverReferences } from '#db/seed/references.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `underwriter` (3) decides on applications of the agent's partner 2. */
let at = new Date('2026-11-24T09:00:00Z')
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => at } })
  await deliverReferences(bank.db)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())
const quarter = '2026-10-01'
beforeEach(async () => {
  at = new Date('2026-11-24T09:00:00Z')
  await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
  await sql`UPDATE rate_cap SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(bank.db)
})

let serial = 500
const next = async () => (await underwritten(bank, (serial += 1))).id
const issuesOf = (answer: {
  status: number
  error: { fields?: readonly { path: string; message: string }[] }
}) => [answer.status, answer.error.fields?.map(({ path }) => path)]
const mortgage = (value: string, applies = true) =>
  sql`INSERT INTO rate_limit (quarter, category, average, value, applies, ground, published_on, source)
    VALUES (${quarter}, 'MORTGAGE', 10, ${value}, ${applies}, ${applies ? null : 'MORTGAGE'}, '2026-08-16', 'тест')`.execute(
    bank.db,
  )

describe('a decision', () => {
  it('above the limit of the quarter is refused with the figures, and signed where the limit does not apply', async () => {
    const id = await next()
    await mortgage('12.500')
    const refused = await signDecision(bank, { id, action: 'approve' })
    expect(issuesOf(refused)).toEqual([400, ['rate']])
    expect(refused.error.fields?.[0]?.message).toMatch(
      /^ПСК \d\d,\d{3}\u00a0% выше предельной 12,500\u00a0% \(Кредиты, обеспеченные ипотекой, IV квартал 2026 г\.\) на /,
    )
    await sql`UPDATE rate_limit SET replaced_at = now() WHERE replaced_at IS NULL`.execute(bank.db)
    await mortgage('12.500', false)
    expect((await signDecision(bank, { id, action: 'approve' })).status).toBe(200)
  })

  it('without figures of the quarter is signed before the day of the parameter and refused from it on', async () => {
    const [early, late] = [await next(), await next()]
    expect((await signDecision(bank, { id: early, action: 'approve' })).status).toBe(200)
    at = new Date('2027-01-01T09:00:00Z')
    await sql`UPDATE auto_check SET valid_until = '2028-01-01' WHERE case_id = ${Number(late)}`.execute(
      bank.db,
    )
    const refused = await signDecision(bank, { id: late, action: 'approve' })
    expect([issuesOf(refused), refused.error.fields?.[0]?.message]).toEqual([
      [400, ['rate']],
      expect.stringMatching(/^Предельная ПСК не внесена/),
    ])
  })

  it('and every offer keep within the caps of the programme and the partner', async () => {
    const id = await next()
    await sql`INSERT INTO rate_cap (product, programme, partner_id, rate, valid_from, ground)
      VALUES ('MORTGAGE', '2', 2, 17, '2026-01-01', 'Соглашение № 7'), ('MORTGAGE', '105', NULL, 1, '2026-01-01', 'Чужая'),
        ('MORTGAGE', NULL, 4, 1, '2026-01-01', 'Чужая')`.execute(bank.db)
    await sql`INSERT INTO rate_cap (product, rate, valid_from, valid_to, ground)
      VALUES ('MORTGAGE', 1, '2025-01-01', '2026-10-31', 'Прошла')`.execute(bank.db)
    const { version } = (await bank.call(getCase, { params: { id } }, { as: 'underwriter' })).body
    const offer = (rate: string) =>
      bank.call(
        signOffers,
        {
          params: { id },
          body: {
            version,
            offers: [
              { amount: '5000000', termMonths: 240, rate: '16.9', clientText: 'Так' },
              { amount: '5000000', termMonths: 240, rate, clientText: 'Или так' },
            ],
            comment: 'Другие условия',
          },
        },
        { as: 'underwriter' },
      )
    const refused = await offer('17.0001')
    expect(issuesOf(refused)).toEqual([400, ['offers.1.rate']])
    expect(refused.error.fields?.[0]?.message).toBe(
      'Ставка 17,0001\u00a0% выше потолка 17,000\u00a0% (Соглашение № 7): снизьте ставку',
    )
    expect((await offer('17')).status).toBe(200)
  })
})

it('deals stand by their margin, in a tab each, and the next quarter is tried on those that are not signed', async () => {
  const id = await next()
  expect((await signDecision(bank, { id, action: 'approve' })).status).toBe(200)
  const { decisions } = (await bank.call(getDecisions, { params: { id } }, { as: 'underwriter' })).body
  const cost = decisions[0]?.fullLoanCost ?? ''
  await mortgage((Number(cost) + 0.3).toFixed(3))
  await sql`INSERT INTO rate_limit (quarter, category, average, value, applies, published_on, source)
    VALUES ('2027-01-01', 'MORTGAGE', 10, ${(Number(cost) - 0.2).toFixed(3)}, true, '2026-11-16', 'тест')`.execute(
    bank.db,
  )
  const found = async (filter: object) => {
    const answer = await bank.call(
      cases.searchLimitCases,
      { query: { size: 100 }, body: filter },
      { as: 'underwriter' },
    )
    expect(answer.status, answer.raw.body).toBe(200)
    return answer.body.content.find((one) => one.id === Number(id))
  }
  expect(await found({})).toMatchObject({
    state: 'NEAR',
    margin: '0.300',
    category: 'Кредиты, обеспеченные ипотекой',
  })
  expect(await found({ zone: 'above' })).toBeUndefined()
  expect(await found({ zone: 'above', quarter: '2027-01-01' })).toMatchObject({
    state: 'ABOVE',
    margin: '-0.200',
  })
  expect(await found({ zone: 'above', shift: '-0.5' })).toMatchObject({ margin: '-0.200' })
  expect(await found({ zone: 'all', categories: ['CARD_1'] })).toBeUndefined()
  const { body: counts } = await bank.call(
    cases.countLimitCases,
    { body: { quarter: '2027-01-01' } },
    { as: 'underwriter' },
  )
  expect(counts.zones.above.cases).toBeGreaterThan(0)
  expect(counts.categories.find(({ name }) => name.endsWith('ипотекой'))).toMatchObject({
    above: { cases: counts.zones.above.cases },
  })
  const { raw } = await bank.call(
    cases.limitCasesExport.now,
    { body: { format: 'csv', filter: {}, columns: ['number', 'margin'] } as never },
    { as: 'admin' },
  )
  expect(raw.body).toContain('0,3')
})
