import { previewRuleImpact } from '@ipoteka-office/contract/document-rule-checks.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { completenessContent, newRule } from '#testing/document-rules.ts'
import { fillForDocuments } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

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
