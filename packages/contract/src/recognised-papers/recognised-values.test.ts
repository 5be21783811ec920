import { describe, expect, it } from 'vitest'
import { paperDifferences } from './recognised-values.ts'

const held = {
  lastName: 'Алфёрова',
  firstName: 'Анна',
  middleName: 'Игоревна',
  sex: 'FEMALE',
  birthDate: '1990-04-12',
}
const read = (values: Record<string, string>) =>
  paperDifferences(
    Object.entries(values).map(([name, value]) => ({ name, value })),
    held,
  ).map(({ label, inPaper, inQuestionnaire }) => [label, inPaper, inQuestionnaire])

describe('in what a paper names somebody else', () => {
  it.each([
    ['the same person in capitals, «Ё» as «Е»', { lastName: 'АЛФЕРОВА', sex: 'FEMALE' }, []],
    ['what was not read', { lastName: '', firstName: 'АННА' }, []],
    ['another name', { lastName: 'ПЕТРОВА-СОМОВА' }, [['Фамилия', 'Петрова-Сомова', 'Алфёрова']]],
    ['another day of birth', { birthDate: '1985-01-01' }, [['Дата рождения', '1985-01-01', '1990-04-12']]],
    // A code stays a code: the page names it.
    ['another sex', { sex: 'MALE' }, [['Пол', 'MALE', 'FEMALE']]],
  ])('%s', (_, values, expected) => {
    expect(read(values)).toEqual(expected)
  })

  it('tells no difference from an empty questionnaire', () => {
    expect(paperDifferences([{ name: 'sex', value: 'MALE' }], { sex: null })).toEqual([])
  })
})
