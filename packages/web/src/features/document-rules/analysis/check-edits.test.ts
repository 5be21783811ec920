import { describe, expect, it } from 'vitest'
import {
  editsBody,
  isEdited,
  keptOrder,
  noEdits,
  peopleOf,
  withFact,
  withoutPerson,
  withPerson,
} from './check-edits.ts'

const participant = { key: 'p1', role: 'MAIN_BORROWER', name: 'Иванов', roleName: 'Заёмщик' }
const fact = (code: string, participantKey: string | null, value: string | number) => ({
  fact: code,
  label: code,
  scope: participantKey ? 'PARTICIPANT' : 'CASE',
  participantKey,
  value,
  text: String(value),
})
const known = {
  groups: [{ code: 'BORROWER', name: 'Заёмщик', participant, requirements: [] }],
  facts: [fact('ltv', null, '80'), fact('age', 'p1', 40), fact('participantRole', 'p1', 'MAIN_BORROWER')],
} as unknown as Parameters<typeof peopleOf>[0]

describe('what is supposed about an application', () => {
  it('is nothing at first, and then only what was given', () => {
    expect(editsBody(noEdits)).toEqual({ facts: {} })
    const edits = withFact(noEdits, known, 'ltv', null, '70')
    expect(editsBody(edits)).toEqual({ facts: { ltv: '70' } })
    expect(isEdited(edits, 'ltv', null)).toBe(true)
    expect(withFact(edits, known, 'ltv', null, undefined)).toEqual(noEdits)
  })

  it('of one participant carries what is known of all of them, but for the role, which is not a fact apart', () => {
    const edits = withFact(noEdits, known, 'maritalStatus', 'p1', 'MARRIED')
    expect(editsBody(edits).participants).toEqual([
      { key: 'p1', role: 'MAIN_BORROWER', name: 'Иванов', facts: { age: 40, maritalStatus: 'MARRIED' } },
    ])
  })

  it('may be another participant, or one less', () => {
    const edits = withPerson(noEdits, known, 'GUARANTOR', 'p2')
    expect(edits.people?.map(({ key }) => key)).toEqual(['p1', 'p2'])
    expect(withoutPerson(edits, known, 'p1').people?.map(({ key }) => key)).toEqual(['p2'])
  })

  it('waits while a value is being typed; «нет» is for facts that may be empty', () => {
    const typing = withFact(noEdits, known, 'applicationDate', null, '01.1')
    expect(editsBody(typing).facts).toEqual({})
    const empty = withFact(withFact(noEdits, known, 'subsidy', null, null), known, 'amount', null, null)
    expect(editsBody(empty).facts).toEqual({ subsidy: null })
  })

  it('keeps the places of its fields while the answer ranks them anew', () => {
    expect(keptOrder([], [], ['goal', 'ltv'])).toEqual(['goal', 'ltv'])
    expect(keptOrder(['goal', 'ltv'], ['age'], ['ltv', 'goal', 'sex'])).toEqual(['age', 'goal', 'ltv', 'sex'])
    expect(keptOrder(['goal', 'ltv'], [], ['ltv'])).toEqual(['ltv'])
  })
})
