import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { describe, expect, it } from 'vitest'
import { codesOfTest, question } from '#testing/conditions.ts'
import { completenessContent, validityContent } from '#testing/document-rules.ts'
import { coverageOf } from './coverage.rules.ts'
import { findRuleIssues } from './rule-issues.rules.ts'
import { toRuleSet } from './rule-set.rules.ts'

const setOf = (...contents: RuleContent[]) =>
  toRuleSet(contents.map((content, index) => ({ id: index + 1, content })))
/** «SHADOWED 2 by 1, 3». */
const found = (...contents: RuleContent[]) =>
  findRuleIssues(setOf(...contents), codesOfTest).map(({ kind, rule, others }) =>
    [kind, rule.id, ...(others.length > 0 ? ['by', others.map(({ id }) => id).join(', ')] : [])].join(' '),
  )
type More = Parameters<typeof completenessContent>[0]
const needs = (documents: string, more: More = {}) =>
  completenessContent({ documents: documents.split(' '), ...more })
const waives = (documents: string, more: More = {}) =>
  needs(documents, { effect: 'NOT_REQUIRED', priority: 200, ...more })
const days = (count: number, more: Parameters<typeof validityContent>[0] = {}) =>
  validityContent({ documents: ['A'], days: count, ...more })
const goal = (value: string): Condition => question('goal', 'EQ', value)
const refinancing = { condition: goal('REFINANCING') }
const secondary = { condition: goal('SECONDARY_MARKET') }
const all = (...items: Condition[]): Condition => ({ kind: 'all', items })

describe('among rules of completeness', () => {
  it.each([
    ['nothing is wrong', [needs('A'), waives('A', refinancing), needs('B')], []],
    [
      'equals say the opposite',
      [needs('A'), waives('A', { ...refinancing, priority: 100 })],
      ['CONFLICT 1 by 2'],
    ],
    [
      'equals never meet',
      [needs('A', secondary), waives('A', { ...refinancing, priority: 100 })],
      ['IDLE 2'],
    ],
    [
      'equals meet only where a stronger one decides',
      [
        needs('A'),
        waives('A', { ...refinancing, priority: 100 }),
        waives('A', { condition: goal('REFINANCING') }),
      ],
      ['DUPLICATE 2 by 3'],
    ],
    ['a choice is not contradicted by waiving one of it', [needs('A B'), waives('A', { priority: 100 })], []],
    [
      'a condition never holds',
      [needs('A', { condition: all(goal('REFINANCING'), goal('SECONDARY_MARKET')) })],
      ['IMPOSSIBLE 1'],
    ],
    [
      'a role that no such rule can have',
      [
        needs('A', {
          subject: 'PARTICIPANT',
          group: null,
          roles: ['SPOUSE'],
          condition: question('participantRole', 'EQ', 'MAIN_BORROWER'),
        }),
      ],
      ['IMPOSSIBLE 1'],
    ],
    ['a stronger waiver always speaks first', [needs('A', refinancing), waives('A')], ['SHADOWED 1 by 2']],
    [
      'two waivers cover together',
      [
        needs('A', { condition: question('escrow', 'EQ', true) }),
        waives('A', refinancing),
        waives('A', { condition: question('goal', 'NE', 'REFINANCING') }),
      ],
      ['SHADOWED 1 by 2, 3'],
    ],
    ['a choice is shadowed only as a whole', [needs('A B'), waives('A')], []],
    ['each of a choice waived by its own', [needs('A B'), waives('A'), waives('B')], ['SHADOWED 1 by 2, 3']],
    ['a later rule asks for the same', [needs('A'), needs('A', refinancing)], ['DUPLICATE 2 by 1']],
    ['an older one too', [needs('A', refinancing), needs('A')], ['DUPLICATE 1 by 2']],
    ['it asks for more', [needs('A'), needs('A', { ...refinancing, quantity: 2 })], []],
    [
      'it asks sooner',
      [needs('A', { stage: 'DEAL' }), needs('A', { ...refinancing, stage: 'DOCS_CHECK' })],
      [],
    ],
    ['it looks at more', [needs('A'), needs('A', { ...refinancing, checks: ['NOTARISED'] })], []],
    ['it takes fewer formats', [needs('A'), needs('A', { ...refinancing, formats: ['PDF'] })], []],
    ['it takes smaller files', [needs('A'), needs('A', { ...refinancing, maxMb: 5 })], []],
    [
      'it looks at less',
      [needs('A', { checks: ['NOTARISED', 'SIGNED'] }), needs('A', { ...refinancing, checks: ['SIGNED'] })],
      ['DUPLICATE 2 by 1'],
    ],
    ['a waiver where nothing is asked for', [needs('A', secondary), waives('A', refinancing)], ['IDLE 2']],
    ['a waiver weaker than what it waives', [needs('A', { priority: 300 }), waives('A')], ['IDLE 2']],
    [
      'a waiver inside another',
      [
        needs('A'),
        waives('A', { condition: question('goal', 'NE', 'SECONDARY_MARKET') }),
        waives('A', refinancing),
      ],
      ['DUPLICATE 3 by 2'],
    ],
    [
      'the case and participants never speak of the same',
      [needs('A'), waives('A', { subject: 'PARTICIPANT' })],
      ['IDLE 2'],
    ],
    [
      'programmes tell rules apart',
      [needs('A', { programmes: ['5'] }), waives('A', { programmes: ['105'], priority: 100 })],
      ['IDLE 2'],
    ],
  ])('%s', (_name, contents, expected) => {
    expect(found(...contents)).toEqual(expected)
  })

  it('a conflict has an example that leads to it', () => {
    const [issue] = findRuleIssues(
      setOf(
        needs('A', { condition: question('ltv', 'GT', '80') }),
        waives('A', { ...refinancing, priority: 100 }),
      ),
      codesOfTest,
    )
    expect(Object.fromEntries(issue?.example ?? [])).toEqual({ goal: 'REFINANCING', ltv: 800_001 })
  })
})

