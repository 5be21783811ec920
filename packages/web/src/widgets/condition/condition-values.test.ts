import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { describe, expect, it } from 'vitest'
import {
  emptyFact,
  emptyTree,
  type FactPart,
  factsOfTree,
  finishedCondition,
  leafWithFact,
  leafWithPredicate,
  predicateOptions,
  toCondition,
  toTree,
  treeIssues,
} from './condition-values.ts'

const ltv: Condition = { kind: 'fact', fact: 'ltv', predicate: 'GT', value: '80' }
const married: Condition = { kind: 'fact', fact: 'maritalStatus', predicate: 'IN', value: ['MARRIED'] }
const nested: Condition = {
  kind: 'all',
  items: [
    ltv,
    { kind: 'any', items: [married, { kind: 'fact', fact: 'escrow', predicate: 'EQ', value: true }] },
  ],
}
const leaf = (part: Partial<FactPart>): FactPart => ({ ...emptyFact('x'), ...part })

describe('a condition in the builder', () => {
  it.each([
    ['always', null],
    ['a group of groups', nested],
    ['one question', ltv],
    ['none of', { kind: 'none', items: [ltv] } satisfies Condition],
    ['known to be empty', { kind: 'fact', fact: 'subsidy', predicate: 'IS_NULL' } satisfies Condition],
  ])('comes back as it was: %s', (_, condition) => {
    expect(toCondition(toTree(condition))).toEqual(condition)
  })

  it('shows «равно» of a dictionary as one of one, and a group of one as its only part', () => {
    const tree = toTree({ kind: 'fact', fact: 'maritalStatus', predicate: 'EQ', value: 'MARRIED' })
    expect(toCondition(tree)).toEqual(married)
    expect(toCondition(toTree({ kind: 'any', items: [{ kind: 'all', items: [ltv] }] }))).toEqual(ltv)
  })

  it('makes the same tree of the same condition, so that nothing looks changed', () => {
    expect(toTree(nested)).toEqual(toTree(structuredClone(nested)))
    expect(factsOfTree(toTree(nested))).toEqual(['ltv', 'maritalStatus', 'escrow'])
  })

  it('begins the comparison anew with another fact, and keeps what it can of a value', () => {
    expect(leafWithFact('maritalStatus')).toEqual({ fact: 'maritalStatus', predicate: 'IN', value: [] })
    expect(leafWithFact('escrow')).toEqual({ fact: 'escrow', predicate: 'EQ', value: true })
    expect(leafWithFact('amount').value).toBeNull()
    expect(leafWithPredicate(leaf({ value: ['A', 'B'] }), 'NE').value).toBe('A')
    expect(leafWithPredicate(leaf({ value: 'A' }), 'IN').value).toEqual(['A'])
    expect(leafWithPredicate(leaf({ value: '50' }), 'LE').value).toBe('50')
    expect(leafWithPredicate(leaf({ value: '50' }), 'IS_NULL').value).toBeNull()
  })

  it('names one comparison once', () => {
    expect(predicateOptions('maritalStatus').map(({ name }) => name)).toEqual(['равно', 'не равно'])
    expect(predicateOptions('escrow')).toHaveLength(1)
    expect(predicateOptions('subsidy').map(({ code }) => code)).toEqual([
      'IN',
      'NE',
      'IS_NOT_NULL',
      'IS_NULL',
    ])
  })
})

describe('mistakes of a condition', () => {
  const issuesOf = (...items: FactPart[]) => treeIssues({ ...emptyTree, items })

  it('are told at their part', () => {
    expect(issuesOf(leaf({})).x).toEqual({ field: 'fact', message: 'Выберите признак' })
    expect(issuesOf(leaf(leafWithFact('maritalStatus'))).x?.field).toBe('value')
    expect(issuesOf(leaf({ fact: 'age', predicate: 'GE', value: 200 })).x?.message).toMatch(/от 0 до 120/)
    expect(issuesOf(leaf({ fact: 'ltv', predicate: 'GT', value: '80' }))).toEqual({})
    expect(treeIssues(emptyTree)).toEqual({})
  })

  it('an empty group is one, and so is a fact of a participant in a rule for the case', () => {
    const tree = { ...emptyTree, items: [{ id: 'g', kind: 'group', mode: 'any', items: [] } as const] }
    expect(treeIssues(tree).g?.field).toBe('group')
    const found = treeIssues(toTree(married), (code) => code === 'ltv')
    expect(Object.values(found)[0]?.message).toMatch(/признак участника/)
  })

  it('unfinished questions stay out of the words', () => {
    const tree = {
      ...toTree(nested),
      items: [...toTree(nested).items, leaf({ fact: 'amount', predicate: 'GE' })],
    }
    expect(finishedCondition(tree)).toEqual(nested)
    expect(finishedCondition({ ...emptyTree, items: [leaf({})] })).toBeNull()
  })
})
