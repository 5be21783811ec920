import {
  type Condition,
  conditionLimits,
} from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { DocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completenessContent, newRule, validityContent } from '#testing/document-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const key = ({ id }: Pick<DocumentRule, 'id'>) => ({ id: String(id) })

/** `depth` groups one in another around one question. */
const nested = (depth: number): Condition =>
  depth === 0
    ? { kind: 'fact', fact: 'escrow', predicate: 'EQ', value: true }
    : { kind: 'all', items: [nested(depth - 1)] }
const question = nested(0)

const columns = Object.keys(api.ruleColumns) as api.RuleColumn[]

describe('content', () => {
  it.each([
    ['documents', { documents: [] }],
    ['documents.0', { documents: ['NO_SUCH'] }],
    ['roles.0', { subject: 'PARTICIPANT', roles: ['KING'] }],
    ['programmes.0', { programmes: ['777'] }],
    ['name', { name: '  ' }],
    ['group', { group: null }],
    ['priority', { priority: -1 }],
    ['stage', { stage: 'LUNCH' }],
    [
      'condition.fact',
      { condition: { kind: 'fact', fact: 'maritalStatus', predicate: 'EQ', value: 'MARRIED' } },
    ],
    ['condition.fact', { condition: { kind: 'fact', fact: 'mood', predicate: 'EQ', value: 'GOOD' } }],
    ['condition.value', { condition: { kind: 'fact', fact: 'goal', predicate: 'EQ', value: 'CASTLE' } }],
    ['condition.value', { condition: { kind: 'fact', fact: 'partner', predicate: 'EQ', value: '999999' } }],
    ['condition.value', { condition: { kind: 'fact', fact: 'ltv', predicate: 'GT', value: 'много' } }],
    ['condition.predicate', { condition: { kind: 'fact', fact: 'escrow', predicate: 'GT', value: true } }],
    ['condition.predicate', { condition: { kind: 'fact', fact: 'goal', predicate: 'IS_NULL' } }],
    [
      'condition.items.1.value.1',
      {
        condition: {
          kind: 'any',
          items: [question, { kind: 'fact', fact: 'goal', predicate: 'IN', value: ['REFINANCING', 'X'] }],
        },
      },
    ],
    ['condition', { condition: nested(conditionLimits.depth + 1) }],
    ['condition.items', { condition: { kind: 'all', items: [] } }],
    ['condition.items', { condition: { kind: 'all', items: Array.from({ length: 31 }, () => question) } }],
    [
      'condition',
      {
        condition: {
          kind: 'all',
          items: Array.from({ length: 3 }, () => ({
            kind: 'any',
            items: Array.from({ length: 30 }, () => question),
          })),
        },
      },
    ],
    [
      'condition.extra',
      { condition: { kind: 'fact', fact: 'escrow', predicate: 'EQ', value: true, extra: 1 } },
    ],
  ])('is refused at %s', async (path, more) => {
    const { status, error } = await bank.call(api.createDocumentRule, {
      body: { content: { ...completenessContent(), ...more } as never },
    })
    expect([status, error.fields?.map((field) => field.path)]).toEqual([400, [`content.${path}`]])
  })

  it('at the limits is taken', async () => {
    const wide: Condition = {
      kind: 'any',
      items: Array.from({ length: 2 }, () => ({
        kind: 'all',
        items: Array.from({ length: 30 }, () => question),
      })),
    }
    await newRule(bank, completenessContent({ condition: wide }))
    await newRule(bank, completenessContent({ condition: nested(conditionLimits.depth) }))
  })

  it('nested as deep as nobody builds it is refused before anything walks it', async () => {
    const body = { content: completenessContent({ condition: nested(2_000) }) }
    expect((await bank.call(api.createDocumentRule, { body })).status).toBe(400)
  })

  it('larger than a rule can be is refused before it is read', async () => {
    const body = { content: completenessContent({ comment: 'а'.repeat(200_000) }) }
    expect((await bank.call(api.createDocumentRule, { body })).status).toBe(413)
  })

  it('of a case has no roles, of a participant no group', async () => {
    const ofCase = await newRule(bank, completenessContent({ roles: ['GUARANTOR'] }))
    expect(ofCase.draft?.content.roles).toEqual([])
    const ofPerson = await newRule(bank, completenessContent({ subject: 'PARTICIPANT' }))
    expect(ofPerson.draft?.content).toMatchObject({ group: null })
  })

  it('does not change its type', async () => {
    const rule = await newRule(bank, validityContent())
    const { status, error } = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: { version: 1, content: completenessContent() },
    })
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'content.ruleType'])
    const days = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: { version: 1, content: validityContent(), validFrom: '2026-12-02', validTo: '2026-12-01' },
    })
    expect([days.status, days.error.fields?.[0]?.path]).toEqual([400, 'validTo'])
  })
})

