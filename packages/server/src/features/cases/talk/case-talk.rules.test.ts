import {
  answerOperations,
  commentOperations,
  remarkOperations,
} from '@ipoteka-office/contract/cases/case-talk-rights.ts'
import { describe, expect, it } from 'vitest'
import { type CaseChange, changesOf, placeOf } from './case-history.rules.ts'
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
    expect(may(person, 'FULL_APPLICATION', commentOperations['FULL_APPLICATION'])).toBe(comments)
    expect(may(person, 'FULL_APPLICATION', remarkOperations['FULL_APPLICATION'])).toBe(remarks)
    expect(may(person, 'FULL_APPLICATION', answerOperations)).toBe(answers)
  })

  it('where nobody checks, whoever works with the case makes remarks', () => {
    expect(remarkOperations['SHORT_APPLICATION']).toEqual(commentOperations['SHORT_APPLICATION'])
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
    participantId: 3,
    participant: 'Орлова В. П.',
    ...more,
  })

  it.each([
    [{}, 'FULL_APPLICATION', 'INCOME', 'Доходы: Орлова В. П.'],
    [{ objectType: 'case', section: null, participant: null }, 'FULL_APPLICATION', 'CASE', 'Заявка'],
    [{ objectType: 'lead', section: null, participant: null }, 'LEAD', 'CASE', 'Лид'],
    [{ objectType: 'caseParticipant', section: null }, 'FULL_APPLICATION', 'PARTICIPANTS', 'Участники'],
    [
      { objectType: 'realtyObject', section: null, participant: null },
      'FULL_APPLICATION',
      'REALTY_OBJECTS',
      'Предметы ипотеки',
    ],
  ] as const)('names the place of %j of %s', (more, type, section, sectionName) => {
    expect(placeOf(change(more), type)).toEqual({ section, sectionName })
  })

  it('tells the amount of the head in groups, though a number comes from the row', () => {
    const head = {
      objectType: 'case',
      section: null,
      oldValues: { amount: null },
      newValues: { amount: 5500000 },
    }
    expect(changesOf(caseLabels, change(head), new Map())).toMatchObject([
      { label: 'Сумма', oldValue: '−', newValue: '5\u00a0500\u00a0000\u00a0₽' },
    ])
  })

  it('says nothing of a section that is no longer known', () => {
    expect(changesOf(caseLabels, change({ section: 'GONE', newValues: { a: 1 } }), new Map())).toEqual([])
  })
})
