import { RuleContent, RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { describe, expect, it } from 'vitest'
import { flattenErrors } from '#ui/form/form-errors.ts'
import { toTree } from '#widgets/condition/condition-values.ts'
import { mergeRule, type RuleNames, ruleDifferences } from './rule-compare.ts'
import {
  contentOf,
  contentValues,
  newRuleValues,
  type RuleValues,
  ruleErrors,
  ruleFieldsOf,
  toDraftInput,
} from './rule-form-values.ts'
import { fieldOfPath } from './use-rule-record.ts'

const common = {
  name: 'СНИЛС',
  basis: '',
  comment: '',
  documents: ['SNILS'],
  subject: 'PARTICIPANT',
  roles: ['MAIN_BORROWER'],
  programmes: [],
  condition: { kind: 'fact', fact: 'ltv', predicate: 'GT', value: '80' },
  priority: 100,
} as const
const contents = [
  {
    ruleType: 'COMPLETENESS',
    effect: 'REQUIRED',
    group: null,
    stage: 'DOCS_CHECK',
    quantity: 2,
    formats: ['PDF'],
    maxMb: 10,
    checks: [],
    message: 'нет файла',
  },
  { ruleType: 'LEAD_USAGE', usage: 'REQUIRED' },
  { ruleType: 'VALIDITY', days: null },
  { ruleType: 'SIGNERS', signers: [{ role: 'BANK', method: 'DIGITAL' }] },
].map((own) => RuleContent.parse({ ...common, ...own }))
const undated = { validFrom: null, validTo: null }
const names: RuleNames = {
  documents: [{ code: 'SNILS', name: 'СНИЛС' }],
  programmes: [],
  roles: [{ code: 'MAIN_BORROWER', name: 'Основной заёмщик' }],
  nameOf: () => undefined,
}
const full: RuleValues = { ...newRuleValues, name: 'Новое', documents: ['SNILS'] }
const wrong = (type: RuleType, change: Partial<RuleValues>) =>
  flattenErrors(ruleErrors(type, { ...full, ...change })).map(({ name }) => name)

describe('the form of a rule', () => {
  it.each(contents.map((content) => [content.ruleType, content] as const))(
    'gives %s back as it was',
    (type, content) => {
      const values = contentValues(content, undated)
      expect(contentOf(type, values)).toEqual(content)
      expect(toDraftInput(type, values)).toEqual({ content, ...undated })
      expect(ruleErrors(type, values)).toEqual({})
    },
  )

  it('a rule for the case has a group and no roles', () => {
    const roles = { codes: ['MAIN_BORROWER'], all: false }
    const values: RuleValues = { ...full, subject: 'CASE', group: 'REALTY', roles }
    expect(contentOf('COMPLETENESS', values)).toMatchObject({ roles: [], group: 'REALTY' })
    expect(contentOf('COMPLETENESS', { ...values, subject: 'PARTICIPANT' }).group).toBeNull()
    expect(wrong('COMPLETENESS', { subject: 'CASE' })).toEqual(['group'])
    expect(wrong('COMPLETENESS', { subject: 'CASE', effect: 'NOT_REQUIRED' })).toEqual([])
  })

  it('tells what is wrong at its field, in the order of the form', () => {
    expect(wrong('COMPLETENESS', { priority: null, name: '', quantity: null, documents: [] })).toEqual([
      'name',
      'documents',
      'priority',
      'quantity',
    ])
    expect(wrong('VALIDITY', { days: null })).toEqual(['days'])
    expect(wrong('VALIDITY', { days: null, endless: true })).toEqual([])
    expect(wrong('LEAD_USAGE', { validFrom: '2026-12-02', validTo: '2026-12-01' })).toEqual(['validTo'])
    expect(wrong('LEAD_USAGE', { validFrom: '02.1' })).toEqual(['validFrom'])
    const condition = toTree({ kind: 'fact', fact: 'age', predicate: 'GE', value: 500 })
    expect(wrong('LEAD_USAGE', { condition })).toEqual(['condition'])
  })

  it('knows the field of what the server names', () => {
    expect(fieldOfPath('content.condition.items.0.value')).toBe('condition')
    expect(fieldOfPath('content.documents.1')).toBe('documents')
    expect(fieldOfPath('content.signers.0.role')).toBe('signers.0.role')
    expect(fieldOfPath('validFrom')).toBe('validFrom')
    expect(fieldOfPath('version')).toBeNull()
  })
})

describe('the comparison of two sides', () => {
  it.each(RuleType.options)('shows every field of %s in words and nothing that is equal', (type) => {
    const content = contents.find(({ ruleType }) => ruleType === type)
    const values = content ? contentValues(content, undated) : full
    expect(ruleDifferences(type, values, structuredClone(values), names)).toEqual([])
    expect(ruleFieldsOf(type)).toContain('condition')
  })

  it('speaks of conditions and of terms as people do', () => {
    const mine: RuleValues = { ...full, condition: toTree(common.condition), endless: true }
    expect(ruleDifferences('VALIDITY', mine, full, names)).toEqual([
      { key: 'condition', label: 'Условие', mine: 'К/З больше 80\u00a0%', server: 'всегда' },
      { key: 'days', label: 'Срок действия, дней', mine: 'Без ограничения', server: '30' },
    ])
  })

  it('keeps what was chosen, a term and its absence together', () => {
    const mine: RuleValues = { ...full, name: 'Моё', endless: true, days: null }
    const theirs: RuleValues = { ...full, name: 'Чужое', days: 60 }
    const merged = mergeRule('VALIDITY', mine, theirs, { name: 'server', days: 'mine' })
    expect(merged).toMatchObject({ name: 'Чужое', endless: true, days: null })
  })
})
