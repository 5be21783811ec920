import type { ContentOf, RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { DocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { TestApp } from './test-app.ts'

type Completeness = ContentOf<'COMPLETENESS'>

/** A rule that asks for one document of the case always, unless told otherwise. */
export const completenessContent = (more: Partial<Completeness> = {}): Completeness => ({
  ruleType: 'COMPLETENESS',
  name: 'Проба',
  basis: '',
  comment: '',
  documents: ['OTHER'],
  subject: 'CASE',
  roles: [],
  programmes: [],
  condition: null,
  priority: 100,
  effect: 'REQUIRED',
  group: 'DEAL',
  stage: 'DEAL',
  quantity: 1,
  formats: [],
  maxMb: null,
  checks: [],
  message: '',
  ...more,
})

/** A rule of validity. */
export const validityContent = (more: Partial<ContentOf<'VALIDITY'>> = {}): ContentOf<'VALIDITY'> => ({
  ruleType: 'VALIDITY',
  name: 'Срок',
  basis: '',
  comment: '',
  documents: ['OTHER'],
  subject: 'CASE',
  roles: [],
  programmes: [],
  condition: null,
  priority: 100,
  days: 30,
  ...more,
})

/** A new rule, a draft still. */
export async function newRule(
  bank: TestApp,
  content: RuleContent,
  days: { validFrom?: string; validTo?: string } = {},
): Promise<DocumentRule> {
  const { status, body, error } = await bank.call(api.createDocumentRule, { body: { content, ...days } })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

/** Publishes what is being prepared. */
export async function publish(bank: TestApp, { id, version }: DocumentRule): Promise<DocumentRule> {
  const { status, body, error } = await bank.call(api.publishDocumentRule, {
    params: { id: String(id) },
    body: { version },
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

/** A published rule. */
export const publishedRule = async (bank: TestApp, content: RuleContent): Promise<DocumentRule> =>
  publish(bank, await newRule(bank, content))
