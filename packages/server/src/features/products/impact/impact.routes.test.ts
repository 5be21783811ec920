import { findCaseOffers, takeCaseOffer } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import * as api from '@ipoteka-office/contract/products/version-impact.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { cataloguing, productContent } from '#testing/products.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { CatalogueReader } from '../pricing/catalogue-reader.ts'
import { impactWorkName } from './impact.service.ts'
import { impactWork } from './impact-work.service.ts'

const agent = { as: 'agent' } as const
const writer = { as: 'product' } as const
const free = { ...productContent().audience, goals: [], objectTypes: [], pledges: [] }
const terms = () => {
  const content = productContent({ audience: free })
  return { ...content, limits: content.limits.map((one) => ({ ...one, maxLoanToValue: null })) }
}
const none = { optionIds: [], choices: {} }

let bank: TestApp
let work: ReturnType<typeof cataloguing>
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
})
afterAll(() => bank.close())

const amount = Number(wholeSections.CREDIT?.['amount'])

/** An application of the agent that has been given the product. */
async function priced(product: number): Promise<number> {
  const { id, borrower } = await openApplication(bank)
  const credit = { ...wholeSections.CREDIT, lifeInsurance: true, electronicRegistration: true }
  await saveSection(bank, id, 'CREDIT', credit, agent)
  await saveSection(
    bank,
    id,
    'PERSONAL',
    { ...wholeSections.PERSONAL },
    { ...agent, participantId: borrower },
  )
  const { body: found } = await bank.call(findCaseOffers, { params: { id }, body: none }, agent)
  const rate = found.offers.find((one) => one.product.id === product)?.highest.rate ?? ''
  const taken = await bank.call(
    takeCaseOffer,
    { params: { id }, body: { ...none, productId: product, rate } },
    agent,
  )
  expect(taken.status, taken.raw.body).toBe(200)
  return Number(id)
}

const keyOf = (id: number, number: number) => ({ params: { id: String(id), number: String(number) } })

