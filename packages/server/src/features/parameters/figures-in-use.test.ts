import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { getProcuracy } from '@ipoteka-office/contract/employees/employee-parts.ts'
import * as partners from '@ipoteka-office/contract/partners/partner-roles.ts'
import { createDocument, getDocument } from '@ipoteka-office/contract/documents/documents.ts'
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
async function fromTomorrow(code: ParameterCode, value: number | string): Promise<void> {
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

it('what ends is told of as long before as the parameters say: a procuracy, an accreditation, a document', async () => {
  await sql`INSERT INTO procuracy (id, employee_id, number, date_from, date_to, scope)
    OVERRIDING SYSTEM VALUE VALUES (900, 4, '77-1', '2026-01-01', '2027-01-10', 'Всё')`.execute(bank.db)
  const procuracy = async () =>
    (await bank.call(getProcuracy, { params: { employeeId: '4', id: '900' } })).body.state
  const { rows } = await sql<{ id: number; partnerId: number; roleId: number }>`
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from, date_to)
    SELECT r.partner_id, r.id, 'PRIMARY', '2026-01-01', '2027-01-10'
    FROM partner_role r WHERE r.partner_id = 4 AND r.role_code = 'ManagingAgent'
    RETURNING id, partner_id AS "partnerId", partner_role_id AS "roleId"`.execute(bank.db)
  const accredited = async () => {
    const { body } = await bank.call(partners.listRolesOfPartner, { params: { partnerId: '4' } })
    return body.flatMap(({ accreditations }) => accreditations).find(({ id }) => id === rows[0]?.id)?.state
  }
  const made = await bank.call(createDocument, {
    body: { ownerType: 'PARTNER', ownerId: 4, title: 'Устав', validTo: '2027-01-10' },
  })
  const document = async () =>
    (await bank.call(getDocument, { params: { id: String(made.body.id) } })).body.validity
  const states = async () => [await procuracy(), await accredited(), await document()]
  await fromTomorrow('employee-papers-warning', 60)
  await fromTomorrow('accreditation-warning', 60)
  await fromTomorrow('document-warning', 60)
  expect(await states()).toEqual(['VALID', 'ACTIVE', 'VALID'])
  now = tomorrow
  expect(await states()).toEqual(['EXPIRING', 'EXPIRING', 'EXPIRES'])
})

it('a change waits for a second person as long as the parameter of its day says', async () => {
  const daysOf = async (code: ParameterCode) => {
    const params = { code }
    const { version } = (await bank.call(api.getParameter, { params })).body
    const body = { validFrom: '2027-01-01', value: 9, source: 'Приказ № 19', reason: 'Проверка', version }
    const asked = await bank.call(api.requestParameterValue, { params, body })
    return Math.round((Date.parse(asked.body.expiresAt) - Date.now()) / 86_400_000)
  }
  await fromTomorrow('change-request-validity', 3)
  expect(await daysOf('rework')).toBe(14)
  now = tomorrow
  expect(await daysOf('appraisal-validity')).toBe(3)
})

it('the calculator limits and warns by the bounds of the day, unless the person names their own', async () => {
  const question = {
    ...{ rate: '12', months: 120, income: '100000', price: '10000000' },
    obligations: [{ kind: 'PAYMENT' as const, payment: '45000' }],
    amount: '0',
  }
  const asked = async (more: object = {}) => {
    const { body } = await bank.call(evaluateCreditor, { body: { ...question, ...more } })
    const { mustNotify, notifyAbove } = body.debtLoad
    const worth = body.limits.find(({ code }) => code === 'LOAN_TO_VALUE')?.amount
    return { mustNotify, notifyAbove, worth }
  }
  await fromTomorrow('debt-load-notice', '40')
  await fromTomorrow('calculator-loan-to-value', '70')
  expect(await asked()).toEqual({ mustNotify: false, notifyAbove: '50', worth: '8000000' })
  now = tomorrow
  expect(await asked()).toEqual({ mustNotify: true, notifyAbove: '40', worth: '7000000' })
  expect(await asked({ loanToValueLimit: '60' })).toMatchObject({ worth: '6000000' })
})
