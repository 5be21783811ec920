import { previewRuleImpact } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { completenessContent, newRule } from '#testing/document-rules.ts'
import { fillForDocuments } from '#testing/documents.ts'
import { statementsOf } from '#testing/test-database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { sourceOf } from './completeness/completeness.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

type Wish = RequestOf<typeof previewRuleImpact>['body']
const impact = (body: Wish, as: 'admin' | 'agent' = 'admin') => bank.call(previewRuleImpact, { body }, { as })

it('counts the open applications that a draft would change, and nothing without drafts', async () => {
  expect((await impact({})).body).toMatchObject({ changed: 0, examples: [] })
  const rule = await newRule(bank, completenessContent({ documents: ['OTHER'] }))
  const { status, body } = await impact({ drafts: [rule.id] })
  expect(status).toBe(200)
  expect(body.looked).toBeGreaterThan(0)
  expect(body.changed).toBe(body.looked)
  expect(body.examples.length).toBeGreaterThan(0)
  const candidate = {
    ruleId: rule.id,
    content: completenessContent({ documents: ['OTHER'], programmes: ['999'] }),
  }
  expect((await impact({ candidate })).status).toBe(400)
})

it('is for who reads rules and documents', async () => {
  expect((await impact({}, 'agent')).status).toBe(403)
  expect((await impact({ drafts: [0] })).status).toBe(400)
})

it('asks the database as much of many open applications as of one', async () => {
  const actor = await findActor(bank.db, 1)
  if (actor === null) throw new Error('the first employee is the administrator')
  const references = { find: async () => ({ items: [] }) }
  const parts = { clock: systemClock('Europe/Moscow'), references, parameters: bank.parameters }
  const ask = () =>
    statementsOf(bank.db, async (db) => {
      const { cases } = await sourceOf('APPLICATION').listOpen(db, actor, parts as never, 2_000)
      return cases.length
    })
  const write = (limit: number) =>
    sql`INSERT INTO case_section (case_id, section, data)
      SELECT id, 'CREDIT', '{"amount": "5000000"}' FROM application WHERE closed_at IS NULL ORDER BY id LIMIT ${limit}
      ON CONFLICT DO NOTHING`.execute(bank.db)
  await write(1)
  const one = await ask()
  expect(one.answer).toBeGreaterThan(1)
  await write(100)
  expect(await ask()).toEqual(one)
})