describe('where the strongest rule decides alone', () => {
  it.each([
    ['nothing is wrong', [days(30), days(10, { ...refinancing, priority: 200 })], []],
    ['equals differ', [days(30), days(10, refinancing)], ['CONFLICT 2 by 1']],
    ['equals differ where they never meet', [days(30, secondary), days(10, refinancing)], []],
    ['equals say the same', [days(30), days(30, refinancing)], ['DUPLICATE 2 by 1']],
    ['a stronger one covers all', [days(30, refinancing), days(10, { priority: 200 })], ['SHADOWED 1 by 2']],
    [
      'a stronger one covers one document of two',
      [days(30, { documents: ['A', 'B'] }), days(10, { priority: 200 })],
      [],
    ],
  ])('%s', (_name, contents, expected) => {
    expect(found(...contents)).toEqual(expected)
  })
})

describe('the matrix', () => {
  const cell = (document: string, value: string, ...contents: RuleContent[]) =>
    coverageOf(document, setOf(...contents).COMPLETENESS, [{ fact: 'goal', value }], codesOfTest)
  it.each([
    ['always', [needs('A')], 'REQUIRED'],
    ['here alone', [needs('A', refinancing)], 'REQUIRED'],
    ['elsewhere', [needs('A', secondary)], 'NONE'],
    ['by something else', [needs('A', { condition: question('escrow', 'EQ', true) })], 'CONDITIONAL'],
    ['for some role always', [needs('A', { subject: 'PARTICIPANT', roles: ['SPOUSE'] })], 'REQUIRED'],
    [
      'unless something else',
      [needs('A'), waives('A', { condition: question('escrow', 'EQ', true) })],
      'CONDITIONAL',
    ],
    ['waived here', [needs('A'), waives('A', refinancing)], 'NOT_REQUIRED'],
    ['waived elsewhere', [needs('A'), waives('A', secondary)], 'REQUIRED'],
    ['of another document', [needs('B')], 'NONE'],
  ])('%s', (_name, contents, state) => {
    expect(cell('A', 'REFINANCING', ...contents).state).toBe(state)
  })

  it('tells a choice from a document of its own', () => {
    expect(cell('A', 'REFINANCING', needs('A B')).anyOf).toBe(true)
    expect(cell('A', 'REFINANCING', needs('A B'), needs('A')).anyOf).toBe(false)
  })
})
