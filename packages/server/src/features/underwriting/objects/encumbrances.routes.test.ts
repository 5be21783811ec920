import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { getConditions } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import * as subjects from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { giveAuthority } from '#testing/questionnaires.ts'
import { accreditAppraiser, examined, reviewWhole } from '#testing/case-walks/realty-check.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const today = bankDay(systemClock('Europe/Moscow'))
const until = Temporal.PlainDate.from(today).add({ days: 20 }).toString()
const mortgage = {
  kind: 'MORTGAGE',
  record: '16-1',
  registeredOn: null,
  beneficiary: 'Волга Банк',
  comment: '',
}
const planned = {
  key: 'a',
  kind: 'MORTGAGE',
  record: '16-1',
  plan: 'LIFTED_WITH',
  action: 'Погасить из суммы кредита',
}

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await accreditAppraiser(bank)
  await giveAuthority(bank, 3)
})
afterAll(() => bank.close())

type One = Awaited<ReturnType<typeof examined>>
async function decide(one: One, code: string) {
  const params = { id: one.id }
  const { body } = await bank.call(subjects.getSubjectDecisions, { params }, { as: 'underwriter' })
  const found = body.subjects.find(({ kind }) => kind === 'OBJECT')
  const subject = { kind: 'OBJECT' as const, id: Number(one.objectId) }
  const decisions = [{ subject, seen: found?.seen ?? '', code, comment: 'По итогам экспертизы' }]
  return bank.call(subjects.recordSubjectDecision, { params, body: { decisions } }, { as: 'underwriter' })
}
async function move(one: One, action: string) {
  const { body } = await bank.call(getCase, { params: { id: one.id } }, { as: 'underwriter' })
  const words = { action, version: body.version, comment: 'По итогам экспертизы' }
  return bank.call(moveCase, { params: { id: one.id }, body: words }, { as: 'underwriter' })
}
const conditionsOf = async ({ id }: One, as: 'underwriter' | 'agent' = 'underwriter') =>
  (await bank.call(getConditions, { params: { id } }, { as })).body.conditions

it('an encumbrance without a plan holds the object, and with one it is a condition of whoever it names', async () => {
  const object = { encumbrances: [{ ...mortgage, plan: 'LIFTED_WITH' }] }
  const one = await examined(bank, 81, today, { object, approved: true })
  // The agent has told of it and nobody has written what becomes of it.
  await reviewWhole(bank, one, today)
  const silent = await decide(one, 'POSITIVE_CONDITIONS')
  expect([silent.status, silent.error.message]).toEqual([409, expect.stringContaining('плана снятия нет')])
  await reviewWhole(bank, one, today, { encumbrances: [planned] })
  const nobodys = await decide(one, 'POSITIVE_CONDITIONS')
  expect([nobodys.status, nobodys.error.message]).toEqual([409, expect.stringContaining('чьё это условие')])
  expect((await move(one, 'acceptRealty')).status).toBe(409)

  await reviewWhole(bank, one, today, { encumbrances: [{ ...planned, owner: 'CLIENT', until }] })
  expect((await decide(one, 'POSITIVE')).error.message).toContain('станет условием сделки')
  const yes = await decide(one, 'POSITIVE_CONDITIONS')
  expect(yes.status, yes.raw.body).toBe(200)
  expect((await conditionsOf(one)).some(({ template }) => template === 'ENCUMBRANCE')).toBe(false)
  const accepted = await move(one, 'acceptRealty')
  expect(accepted.status, accepted.raw.body).toBe(200)

  const [condition] = (await conditionsOf(one, 'agent')).filter(({ template }) => template === 'ENCUMBRANCE')
  expect(condition).toMatchObject({
    text: expect.stringContaining('снять обременение: ипотека (запись 16-1). Погасить из суммы кредита'),
    ...{ owner: 'CLIENT', point: 'AT_DEAL', dueOn: until, state: 'OPEN' },
  })
  const { rows } = await sql<{ title: string }>`
    SELECT title FROM case_task WHERE case_id = ${Number(one.id)} AND kind = 'CONDITION'`.execute(bank.db)
  expect(rows.map(({ title }) => title)).toContainEqual(expect.stringContaining('снять обременение'))
})

it('the plan is kept once, and falls away with what it was of', async () => {
  const one = await examined(bank, 82, today, { approved: true })
  await reviewWhole(bank, one, today, { encumbrances: [{ ...planned, owner: 'CLIENT', until }] })
  const back = async () => {
    await sql`UPDATE case_file SET stage = 'REALTY_CHECK' WHERE id = ${Number(one.id)}`.execute(bank.db)
    await sql`UPDATE case_stage SET stage = 'REALTY_CHECK' WHERE case_id = ${Number(one.id)} AND left_at IS NULL`.execute(
      bank.db,
    )
  }
  const accept = async () => {
    expect((await decide(one, 'POSITIVE_CONDITIONS')).status).toBe(200)
    const accepted = await move(one, 'acceptRealty')
    expect(accepted.status, accepted.raw.body).toBe(200)
    return (await conditionsOf(one)).filter(({ template }) => template === 'ENCUMBRANCE')
  }
  const [first] = await accept()
  await back()
  expect(await accept()).toMatchObject([{ id: first?.id }])
  await back()
  await reviewWhole(bank, one, today, { encumbrances: [{ ...planned, doneOn: today }] })
  expect((await accept()).filter(({ state }) => state === 'OPEN')).toEqual([])
})

it('what can never be pledged is refused before any extract', async () => {
  const object = { encumbrances: [{ ...mortgage, kind: 'ARREST', plan: 'REMAINS' }] }
  const one = await examined(bank, 83, today, { object })
  await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(one.id)}`.execute(bank.db)
  await sql`UPDATE case_stage SET stage = 'UNDERWRITING' WHERE case_id = ${Number(one.id)} AND left_at IS NULL`.execute(
    bank.db,
  )
  const refused = await decide(one, 'POSITIVE')
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('Арест: остаётся, с ним объект не принимают'),
  ])
})
