import { sectionDefinitions } from '@ipoteka-office/contract/cases/case-sections.ts'
import { describe, expect, test } from 'vitest'
import { mergeFields, fieldDifferences } from '../record/field-differences.ts'
import { groupsOf } from './section-layout.ts'
import { type Around, toData, toForm, valueIssues } from './section-values.ts'

const around: Around = { sections: {}, participant: { role: 'MAIN_BORROWER', sections: {} } }
const income = sectionDefinitions.INCOME.fields
const personal = sectionDefinitions.PERSONAL.fields
const plain = (_: string, code: string) => code

describe('values of a section in its form', () => {
  test('a section that was never saved has every field empty, and sends nothing', () => {
    const values = toForm(personal, {})
    expect(Object.keys(values)).toEqual(Object.keys(personal))
    expect(values).toMatchObject({
      lastName: '',
      sex: null,
      registrationAddress: { value: '' },
      children: [],
    })
    expect(toData(personal, values, around)).toEqual({})
  })
  test('a field without a sense now is not sent', () => {
    const values = toForm(personal, { hasChildren: false, children: [{ key: 'a', birthDate: '2020-01-02' }] })
    expect(toData(personal, values, around)).toEqual({ hasChildren: false })
  })
  test('what is given must be right, rows of groups too; what is empty may wait', () => {
    const values = toForm(personal, {
      birthDate: '2026-02-31',
      hasChildren: true,
      children: [{ key: 'a', birthDate: '12.0' }, { key: 'b' }],
    })
    expect(valueIssues(personal, values, around).map(({ path }) => path.join('.'))).toEqual([
      'birthDate',
      'children.0.birthDate',
    ])
  })
  test('a hidden number is not judged and goes back as it came', () => {
    const values = toForm(personal, { passport: '•• •• •••857' })
    expect(valueIssues(personal, values, around)).toEqual([])
    expect(toData(personal, values, around)).toEqual({ passport: '•• •• •••857' })
  })
  test.each(Object.entries(sectionDefinitions))(
    'every field of %s has its place once',
    (code, definition) => {
      const names = Object.keys(definition.fields)
      const placed = groupsOf(code, definition.title, names).flatMap((group) => group.names)
      expect(placed.toSorted()).toEqual(names.toSorted())
    },
  )
})

describe('a save that came too late', () => {
  const base = toForm(income, {
    incomes: [
      { key: 'a', type: 'SALARY', declared: '180000' },
      { key: 'b', type: 'PENSION', declared: '20000' },
    ],
  })
  const mine = toForm(income, {
    incomes: [
      { key: 'a', type: 'SALARY', declared: '180000', payer: 'Завод' },
      { key: 'c', type: 'RENT', declared: '5000' },
    ],
  })
  const server = toForm(income, {
    incomes: [
      { key: 'a', type: 'SALARY', declared: '162400' },
      { key: 'b', type: 'PENSION', declared: '20000' },
    ],
  })
  const differences = fieldDifferences(income, { base, mine, server }, plain)

  test('rows are told apart by their keys, and each difference knows who changed it', () => {
    expect(differences.map(({ key, suggested }) => [key, suggested])).toEqual([
      ['incomes/a/declared', 'server'],
      ['incomes/a/payer', 'mine'],
      ['incomes/b', 'mine'],
      ['incomes/c', 'mine'],
    ])
  })
  test('changes of both are kept when each has changed something else', () => {
    const choice = Object.fromEntries(differences.map(({ key, suggested }) => [key, suggested ?? 'server']))
    expect(toData(income, mergeFields(income, mine, server, choice), around)).toEqual({
      incomes: [
        { key: 'a', type: 'SALARY', declared: '162400', payer: 'Завод' },
        { key: 'c', type: 'RENT', declared: '5000' },
      ],
    })
  })
  test('the other way round everything of the server stays', () => {
    const choice = Object.fromEntries(differences.map(({ key }) => [key, 'server' as const]))
    expect(mergeFields(income, mine, server, choice)).toEqual(server)
  })
  test('a field that both have changed is asked about', () => {
    const both = { ...mine, noIncome: true }
    const theirs = { ...server, noIncome: false }
    const found = fieldDifferences(income, { base, mine: both, server: theirs }, plain)
    expect(found.find(({ key }) => key === 'noIncome')).toMatchObject({
      mine: 'нет',
      server: 'да',
      suggested: null,
    })
  })
})
