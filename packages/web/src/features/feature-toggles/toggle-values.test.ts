import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { describe, expect, test } from 'vitest'
import { flattenErrors } from '#ui/form/form-errors.ts'
import {
  toggleDifferences,
  toggleErrors,
  toToggleChange,
  toToggleValues,
  type ToggleValues,
} from './toggle-values.ts'

const server: FeatureToggle = {
  id: 3,
  key: 'a.b',
  title: 'Что-то',
  description: '',
  owner: 'Банк',
  enabled: true,
  killed: false,
  rules: [
    { kind: 'partner', value: 7, enabled: false },
    { kind: 'percentage', value: 10, enabled: true },
  ],
  expiresOn: '2026-12-31',
  stale: false,
  delivered: false,
  pendingRequestId: null,
  version: 5,
}
const names = { role: (code: string) => code, partner: (id: number) => `Партнёр ${id}` }
const values = () => toToggleValues(server)
const problems = (change: Partial<ToggleValues>, isNew = false) =>
  flattenErrors(toggleErrors({ ...values(), ...change }, isNew)).map(
    ({ name, message }) => `${name}: ${message}`,
  )

describe('the form of a toggle', () => {
  test('passes and sends what the server holds', () => {
    expect(problems({}, true)).toEqual([])
    expect(toToggleChange(values(), 5)).toMatchObject({
      rules: server.rules,
      expiresOn: '2026-12-31',
      version: 5,
    })
  })

  test('checks the key of a new one only', () => {
    expect(problems({ key: 'Мой ключ' }, true)[0]).toMatch(/^key: Ключ: латинские/)
    expect(problems({ key: 'Мой ключ' })).toEqual([])
  })

  test('says what each rule lacks', () => {
    const rules: ToggleValues['rules'] = [
      { kind: 'role', value: '', enabled: true },
      { kind: 'partner', value: '', enabled: true },
      { kind: 'percentage', value: '101', enabled: true },
      { kind: 'percentage', value: '', enabled: true },
      { kind: 'percentage', value: '0', enabled: true },
    ]
    expect(problems({ rules })).toEqual([
      'rules.0.value: Выберите роль',
      'rules.1.value: Выберите партнёра',
      'rules.2.value: От 0 до 100',
      'rules.3.value: От 0 до 100',
    ])
  })

  test('refuses a day that is not one', () => {
    expect(problems({ expiresOn: '31.04.2026' })).toEqual(['expiresOn: Укажите дату'])
  })
})

test('a late save is compared field by field, rules in words', () => {
  const mine = { ...values(), owner: '', rules: values().rules.slice(1) }
  expect(toggleDifferences(mine, server, names)).toEqual([
    { key: 'owner', label: 'Владелец', mine: '−', server: 'Банк' },
    {
      key: 'rules',
      label: 'Правила',
      mine: '10 % сотрудников: включено',
      server: 'Партнёр 7 и всё, что под ним: выключено; 10 % сотрудников: включено',
    },
  ])
})
