import { describe, expect, it } from 'vitest'
import { lacksOfSubjects, type SubjectRow, subjectsReason } from './subjects.rules.ts'

let id = 0
const subject = (
  kind: SubjectRow['kind'],
  title: string,
  code: string | null,
  isCurrent: boolean | null = code === null ? null : true,
): SubjectRow => ({
  kind,
  id: (id += 1),
  title,
  note: '',
  seen: '',
  decisionId: code === null ? null : 1,
  code,
  isCurrent,
})
const person = (code: string | null, isCurrent?: boolean) => subject('PERSON', 'Сомова Анна', code, isCurrent)
const object = (title: string, code: string | null, isCurrent?: boolean) =>
  subject('OBJECT', title, code, isCurrent)

describe('the whole is approved after its subjects', () => {
  it.each<[string, SubjectRow[], string | null]>([
    ['a person without a decision', [person(null)], 'Сомова Анна — решения нет'],
    ['a positive one', [person('POSITIVE')], null],
    ['a positive one with conditions', [person('POSITIVE_CONDITIONS')], null],
    ['another word than yes', [person('REWORK')], 'решение не положительное'],
    ['a code that the product does not know', [person('OWN')], 'решение не положительное'],
    ['facts that changed', [person('POSITIVE', false)], 'данные изменились после решения'],
    [
      'an object without a decision',
      [person('POSITIVE'), object('Казань, 1', null)],
      'Казань, 1 — решения нет',
    ],
    ['a refused object beside an accepted one', [object('1', 'NEGATIVE'), object('2', 'POSITIVE')], null],
    ['a refused object alone', [object('1', 'NEGATIVE')], '1 — решение не положительное'],
    [
      'a refusal of other facts is none',
      [object('1', 'NEGATIVE', false), object('2', 'POSITIVE')],
      '1 — данные',
    ],
    [
      'two refused ones',
      [object('1', 'NEGATIVE'), object('2', 'NEGATIVE')],
      '1 — решение не положительное; 2 —',
    ],
    ['nobody', [], null],
  ])('%s', (_, subjects, words) => {
    const reason = subjectsReason(subjects)
    if (words === null) expect(reason).toBeNull()
    else expect(reason).toContain(words)
  })

  it('says of each subject what it lacks', () => {
    const all = lacksOfSubjects([person('POSITIVE'), object('1', 'LEGAL_EXPERTISE')])
    expect(all.map(({ lack }) => lack)).toEqual([null, 'решение не положительное'])
  })
})