/** What the queue does with the tasks that wait. */
async function runTasks(): Promise<void> {
  const { db, files, references, parameters } = bank
  const clock = systemClock('Europe/Moscow')
  const engine = caseEngine({ clock, references, parameters })
  const parts = { clock, parameters, references, engine, catalogues: new CatalogueReader() }
  const onError = (error: unknown) => {
    throw error
  }
  const runner = createTaskRunner({
    db,
    files,
    findActor,
    works: { [impactWorkName]: impactWork(parts) },
    onError,
  })
  const { rows } = await sql<{ id: number }>`SELECT id FROM background_task WHERE state = 'IDLE'`.execute(db)
  const signal = AbortSignal.timeout(60_000)
  for (const { id } of rows)
    await runner({ taskId: id }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
}

const figureOf = ({ run }: api.VersionImpact, direction: api.ImpactDirection) =>
  run?.figures.find((one) => one.direction === direction)

/** Ends what earlier tests left in work. */
const close = (ids: readonly number[]) =>
  sql`UPDATE case_file SET closed = true WHERE id = ANY(${ids}::int[])`.execute(bank.db)

describe('what a version would change', () => {
  it('prices ten reference clients by the version in force and by the draft', async () => {
    const id = await work.released('CLIENTS', terms())
    const dearer = terms()
    const { matrix } = dearer.rate
    const cells = matrix.cells.map((cell) => (Number(cell) + 0.25).toFixed(3))
    const number = await work.next(id, { ...dearer, rate: { ...dearer.rate, matrix: { ...matrix, cells } } })
    const { status, body } = await bank.call(api.getVersionImpact, keyOf(id, number), writer)
    expect(status).toBe(200)
    expect(body).toMatchObject({ number: 2, presentNumber: 1, run: null, allowed: { enabled: true } })
    expect(body.clients).toHaveLength(10)
    const sold = body.clients.filter(({ before }) => before.rate !== null)
    expect(sold.length).toBeGreaterThan(7)
    for (const { before, after, points, direction } of sold) {
      expect(Number(after.rate)).toBeCloseTo(Number(before.rate) + 0.25, 3)
      expect({ points, direction }).toEqual({ points: '0.250', direction: 'DEARER' })
      expect(Number(after.payment)).toBeGreaterThan(Number(before.payment))
    }
    // One who does not fit is told why.
    for (const { before } of body.clients.filter((one) => one.before.rate === null))
      expect(before.reason).toMatch(/\S/)
  })

  it('counts every open case of the product in the background, with the cases behind each figure', async () => {
    const id = await work.released('COUNTED', terms())
    const [one, other, closed] = [await priced(id), await priced(id), await priced(id)]
    await close([closed])
    const cheaper = terms()
    const { matrix } = cheaper.rate
    const cells = matrix.cells.map((cell) => (Number(cell) - 0.3).toFixed(3))
    const content = { ...cheaper, rate: { ...cheaper.rate, floor: '15', matrix: { ...matrix, cells } } }
    const number = await work.next(id, content)
    const { status, body: started, raw } = await bank.call(api.startVersionImpact, keyOf(id, number), writer)
    expect(status, raw.body).toBe(200)
    expect(started.run).toMatchObject({ state: 'RUNNING', total: 2, looked: 0 })
    const again = await bank.call(api.startVersionImpact, keyOf(id, number), { as: 'product-head' })
    expect(again.status).toBe(409)
    await runTasks()
    const { body } = await bank.call(api.getVersionImpact, keyOf(id, number), writer)
    expect(body.run).toMatchObject({ state: 'DONE', total: 2, looked: 2, isStale: false })
    expect(figureOf(body, 'CHEAPER')).toMatchObject({
      count: 2,
      amount: (amount * 2).toFixed(2),
      points: '-0.300',
      interest: (-amount * 2 * 0.003).toFixed(2),
    })
    expect(figureOf(body, 'DEARER')?.count).toBe(0)
    const { body: cases } = await bank.call(
      api.listImpactCases,
      { ...keyOf(id, number), query: { direction: 'CHEAPER' } },
      writer,
    )
    expect(cases.content.map(({ caseId }) => caseId)).toEqual([other, one])
    expect(cases.content[0]).toMatchObject({ points: '-0.300', direction: 'CHEAPER', reason: null })
    const { body: dearer } = await bank.call(
      api.listImpactCases,
      { ...keyOf(id, number), query: { direction: 'DEARER' } },
      writer,
    )
    expect(dearer.totalElements).toBe(0)
    // The draft is saved again: the figures are of what it said before.
    await work.save(id, { ...content, oldTermsDays: 30 })
    const { body: later } = await bank.call(api.getVersionImpact, keyOf(id, number), writer)
    expect(later.run?.isStale).toBe(true)
    // Nothing of the cases has changed.
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM case_price
      WHERE case_id = ANY(${[one, other]}::int[])`.execute(bank.db)
    expect(rows[0]?.count).toBe(2)
    await close([one, other])
  })

  it('tells of cases that would no longer fit, and leaves a rate of the client’s own as it is', async () => {
    const id = await work.released('NARROWED', terms())
    const [narrow, own] = [await priced(id), await priced(id)]
    const own1 = { rate: '17.500', requestId: 1 }
    await sql`WITH was AS (UPDATE case_price SET replaced_at = now() WHERE case_id = ${own} AND replaced_at IS NULL RETURNING *)
      INSERT INTO case_price (case_id, product_id, version_id, question, answer, rate, at)
      SELECT case_id, product_id, version_id, question || ${JSON.stringify({ individual: own1 })}::jsonb, answer, 17.5, now()
      FROM was`.execute(bank.db)
    const wide = await work.next(id, {
      ...terms(),
      rate: { ...terms().rate, floor: '5', matrix: { axes: [], cells: ['19.000'] } },
    })
    await bank.call(api.startVersionImpact, keyOf(id, wide), writer)
    await runTasks()
    const { body } = await bank.call(api.getVersionImpact, keyOf(id, wide), writer)
    expect([figureOf(body, 'CHEAPER')?.count, figureOf(body, 'SAME')?.count]).toEqual([1, 1])
    const limits = terms().limits.map((one) => ({ ...one, maxAmount: String(amount - 1) }))
    await work.save(id, { ...terms(), limits })
    await bank.call(api.startVersionImpact, keyOf(id, wide), writer)
    await runTasks()
    const { body: misfits } = await bank.call(
      api.listImpactCases,
      { ...keyOf(id, wide), query: { direction: 'MISFIT' } },
      writer,
    )
    expect(misfits.content.map(({ caseId }) => caseId)).toEqual([narrow, own])
    expect(misfits.content[0]?.reason).toContain('Сумма больше')
    await close([narrow, own])
  })

  it('prices a case that has only its product by what its questionnaire says', async () => {
    const id = await work.released('UNPRICED', terms())
    const one = await priced(id)
    await sql`WITH was AS (UPDATE case_price SET replaced_at = now() WHERE case_id = ${one} AND replaced_at IS NULL RETURNING *)
      INSERT INTO case_price (case_id, product_id, at) SELECT case_id, product_id, now() FROM was`.execute(
      bank.db,
    )
    const rate = { ...terms().rate, matrix: { axes: [], cells: ['25.000'] } }
    const number = await work.next(id, { ...terms(), rate })
    await bank.call(api.startVersionImpact, keyOf(id, number), writer)
    await runTasks()
    const { body } = await bank.call(
      api.listImpactCases,
      { ...keyOf(id, number), query: { direction: 'DEARER' } },
      writer,
    )
    expect(body.content).toMatchObject([{ caseId: one, after: '25.000' }])
    expect(Number(body.content[0]?.before)).toBeLessThan(25)
    await close([one])
  })

  it('is for those of the bank who write or release versions; a version in force changes nothing', async () => {
    const id = await work.released('WATCHED', terms())
    const ask = async (as: Login, number = 1) =>
      (await bank.call(api.getVersionImpact, keyOf(id, number), { as })).status
    expect(await ask('product-head')).toBe(200)
    const refused = await bank.call(api.startVersionImpact, keyOf(id, 1), writer)
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Выпуск уже действует: сравнивать его не с чем',
    ])
    expect(await ask('product', 9)).toBe(404)
    // Reads products, writes none.
    expect(await ask('underwriter')).toBe(403)
    await giveEveryRight(bank)
    for (const call of [api.getVersionImpact, api.startVersionImpact, api.listImpactCases])
      expect((await bank.call(call as typeof api.getVersionImpact, keyOf(id, 1), agent)).status).toBe(404)
  })
})
