import { operations } from '@ipoteka-office/contract/operations.ts'
import { describe, expect, it } from 'vitest'
import {
  brokenDuties,
  conflictingDuties,
  diffOf,
  effectOn,
  isEmptyDiff,
  objectTypeName,
  type RoleState,
  summaryOf,
  titleOf,
} from './role-changes.rules.ts'

const role = (change: Partial<RoleState> = {}): RoleState => ({
  code: 'AGENT',
  name: 'Агент',
  description: '',
  isDisabled: false,
  partnerMayGive: false,
  operations: { Deal: ['List'], Partner: ['List', 'Read'] },
  ...change,
})

describe('the difference of two states', () => {
  it('is empty for the same operations in another order', () => {
    expect(
      isEmptyDiff(diffOf(role(), role({ operations: { Partner: ['Read', 'List'], Deal: ['List'] } }))),
    ).toBe(true)
  })

  it('tells operations apart by their object type too', () => {
    const diff = diffOf(role(), role({ operations: { Partner: ['List', 'Read'], Rule: ['List'] } }))
    expect(diff).toEqual({
      fields: [],
      added: [{ objectType: 'Rule', code: 'List' }],
      removed: [{ objectType: 'Deal', code: 'List' }],
    })
  })

  it('of a new role is all of it', () => {
    const diff = diffOf(null, role())
    expect(diff.added).toHaveLength(3)
    expect(diff.fields.map(({ label }) => label)).toEqual(['Код', 'Название'])
  })

  it.each([
    [{ operations: {} }, '−3 операции'],
    [{ operations: { Deal: ['List'], Partner: ['List'] } }, '−1 операция'],
    [{ operations: { Deal: ['List'], Partner: ['List', 'Create'] } }, '+1 / −1 операция'],
    [{ name: 'Агент 2', description: 'x' }, 'Название, Описание'],
    [
      {
        name: 'Агент 2',
        operations: { ...role().operations, Rule: ['List', 'Read', 'Create', 'Delete', 'Update'] },
      },
      '+5 операций; Название',
    ],
  ])('reads %j as «%s»', (change, summary) => {
    expect(summaryOf(diffOf(role(), role(change)))).toBe(summary)
  })

  it('is called by what it does', () => {
    expect(titleOf(null, role())).toBe('Роль «Агент»: создание')
    expect(titleOf(role(), role({ name: 'Агент 2' }))).toBe('Роль «Агент»: изменение')
    expect(titleOf(role(), role({ isDisabled: true }))).toBe('Роль «Агент»: отключение')
    expect(titleOf(role({ isDisabled: true }), role())).toBe('Роль «Агент»: включение')
  })
})

describe('the effect on a person', () => {
  it('counts what other roles give anyway as no loss and no gain', () => {
    const after = role({ operations: { Partner: ['List'], Rule: ['List'], Contract: ['GetAllContracts'] } })
    expect(effectOn(new Set(), role(), after)).toEqual({ gains: 2, loses: 2 })
    expect(effectOn(new Set(['Deal.List', 'Rule.List']), role(), after)).toEqual({ gains: 1, loses: 1 })
  })

  it('is everything when the role is disabled, and nothing when a disabled one changes', () => {
    expect(effectOn(new Set(), role(), role({ isDisabled: true }))).toEqual({ gains: 0, loses: 3 })
    expect(
      effectOn(new Set(), role({ isDisabled: true }), role({ isDisabled: true, operations: {} })),
    ).toEqual({ gains: 0, loses: 0 })
  })
})

describe('separation of duties', () => {
  const both = { UserRole: ['Approve', 'Update'] }

  it('warns of a pair that the change brings together, once', () => {
    const after = role({ operations: both })
    expect(brokenDuties(role({ operations: { UserRole: ['Update'] } }), after)).toHaveLength(1)
    expect(brokenDuties(after, role({ operations: both, name: 'Другое' }))).toEqual([])
    expect(brokenDuties(null, role({ operations: both, isDisabled: true }))).toEqual([])
  })

  it('speaks of operations that exist', () => {
    for (const { first, second } of conflictingDuties)
      for (const { objectType, code } of [first, second])
        expect(operations[objectType as keyof typeof operations]).toHaveProperty(code)
  })
})

it('calls an object type of the bank’s own by its code, whatever the code is', () => {
  expect(objectTypeName('Partner')).toBe('Партнёры')
  expect(objectTypeName('constructor')).toBe('constructor')
})
