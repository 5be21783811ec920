import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { findCaseOffers, takeCaseOffer } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { RateChange } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDecisions } from '#features/cases/talk/chains.service.ts'
import { withAdmin } from '#testing/test-database.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { giveAuthority, signDecision, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let product: number
const change: Omit<RateChange, 'key' | 'name' | 'category' | 'effect' | 'points'> = {
  ...{ condition: null, dueDays: null, otherwise: 'NOTHING', excludes: [], bestOf: null },
}
beforeAll(async () => {
  bank = await testApp()
  await giveAuthority(bank, 3)
  product = await cataloguing(bank).released(
    'STRUCTURED',
    productContent({
      audience: { ...productContent().audience, goals: [], objectTypes: [], pledges: [] },
      limits: productContent().limits.map((one) => ({ ...one, maxLoanToValue: null })),
      changes: [
        {
          ...change,
          key: 'a',
          name: 'Тайная надбавка',
          category: 'LIFE_INSURANCE',
          effect: 'SURCHARGE',
          points: '0.700',
        },
        {
          ...change,
          key: 'b',
          name: 'Зарплатный клиент',
          category: 'SALARY_CLIENT',
          effect: 'REBATE',
          points: '0.250',
        },
        {
          ...change,
          key: 'c',
          name: 'Не выбрана',
          category: 'electronic_registration',
          effect: 'REBATE',
          points: '0.100',
        },
      ],
    }),
    { typeCode: '2' },
  )
})
afterAll(() => bank.close())

let serial = 300
const params = (id: string) => ({ params: { id } })
const choices = { LIFE_INSURANCE: true, SALARY_CLIENT: true, electronic_registration: false }
/** An application that has taken a price of the product, before the underwriter. */
async function priced(): Promise<{ id: string; rate: string }> {
  const { id } = await underwritten(bank, (serial += 1))
  const place = (stage: string) => sql`UPDATE case_file SET stage = ${stage} WHERE id = ${Number(id)}`
  await place('REWORK').execute(bank.db)
  const body = { optionIds: [], choices }
  const found = await bank.call(findCaseOffers, { ...params(id), body }, { as: 'agent' })
  const rate = found.body.offers.find((one) => one.product.id === product)?.highest.rate ?? ''
  const taken = await bank.call(
    takeCaseOffer,
    { ...params(id), body: { ...body, productId: product, rate } },
    { as: 'agent' },
  )
  expect(taken.status, taken.raw.body).toBe(200)
  await place('UNDERWRITING').execute(bank.db)
  return { id, rate }
}
const structureOf = async (id: string) =>
  (await bank.call(getDecisions, params(id), { as: 'underwriter' })).body.decisions[0]?.rateStructure
const thousandths = (text: string) => BigInt(text.replace('.', ''))

it('a decision keeps of what its rate was made: base, surcharges, rebates, that add up to the rate', async () => {
  const { id, rate } = await priced()
  const signed = await signDecision(bank, { id, action: 'approve' })
  expect(signed.status, signed.raw.body).toBe(200)
  const kept = await structureOf(id)
  expect(kept).toEqual({
    ...{ product: 'Квартира на вторичном рынке', release: 1, total: rate },
    base: { points: expect.stringMatching(/^\d+\.\d{3}$/), source: expect.stringContaining('выпуск 1') },
    steps: [
      { kind: 'SURCHARGE', name: 'Тайная надбавка', points: '0.700', source: 'выпуск 1' },
      { kind: 'REBATE', name: 'Зарплатный клиент', points: '-0.250', source: 'выпуск 1' },
    ],
  })
  const parts = [kept?.base.points ?? '', ...(kept?.steps ?? []).map(({ points }) => points)]
  expect(parts.map(thousandths).reduce((sum, one) => sum + one)).toBe(thousandths(rate))

  // The price that the case has later says nothing of what was signed.
  await sql`UPDATE case_price SET replaced_at = now() WHERE case_id = ${Number(id)} AND replaced_at IS NULL`.execute(
    bank.db,
  )
  expect(await structureOf(id)).toEqual(kept)
  const told = await bank.call(getCase, params(id), { as: 'agent' })
  expect([told.body.decision?.outcome, told.raw.body.includes('Тайная надбавка')]).toEqual(['APPROVE', false])
  expect([403, 404]).toContain((await bank.call(getDecisions, params(id), { as: 'agent' })).status)
})

it('a rate that was decided otherwise has the difference as its last step', async () => {
  const { id, rate } = await priced()
  const lower = (Number(rate) - 0.5).toFixed(3)
  const signed = await signDecision(bank, { id, action: 'toControl' }, { rate: lower })
  expect(signed.status, signed.raw.body).toBe(200)
  const kept = await structureOf(id)
  expect([kept?.total, kept?.steps.at(-1)]).toEqual([
    lower,
    { kind: 'DECISION', name: 'Решение банка', points: '-0.500', source: '' },
  ])
})

it('it is inside the chain: a changed surcharge is found, records of before stay whole', async () => {
  const { id } = await priced()
  // As records were written before rates were kept.
  await sql`INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action, rate)
    VALUES (${Number(id)}, now(), 3, 'UNDERWRITER', 'ESCALATE', 'UNDERWRITING', 'toControl', 17)`.execute(
    bank.db,
  )
  expect(await structureOf(id)).toBeNull()
  const signed = await signDecision(bank, { id, action: 'toControl' })
  expect(signed.status, signed.raw.body).toBe(200)
  expect((await verifyDecisions(bank.db)).broken).toBeNull()
  const [last] = signed.body.decisions
  await withAdmin(bank.connectionString, (owner) =>
    owner.query(`UPDATE case_decision SET snapshot = jsonb_set(snapshot, '{rateStructure,steps,0,points}', '"0.100"')
      WHERE id = ${Number(last?.id)}`),
  )
  expect((await verifyDecisions(bank.db)).broken).toMatchObject({ id: last?.id, reason: 'changed' })
})
