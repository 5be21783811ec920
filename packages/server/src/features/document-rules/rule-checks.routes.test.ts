import * as api from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { Completeness, Requirement } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { completenessContent, newRule, publishedRule } from '#testing/document-rules.ts'
import { applications, fillForDocuments, newDocument, pdfOf, withFile } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-21T09:00:00Z') }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
  await fillForDocuments(bank)
  await sql`UPDATE application SET programme = 'Военная ипотека'
    WHERE id = ${applications.bank}`.execute(bank.db)
  const snils = await newDocument(bank, { ownerId: applications.bank, typeCode: 'SNILS' })
  await withFile(bank, snils, await pdfOf(1))
})
afterAll(() => bank.close())

const made: number[] = []
afterEach(async () => {
  // Rules of a test are the test's own.
  for (const id of made.splice(0))
    await sql`UPDATE document_rule SET deleted_at = now(), draft = NULL, draft_at = NULL,
      absent = '{(,)}' WHERE id = ${id}`.execute(bank.db)
})
const publishRule: typeof publishedRule = async (...args) => {
  const rule = await publishedRule(...args)
  made.push(rule.id)
  return rule
}
const draftRule: typeof newRule = async (...args) => {
  const rule = await newRule(...args)
  made.push(rule.id)
  return rule
}

const find = ({ groups }: Completeness, ...documents: string[]): Requirement | undefined =>
  groups
    .flatMap(({ requirements }) => requirements)
    .find((one) => documents.every((code) => one.documents.some((document) => document.code === code)))
type CheckBody = RequestOf<typeof api.checkDocumentRules>['body']
const check = (body: Partial<CheckBody>, as: 'admin' | 'viewer' | 'agent' = 'admin') =>
  bank.call(api.checkDocumentRules, { body: { ownerId: applications.bank, ...body } }, { as })

