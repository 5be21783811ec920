import { intakeApplications } from '@ipoteka-office/contract/queue/queue.ts'
import { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { errorTypeTexts } from '@ipoteka-office/contract/common/error-types.ts'
import { endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route, type Route } from '#http/route.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const ask = endpoint({
  method: 'POST',
  path: '/test/type',
  summary: 'Проверка',
  access: signedIn,
  body: z.object({ how: z.string() }),
  response: z.object({}),
})
const person = sql`INSERT INTO person (partner_id, last_name, first_name, passport) VALUES (2, 'А', 'Б', '9209000001')`

/** What the database refuses inside a call, and the type it is told by. */
const refusals: Readonly<Record<string, (db: Parameters<Route['handle']>[1]['db']) => Promise<unknown>>> = {
  ER_CONVERT_VALUE: (db) => sql`SELECT ${'сто'}::int`.execute(db),
  ER_DATE_PARSING: (db) => sql`SELECT ${'2026-02-31'}::date`.execute(db),
  ER_ENTITY_VALIDATOR: (db) => sql`INSERT INTO person (partner_id) VALUES (2)`.execute(db),
  ERROR_UPDATE_PERSONAL_DATA_EVENT: async (db) => {
    await person.execute(db)
    await person.execute(db)
  },
  ER_OBJECT_LOCKED: (db) => sql`SELECT id FROM partner WHERE id = 4 FOR UPDATE NOWAIT`.execute(db),
}

let bank: TestApp
let whole: TestApp
beforeAll(async () => {
  bank = await testApp({
    routes: [
      route(ask, async ({ body }, { db }) => {
        await refusals[body.how]?.(db)
        return {}
      }),
    ],
  })
  whole = await testApp()
})
afterAll(async () => {
  await bank.close()
  await whole.close()
})

it.each(Object.keys(refusals))(
  'what the database refuses is told as %s, in the words of the registry',
  async (how) => {
    const holder = await bank.pool.connect()
    try {
      await holder.query('BEGIN; SELECT id FROM partner WHERE id = 4 FOR UPDATE')
      const { status, error } = await bank.call(ask, { body: { how } })
      expect([status, error.type, error.message]).toEqual([
        how === 'ER_OBJECT_LOCKED' || how.startsWith('ERROR_') ? 409 : 400,
        how,
        errorTypeTexts[how as keyof typeof errorTypeTexts],
      ])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  },
)

const terms = { amount: '1000000', rate: '12', months: 12, issueDate: '2026-01-15' }

it('a date that is none is told so, and beside another mistake as any mistake', async () => {
  const wrong = async (more: object) =>
    (
      await whole.call(createLead, {
        body: {
          lastName: 'Иванов',
          firstName: 'Иван',
          phone: '79120000001',
          birthDate: '31.02.2026',
          ...more,
        },
      })
    ).error.type
  expect(await wrong({})).toBe('ER_DATE_PARSING')
  expect(await wrong({ lastName: '' })).toBe('ER_DTO_VALIDATOR')
})

it.each([
  ['ER_GRACE_PERIOD_PARSING', { interestOnlyMonths: 12 }],
  ['ER_PREFERENTIAL_PERIOD_CALCULATION', { subsidy: { rate: '5', months: 13 } }],
])('a period that does not fit its loan is told as %s', async (type, more) => {
  const { status, error } = await whole.call(calculateLoan, { body: { ...terms, ...more } })
  expect([status, error.type, error.fields?.length]).toEqual([400, type, 1])
})

it('an intake that cannot be taken as a whole is told so', async () => {
  const { status, error } = await whole.call(intakeApplications, { body: [] })
  expect([status, error.type, error.message]).toEqual([
    400,
    'ER_IMPORT_MORTGAGE',
    errorTypeTexts.ER_IMPORT_MORTGAGE,
  ])
})

it.each([
  ['no JSON', 400, '{', 'application/json'],
  ['another kind of content', 415, 'a=1', 'text/plain'],
])('a body that is %s is told as data that cannot be read', async (_, status, payload, type) => {
  const answer = await whole.app.inject({
    method: 'POST',
    url: '/api/lead',
    headers: { authorization: `Bearer ${await whole.tokenOf('agent')}`, 'content-type': type },
    payload,
  })
  expect([answer.statusCode, answer.json().type]).toEqual([status, 'ER_INVALID_DTO_DATA'])
})

it('an application whose questionnaire has gaps is refused as a statement with mistakes', async () => {
  const { id } = await openApplication(whole)
  const { body } = await whole.call(getCase, { params: { id } }, { as: 'agent' })
  const send = body.actions.find(({ reasonDisabled }) => reasonDisabled?.startsWith('Не заполнено') === true)
  const move = { params: { id }, body: { action: send?.code ?? '', version: body.version } }
  const { status, error } = await whole.call(moveCase, move, { as: 'agent' })
  expect([status, error.type, error.message]).toEqual([
    409,
    'ER_DECLARATION_VALIDATION',
    expect.stringContaining('Не заполнено'),
  ])
})