describe('rights', () => {
  it('to read are not rights to change', async () => {
    const rule = await newRule(bank, completenessContent())
    const params = key(rule)
    const version = { version: rule.version }
    const as = { as: 'viewer' as const }
    expect((await bank.call(api.getDocumentRule, { params }, as)).status).toBe(200)
    const refused = await Promise.all([
      bank.call(api.createDocumentRule, { body: { content: completenessContent() } }, as),
      bank.call(api.saveDocumentRule, { params, body: { ...version, content: completenessContent() } }, as),
      bank.call(api.publishDocumentRule, { params, body: version }, as),
      bank.call(api.discardRuleDraft, { params, body: version }, as),
      bank.call(api.draftFromRevision, { params: { ...params, number: '1' }, body: version }, as),
      bank.call(api.withdrawRuleRevision, { params: { ...params, number: '1' }, body: version }, as),
      bank.call(api.copyDocumentRule, { params }, as),
      bank.call(api.deleteDocumentRule, { params, query: { version: '1' } }, as),
      bank.call(api.restoreDocumentRule, { params, body: version }, as),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })

  it('are asked for every read', async () => {
    const params = { id: '1' }
    const as = { as: 'agent' as const }
    const refused = await Promise.all([
      bank.call(api.getDocumentRule, { params }, as),
      bank.call(api.listRuleRevisions, { params }, as),
      bank.call(api.listRuleHistory, { params }, as),
      bank.call(api.listRuleFacts, {}, as),
      bank.call(api.rulesExport.now, { body: { format: 'csv', filter: {}, columns } }, as),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })

  it('find nothing where there is nothing', async () => {
    const params = { id: '2147483000' }
    const absent = await Promise.all([
      bank.call(api.getDocumentRule, { params }),
      bank.call(api.listRuleRevisions, { params }),
      bank.call(api.listRuleHistory, { params }),
      bank.call(api.copyDocumentRule, { params }),
      bank.call(api.deleteDocumentRule, { params, query: { version: '1' } }),
    ])
    expect(absent.map(({ status }) => status)).toEqual(absent.map(() => 404))
  })
})

describe('the catalogue of facts and the export', () => {
  it('names every fact with its predicates', async () => {
    const { body } = await bank.call(api.listRuleFacts, {}, { as: 'viewer' })
    expect(body.find(({ code }) => code === 'maritalStatus')).toMatchObject({
      scope: 'PARTICIPANT',
      dictionary: 'maritalStatus',
      predicates: [
        { code: 'EQ', name: 'равно' },
        { code: 'NE', name: 'не равно' },
        { code: 'IN', name: 'один из' },
      ],
    })
  })

  it('write the rules of the filter, and that they were taken out', async () => {
    const { raw } = await bank.call(api.rulesExport.now, {
      body: { format: 'csv', filter: { search: 'моложе трёх лет', ruleTypes: ['COMPLETENESS'] }, columns },
    })
    const lines = raw.body.trim().split('\r\n')
    expect(lines[0]).toContain('Тип правила;Правило;Документы')
    expect(lines[1]).toContain('Комплектность;Право продавца моложе трёх лет')
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM access_event WHERE object_type = 'Rule'`.execute(bank.db)
    expect(rows[0]?.count).toBe(1)
    const xlsx = await bank.call(api.rulesExport.now, { body: { format: 'xlsx', filter: {}, columns } })
    expect(xlsx.raw.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
