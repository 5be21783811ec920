import {
  answerOperations,
  commentOperations,
  remarkOperations,
} from '@ipoteka-office/contract/case-talk-rights.ts'
import { describe, expect, it } from 'vitest'
import { type CaseChange, changesOf, mergedChanges, placeOf } from './case-history.rules.ts'
import { caseLabels } from './case-labels.ts'
import { may, remarkRefusal } from './case-talk.rules.ts'

describe('who takes part in the talk about a case', () => {
  const holder = (...operations: string[]) => ({ operations: { FullApplication: operations } })
  it.each([
    ['reads only', holder('List', 'Read'), false, false, false],
    ['prepares', holder('Read', 'Update', 'Send'), true, false, true],
    ['hands over', holder('Read', 'ChangeResponsible'), true, false, false],
    ['checks', holder('Read', 'Check'), true, true, false],
    ['has nothing', { operations: {} }, false, false, false],
  ])('who %s', (_, person, comments, remarks, answers) => {
    expect(may(person, 'FULL_APPLICATION', commentOperations('FULL_APPLICATION'))).toBe(comments)
    expect(may(person, 'FULL_APPLICATION', remarkOperations('FULL_APPLICATION'))).toBe(remarks)
    expect(may(person, 'FULL_APPLICATION', answerOperations)).toBe(answers)
  })

  it('where nobody checks, whoever works with the case makes remarks', () => {
    expect(remarkOperations('SHORT_APPLICATION')).toEqual(commentOperations('SHORT_APPLICATION'))
  })
})

it.each([
  ['OPEN', 'ANSWER', true],
  ['ANSWERED', 'ANSWER', true],
  ['CLOSED', 'ANSWER', false],
  ['OPEN', 'CLOSE', true],
  ['CLOSED', 'CLOSE', false],
  ['OPEN', 'REOPEN', false],
  ['ANSWERED', 'REOPEN', true],
  ['CLOSED', 'REOPEN', true],
] as const)('a remark that is %s takes %s: %s', (state, change, allowed) => {
  expect(remarkRefusal(state, change) === null).toBe(allowed)
})

describe('history of a case', () => {
  const change = (more: Partial<CaseChange>): CaseChange => ({
    id: '1',
    at: '2026-11-20T10:00:00Z',
    actor: 'Агент',
    action: 'UPDATE',
    version: 2,
    requestId: null,
    objectType: 'caseSection',
    objectId: 7,
    oldValues: {},
    newValues: {},
    created: null,
    section: 'INCOME',
    participant: 'Орлова В. П.',
    ...more,
  })

  it('names the section and whose it is', () => {
    expect(placeOf(change({}))).toEqual({ section: 'INCOME', sectionName: 'Доходы: Орлова В. П.' })
    expect(placeOf(change({ objectType: 'case', section: null, participant: null })).section).toBe('CASE')
    expect(placeOf(change({ objectType: 'caseParticipant', section: null })).sectionName).toBe('Участники')
  })

  it('puts changes of one object together: the first before, the last after', () => {
    const merged = mergedChanges([
      change({ oldValues: { months: 120 }, newValues: { months: 180 }, section: 'CREDIT' }),
      change({ oldValues: { months: 180, amount: '1' }, newValues: { months: 240, amount: '2' } }),
      change({ objectId: 8, oldValues: { months: 1 }, newValues: { months: 2 } }),
    ])
    expect(merged).toHaveLength(2)
    expect(merged[0]).toMatchObject({
      oldValues: { months: 120, amount: '1' },
      newValues: { months: 240, amount: '2' },
    })
  })

  it('shows nothing of what came back to where it was', () => {
    const [merged] = mergedChanges([
      change({ section: 'CREDIT', oldValues: { months: 120 }, newValues: { months: 180 } }),
      change({ section: 'CREDIT', oldValues: { months: 180 }, newValues: { months: 120 } }),
    ])
    expect(merged && changesOf(caseLabels, merged, new Map())).toEqual([])
  })

  it('says nothing of a section that is no longer known', () => {
    expect(changesOf(caseLabels, change({ section: 'GONE', newValues: { a: 1 } }), new Map())).toEqual([])
  })
})
