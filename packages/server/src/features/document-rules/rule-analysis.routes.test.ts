import * as api from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { ContentOf } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { completenessContent, newRule, publishedRule, validityContent } from '#testing/document-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-21T09:00:00Z') }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
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

describe('the matrix', () => {
  const coverage = (
    query: RequestOf<typeof api.getRuleCoverage>['query'] = {},
    as: 'viewer' | 'agent' = 'viewer',
  ) => bank.call(api.getRuleCoverage, { query }, { as })

  it('tells always, by condition, not needed and nothing apart', async () => {
    const { status, body } = await coverage()
    expect(status).toBe(200)
    expect(body.columns.map(({ name }) => name)).toContain('Военная ипотека')
    const state = (document: string, programme: string) => {
      const at = body.columns.findIndex(({ code }) => code === programme)
      const row = body.rows.find((one) => one.document.code === document)
      return row?.cells[at]?.state
    }
    expect(state('SNILS', '105')).toBe('REQUIRED')
    expect(state('BIRTH_CERT', '105')).toBe('REQUIRED')
    expect(state('BIRTH_CERT', '2')).toBe('CONDITIONAL')
    expect(state('NIS_CERT', '5')).toBe('REQUIRED')
    expect(state('NIS_CERT', '105')).toBe('NONE')
    expect(state('NDFL2', '5')).toBe('CONDITIONAL')
    expect(state('NDFL2', '2')).toBe('CONDITIONAL')
    expect(body.rows.some(({ document }) => document.code === 'PARTNER_CONTRACT')).toBe(false)
  })

  it('stands by the goal, for another kind of case, by category and words', async () => {
    const { body } = await coverage({ axis: 'goal', category: 'APPRAISAL' })
    expect(body.rows).toHaveLength(1)
    const states = Object.fromEntries(
      body.columns.map(({ code }, index) => [code, body.rows[0]?.cells[index]?.state]),
    )
    expect(states).toEqual({
      PRIMARY_MARKET: 'CONDITIONAL',
      PRIMARY_MARKET_FINISHED: 'REQUIRED',
      SECONDARY_MARKET: 'REQUIRED',
      REFINANCING: 'CONDITIONAL',
      COLLATERAL_AVAILABLE: 'REQUIRED',
    })
    const loan = await coverage({ caseKind: 'LOAN_APPLICATION', axis: 'product', search: 'снилс' })
    expect(loan.body.rows[0]?.cells.map(({ state }) => state)).toEqual(['NONE', 'NONE', 'NONE'])
    const all = await coverage({ all: 'true', search: 'договор с партнёром' })
    expect(all.body.rows.map(({ document }) => document.code)).toEqual(['PARTNER_CONTRACT'])
    expect((await coverage({}, 'agent')).status).toBe(403)
    expect((await coverage({ axis: 'mood' as never })).status).toBe(400)
  })
})

describe('what is wrong with the rules', () => {
  const issues = async (query: RequestOf<typeof api.listRuleIssues>['query'] = {}) =>
    (await bank.call(api.listRuleIssues, { query }, { as: 'viewer' })).body.issues

  it('is nothing in the delivery', async () => {
    expect(await issues()).toEqual([])
  })

  it('is found among planted rules', async () => {
    const married = { kind: 'fact', fact: 'maritalStatus', predicate: 'EQ', value: 'MARRIED' } as const
    const person = { subject: 'PARTICIPANT', documents: ['OTHER'] } satisfies Partial<
      ContentOf<'COMPLETENESS'>
    >
    const needed = await publishRule(
      bank,
      completenessContent({ ...person, name: 'Нужен', condition: married }),
    )
    const waived = await publishRule(
      bank,
      completenessContent({
        ...person,
        name: 'Не нужен',
        effect: 'NOT_REQUIRED',
        condition: { kind: 'fact', fact: 'childrenUnder18', predicate: 'GE', value: 3 },
      }),
    )
    const [conflict] = await issues({ ruleId: String(waived.id) })
    expect(conflict).toMatchObject({
      kind: 'CONFLICT',
      rule: { id: needed.id },
      others: [{ id: waived.id }],
      documents: [{ code: 'OTHER' }],
    })
    expect(conflict?.text).toContain('Возможен конфликт')
    expect(conflict?.example.map(({ text }) => text).sort()).toEqual([
      'детей до 18 лет — 3',
      'семейное положение — женат / замужем',
    ])
    await draftRule(bank, validityContent({ name: 'Срок в черновике', documents: ['CONSENT_BKI'], days: 10 }))
    expect(await issues({ ruleType: 'VALIDITY' })).toEqual([])
    expect(await issues({ ruleType: 'VALIDITY', drafts: 'true' })).toMatchObject([{ kind: 'CONFLICT' }])
  })

  it('is told before a rule is saved', async () => {
    const preview = (content: ReturnType<typeof completenessContent>, as: 'viewer' | 'agent' = 'viewer') =>
      bank.call(api.previewRuleIssues, { body: { candidate: { ruleId: null, content } } }, { as })
    const question = (value: string) => ({ kind: 'fact', fact: 'goal', predicate: 'EQ', value }) as const
    const both = { kind: 'all', items: [question('REFINANCING'), question('SECONDARY_MARKET')] } as const
    const { status, body } = await preview(completenessContent({ condition: both }))
    expect([status, body.issues]).toMatchObject([200, [{ kind: 'IMPOSSIBLE', rule: { id: null } }]])
    expect(body.conditionText).toContain('цель кредита — рефинансирование')
    expect((await preview(completenessContent({ group: null }))).body.fields).toMatchObject([
      { path: 'group' },
    ])
    const duplicate = await preview(
      completenessContent({
        documents: ['SURETY'],
        condition: {
          kind: 'all',
          items: [
            { kind: 'fact', fact: 'caseKind', predicate: 'EQ', value: 'FULL_APPLICATION' },
            { kind: 'fact', fact: 'hasGuarantor', predicate: 'EQ', value: true },
            question('REFINANCING'),
          ],
        },
        stage: 'ISSUE',
      }),
    )
    expect(duplicate.body.issues).toMatchObject([
      { kind: 'DUPLICATE', others: [{ name: 'Договор поручительства' }] },
    ])
    expect((await preview(completenessContent(), 'agent')).status).toBe(403)
    const wrong = await bank.call(api.previewRuleIssues, { body: { candidate: {} } as never })
    expect(wrong.status).toBe(400)
    const denied = await bank.call(api.listRuleIssues, {}, { as: 'agent' })
    expect(denied.status).toBe(403)
  })
})
