import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { fullApplicationMachine } from '@ipoteka-office/contract/cases/machines/full-application.ts'
import { createRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import {
  getObjectReview,
  saveReviewPart,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import * as subjects from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { homeOf } from '#testing/case-walks/homes.ts'
import { accreditAppraiser, examined, reviewWhole } from '#testing/case-walks/realty-check.ts'
import { giveAuthority } from '#testing/questionnaires.ts'
import { withAdmin } from '#testing/test-database.ts'
import { objectGuards } from './object-guards.service.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const today = bankDay(systemClock('Europe/Moscow'))
/** 6 000 000 are lent: of a home for 8 000 000 that is 75 %. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await accreditAppraiser(bank)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

type One = Awaited<ReturnType<typeof examined>>
const params = ({ id, objectId }: One) => ({ params: { id, objectId } })
const review = async (one: One) => (await bank.call(getObjectReview, params(one), { as: 'underwriter' })).body
const holdsOf = async (one: One) =>
  (await review(one)).holds.flatMap(({ text, isHard }) => (isHard && text.startsWith('К/З') ? [text] : []))
const shareSeen = async ({ id }: One, as: Login) =>
  (await bank.call(getCaseMeans, { params: { id } }, { as })).body.loanToValue

async function appraise(one: One, answers: Record<string, unknown>): Promise<void> {
  const { parts } = await review(one)
  const version = parts.find(({ part }) => part === 'APPRAISAL')?.version ?? -1
  const place = { params: { id: one.id, objectId: one.objectId, part: 'APPRAISAL' as const } }
  const saved = await bank.call(
    saveReviewPart,
    { ...place, body: { answers, version } },
    { as: 'underwriter' },
  )
  expect(saved.status, saved.raw.body).toBe(200)
}
async function accept(one: One) {
  const place = { params: { id: one.id } }
  const { body } = await bank.call(subjects.getSubjectDecisions, place, { as: 'underwriter' })
  const subject = { kind: 'OBJECT' as const, id: Number(one.objectId) }
  const seen = body.subjects.find(({ kind, id }) => kind === 'OBJECT' && id === subject.id)?.seen ?? ''
  const decisions = [{ subject, seen, code: 'POSITIVE_CONDITIONS', comment: 'По итогам экспертизы' }]
  return bank.call(subjects.recordSubjectDecision, { ...place, body: { decisions } }, { as: 'underwriter' })
}

const placeOf = ({ id }: One) =>
  ({ db: bank.db, caseId: Number(id) }) as Parameters<typeof objectGuards.objectStands>[0]

it('an object that is worth what was decided by is accepted, a cheaper one only as far as the norm goes', async () => {
  const same = await examined(bank, 91, today, { approved: true })
  await reviewWhole(bank, same, today)
  expect((await review(same)).figures.loanToValue).toBe('75.00')
  expect(await holdsOf(same)).toEqual([])
  expect((await accept(same)).status).toBe(200)
  const near = await examined(bank, 92, today, { object: { price: '7500000' }, approved: true })
  expect(await holdsOf(near)).toEqual([])
  const cheap = await examined(bank, 93, today, { object: { price: '7000000' }, approved: true })
  await reviewWhole(bank, cheap, today)
  const [held = ''] = await holdsOf(cheap)
  expect(held).toMatch(/^К\/З с этим объектом 85,71 % \(решали при 75 %\), без нового решения — до 80 %/)
  const refused = await accept(cheap)
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('К/З с этим объектом'),
  ])
})

it('whoever signed within a lower bound has signed no more than it', async () => {
  const one = await examined(bank, 94, today, { object: { price: '7600000' }, approved: true })
  expect(await holdsOf(one)).toEqual([])
  await withAdmin(bank.connectionString, (owner) =>
    owner.query('UPDATE decision_authority SET max_loan_to_value = 78 WHERE employee_id = 3'),
  )
  expect((await holdsOf(one)).join()).toContain('78,95 % (решали при 75 %), без нового решения — до 78 %')
  await withAdmin(bank.connectionString, (owner) =>
    owner.query('UPDATE decision_authority SET max_loan_to_value = 95 WHERE employee_id = 3'),
  )
})

it('what the bank has taken of a report counts for it everywhere, and the partner sees what they know', async () => {
  const one = await examined(bank, 95, today, { approved: true })
  await reviewWhole(bank, one, today)
  await appraise(one, { report: 'QUESTIONED', valueTaken: '6400000' })
  expect((await review(one)).figures.loanToValue).toBe('93.75')
  expect(await shareSeen(one, 'underwriter')).toBe('93.75')
  expect(await shareSeen(one, 'agent')).toBe('75.00')
  expect((await accept(one)).status).toBe(409)
  // More than the report says nobody takes.
  await appraise(one, { report: 'QUESTIONED', valueTaken: '99000000' })
  expect(await shareSeen(one, 'underwriter')).toBe('75.00')
  await appraise(one, { report: 'ACCEPTED' })
  expect(await shareSeen(one, 'underwriter')).toBe('75.00')
  expect((await accept(one)).status).toBe(200)
})

it('an object that was refused secures nothing beside another one', async () => {
  const one = await examined(bank, 96, today, { object: { price: '7000000' }, approved: true })
  // Another home stands beside it: together they would be worth enough.
  await sql`INSERT INTO realty_object (case_id, role, type_code, number_type, number, address, region_code, area, price, owners,
      encumbrances, appraisals, market_value, building, created_at, created_by)
    SELECT case_id, role, type_code, number_type, '16:50:0110101:999', address, region_code, area, price, owners, encumbrances,
      appraisals, market_value, building, created_at, created_by
    FROM realty_object WHERE id = ${Number(one.objectId)}`.execute(bank.db)
  const { rows } = await sql<{ id: number }>`SELECT id FROM realty_object
    WHERE case_id = ${Number(one.id)} AND number = '16:50:0110101:999'`.execute(bank.db)
  const second = rows[0]?.id ?? 0
  expect(await holdsOf(one)).toEqual([])
  const place = { params: { id: one.id } }
  const { body } = await bank.call(subjects.getSubjectDecisions, place, { as: 'underwriter' })
  const seen = body.subjects.find(({ kind, id }) => kind === 'OBJECT' && id === second)?.seen ?? ''
  const no = {
    ...{ subject: { kind: 'OBJECT' as const, id: second }, seen, code: 'NEGATIVE', reasons: ['R18'] },
    comment: 'Дом ветхий',
  }
  const said = await bank.call(
    subjects.recordSubjectDecision,
    { ...place, body: { decisions: [no] } },
    { as: 'underwriter' },
  )
  expect(said.status, said.raw.body).toBe(200)
  expect((await holdsOf(one)).join()).toContain('85,71 %')
})

it('what was accepted goes to the deal, and nothing that was changed or put beside it since', async () => {
  const one = await examined(bank, 97, today, { approved: true })
  await reviewWhole(bank, one, today)
  expect((await accept(one)).status).toBe(200)
  const place = { params: { id: one.id } }
  const { body: head } = await bank.call(getCase, place, { as: 'underwriter' })
  const words = { action: 'acceptRealty', version: head.version, comment: 'Принят' }
  expect((await bank.call(moveCase, { ...place, body: words }, { as: 'underwriter' })).status).toBe(200)
  // Papers and conditions hold the move too: what is said of the object is asked alone.
  const deal = fullApplicationMachine.transitions.find(({ action }) => action === 'toDeal')
  expect(deal?.guards).toContain('objectStands')
  const lack = () => objectGuards.objectStands(placeOf(one))
  expect(await lack()).toBeNull()
  const change = (values: object) =>
    bank.db.updateTable('realty_object').set(values).where('id', '=', Number(one.objectId)).execute()
  await change({ price: '9000000' })
  expect(await lack()).toMatch(/не тот, что принял банк: нажмите «Пересмотр условий»/)
  await change({ price: '8000000' })
  expect(await lack()).toBeNull()
  await change({ removed_at: new Date() })
  expect(await lack()).toMatch(/^Принятого объекта в заявке нет/)
  await change({ removed_at: null })
  const body = homeOf(today, { number: '16:50:0110101:998' })
  const made = await bank.call(createRealtyObject, { ...place, body }, { as: 'admin' })
  expect(made.status, made.raw.body).toBe(200)
  expect(await lack()).toMatch(/не тот, что принял банк/)
})

it('where nobody has said a word on an object the deal is not held by it', async () => {
  const one = await examined(bank, 98, today)
  expect(await objectGuards.objectStands(placeOf(one))).toBeNull()
})
