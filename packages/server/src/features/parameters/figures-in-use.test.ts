import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { intakeApplications } from '@ipoteka-office/contract/queue/queue.ts'
import { countRealtyObjects } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const today = new Date('2026-11-20T09:00:00Z')
const tomorrow = new Date('2026-11-21T09:00:00Z')
let now = today
const clock = { timeZone: 'Europe/Moscow', now: () => now }

let bank: TestApp
let caseId: number
const phone = '79161234567'
beforeAll(async () => {
  bank = await testApp({ clock })
  const made = await bank.db.transaction().execute((tx) =>
    createCase(caseEngine({ clock, parameters: bank.parameters }), tx, bySystem, {
      type: 'FULL_APPLICATION',
      partnerId: seedPartners.volga.id,
      regionCode: '16',
      clientName: 'Никифоров Илья Петрович',
      amount: '4800000',
    }),
  )
  caseId = made.id
})
afterAll(() => bank.close())
beforeEach(() => {
  now = today
})

/** Puts a value in force from tomorrow, by two people. */
async function fromTomorrow(code: ParameterCode, value: number): Promise<void> {
  const params = { code }
  const { version } = (await bank.call(api.getParameter, { params })).body
  const asked = await bank.call(api.requestParameterValue, {
    params,
    body: { validFrom: '2026-11-21', value, source: 'Приказ № 18', reason: 'Проверка', version },
  })
  expect(asked.status).toBe(200)
  const decided = await bank.call(
    api.parameterRequests.approve,
    { params: { id: String(asked.body.id) }, body: { version: 1, comment: '' } },
    { as: 'workload' },
  )
  expect(decided.body.status).toBe('APPROVED')
}

it('the same phone tells of the same client for as long as the parameter says', async () => {
  await sql`UPDATE case_file SET client_phone = ${phone}, created_at = now() - interval '100 days'
    WHERE id = ${caseId}`.execute(bank.db)
  await fromTomorrow('duplicate-phone', 120)
  const found = async () =>
    (await bank.call(findDuplicates, { body: { phone } }, { as: 'agent' })).body.map(({ id }) => id)
  expect(await found()).toEqual([])
  now = tomorrow
  expect(await found()).toEqual([caseId])
})

it('a report of an appraiser ends when the parameters say, and is told of as long before', async () => {
  await sql`INSERT INTO realty_object (case_id, role, type_code, number_type, appraised_on)
    VALUES (${caseId}, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL', '2026-06-15')`.execute(bank.db)
  const ending = async () =>
    (await bank.call(countRealtyObjects, { body: {} }, { as: 'agent' })).body.appraisal
  await fromTomorrow('appraisal-warning', 10)
  expect(await ending()).toBe(1)
  now = tomorrow
  expect(await ending()).toBe(0)
})

it('the term of a decision in the queue is that of the day of arrival', async () => {
  await fromTomorrow('queue-decision-level-2', 5)
  const hoursOf = async (number: string) => {
    const item = {
      number,
      clientName: 'Ёлкин Пётр',
      programme: 'Новостройка',
      level: 'LEVEL_2',
      status: 'UNDERWRITING',
      partnerId: 2,
      region: '77',
    }
    const { body } = await bank.call(intakeApplications, { body: [item] }, { as: 'workload' })
    expect(body.results[0]?.errors).toEqual([])
    const { rows } = await sql<{ hours: number }>`
      SELECT extract(epoch FROM due_at - received_at)::int / 3600 AS hours FROM application
      WHERE number = ${number}`.execute(bank.db)
    return rows[0]?.hours
  }
  expect(await hoursOf('СРОК-1')).toBe(8)
  now = tomorrow
  expect(await hoursOf('СРОК-2')).toBe(5)
})