describe('«Проверить на заявке»', () => {
  it('decides by facts that the person supposes, case and participants', async () => {
    const { status, body } = await check({
      number: 'Д-0',
      ownerId: undefined,
      facts: { goal: 'SECONDARY_MARKET', shareSale: true },
      participants: [
        {
          key: 'p1',
          role: 'MAIN_BORROWER',
          name: 'Иванов Иван',
          facts: { maritalStatus: 'MARRIED', salaryClient: true, employmentType: 'EMPLOYED_PERMANENT' },
        },
        { key: 'p2', role: 'SPOUSE', name: 'Иванова Анна', facts: { maritalStatus: 'MARRIED' } },
      ],
    })
    expect([status, body.difference]).toEqual([200, null])
    const answer = body.completeness
    expect(answer.participantsKnown).toBe(true)
    expect(answer.groups.map(({ code }) => code)).toEqual([
      'BORROWER',
      'CO_BORROWER',
      'REALTY',
      'SELLER',
      'INSURANCE',
      'DEAL',
      'AFTER_REGISTRATION',
    ])
    expect(find(answer, 'MARRIAGE_CERT')?.because).toBe(
      'Нужен, потому что роль участника — основной заёмщик и вид заявки — полная заявка на ипотеку и семейное положение — женат / замужем',
    )
    expect(find(answer, 'PRE_EMPTION_REFUSAL')?.because).toContain('продаётся доля')
    // The spouse takes part, so that no marriage contract is asked for.
    expect(find(answer, 'MARRIAGE_CONTRACT')).toBeUndefined()
    expect(find(answer, 'LABOR_BOOK', 'STD_R')).toMatchObject({
      need: 'NOT_REQUIRED',
      because: expect.stringContaining('Ни один из документов не нужен, потому что'),
    })
    const spouse = answer.groups[1]?.requirements.find(({ documents }) => documents[0]?.code === 'LABOR_BOOK')
    expect(spouse).toMatchObject({ need: 'UNKNOWN' })
    // A document that names nobody may be of either.
    expect(answer.unplaced.map(({ typeCode }) => typeCode)).toContain('SNILS')
  })

  it('asks the rules of another day', async () => {
    const { body } = await check({ on: '2019-06-01' })
    expect(body.completeness).toMatchObject({ on: '2019-06-01', required: 0, groups: [{ requirements: [] }] })
  })

  it('shows what drafts change, here and on the open applications', async () => {
    const rule = await draftRule(bank, completenessContent({ name: 'Черновик', programmes: ['5', '6', '7'] }))
    const none = await check({})
    expect(none.body.difference).toBeNull()
    const { body } = await check({ drafts: 'ALL' })
    expect(body.difference?.changes).toEqual([
      {
        kind: 'ADDED',
        group: 'Сделка',
        documents: [{ code: 'OTHER', name: 'Иной документ' }],
        before: 'Не спрашивается',
        after: 'Нужен к этапу «Передача на сделку»',
      },
    ])
    const { impact } = body.difference ?? {}
    expect(impact?.looked).toBe(impact?.applications)
    const military = await sql<{ count: number }>`SELECT count(*)::int AS count FROM application
      WHERE closed_at IS NULL AND programme ILIKE '%воен%'`.execute(bank.db)
    expect(impact?.changed).toBe(military.rows[0]?.count)
    expect(impact?.examples[0]).toMatchObject({ changes: 1 })
    const chosen = await check({ drafts: [rule.id] })
    expect(chosen.body.difference?.changes).toHaveLength(1)
    expect((await check({ drafts: [1] })).body.difference?.changes).toEqual([])
  })

  it('shows what the editor holds unsaved changes', async () => {
    const rule = await publishRule(bank, completenessContent())
    const candidate = { ruleId: rule.id, content: completenessContent({ quantity: 3, stage: 'SIGNING' }) }
    const { body } = await check({ candidate })
    expect(body.difference?.changes).toMatchObject([
      {
        kind: 'CHANGED',
        before: 'Нужен к этапу «Передача на сделку»',
        after: 'Нужен к этапу «Подписание», 3 шт.',
      },
    ])
    const removed = await check({
      candidate: { ruleId: null, content: completenessContent({ effect: 'NOT_REQUIRED', priority: 500 }) },
    })
    expect(removed.body.difference?.changes).toMatchObject([{ kind: 'REMOVED', after: 'Не нужен всегда' }])
  })

  it.each([
    [{ ownerId: undefined }, 'number'],
    [{ number: 'Д-0' }, 'number'],
    [{ facts: { maritalStatus: 'MARRIED' } }, 'facts.maritalStatus'],
    [{ facts: { ltv: 'восемьдесят' } }, 'facts.ltv'],
    [{ facts: { termMonths: 700 } }, 'facts.termMonths'],
    [{ facts: { mood: 'GOOD' } }, 'facts.mood'],
    [
      { participants: [{ key: 'a', role: 'X', name: '', facts: { amount: '5' } }] },
      'participants.0.facts.amount',
    ],
    [
      {
        participants: [
          { key: 'a', role: 'SPOUSE', name: '' },
          { key: 'a', role: 'SPOUSE', name: '' },
        ],
      },
      'participants',
    ],
    [{ on: '2026-02-30' }, 'on'],
    [
      { candidate: { ruleId: null, content: completenessContent({ documents: ['NO_SUCH'] }) } },
      'candidate.content.documents.0',
    ],
  ])('refuses %j', async (body, path) => {
    const { status, error } = await check(body as never)
    expect([status, error.fields?.[0]?.path]).toEqual([400, path])
  })

  it('shows no application that the caller may not see, by id or number', async () => {
    expect((await check({}, 'agent')).status).toBe(403)
    // The auditor sees all; a rule editor of a partner sees the partner's own.
    expect((await check({}, 'viewer')).status).toBe(200)
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (4, 'Rule', 'Read')`.execute(
      bank.db,
    )
    bank.session.forget()
    expect((await check({}, 'agent')).status).toBe(404)
    expect((await check({ ownerId: undefined, number: 'Д-0' }, 'agent')).status).toBe(404)
    const own = await check({ ownerId: undefined, number: 'Д-1', drafts: 'ALL' }, 'agent')
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM application WHERE closed_at IS NULL AND partner_id IN (2, 3)`.execute(
      bank.db,
    )
    expect([own.status, own.body.difference?.impact.applications]).toEqual([200, rows[0]?.count])
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 4 AND object_type = 'Document'`.execute(
      bank.db,
    )
    bank.session.forget()
    const refused = await check({ ownerId: applications.agent }, 'agent')
    expect([refused.status, refused.error.message]).toEqual([
      403,
      expect.stringContaining('Документы: просмотр'),
    ])
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 4 AND object_type = 'Rule'`.execute(
      bank.db,
    )
    bank.session.forget()
  })
})
