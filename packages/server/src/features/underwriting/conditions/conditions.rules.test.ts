import type {
  ConditionTemplate,
  ConditionTerms,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { describe, expect, it } from 'vitest'
import { holdingWords, templateOf, withTriggered } from './conditions.rules.ts'

const printed = { text: 'Оформить страхование', printed: true, owner: 'CLIENT' } as const
const internal = { text: 'Позвонить работодателю', printed: false, owner: 'UNDERWRITER' } as const
const addressed = { text: 'Принести справку', printed: false, owner: 'PARTNER' } as const

describe('what a case waits for', () => {
  it.each([
    [[], true, null],
    [
      [printed, internal],
      true,
      'Не выполнены условия решения: «Оформить страхование», «Позвонить работодателю»',
    ],
    [[addressed], false, 'Не выполнены условия решения: «Принести справку»'],
    [[internal], false, 'Банк завершает внутреннюю проверку'],
    [
      [printed, internal],
      false,
      'Не выполнены условия решения: «Оформить страхование». Банк завершает внутреннюю проверку',
    ],
  ] as const)('%j', (holding, isBank, words) => {
    expect(holdingWords(holding, isBank)).toBe(words)
  })
})

const template: ConditionTemplate = {
  ...{ code: 'DEBT_LOAD_NOTICE', text: 'Уведомить', category: 'NOTICE' },
  ...{ point: 'BEFORE_DEAL', owner: 'CLIENT', printed: true },
}

describe('conditions that data call for', () => {
  it.each<[string | null, string, number]>([
    ['50.01', '50', 1],
    ['50', '50', 0],
    [null, '50', 0],
    ['45', '40', 1],
  ])('ПДН %s above %s: %i', (debtLoad, noticeAbove, count) => {
    expect(withTriggered([], [template], { debtLoad, noticeAbove })).toHaveLength(count)
  })

  it('are not set twice, nor without their template', () => {
    const high = { debtLoad: '60', noticeAbove: '50' }
    const [set] = withTriggered([], [template], high)
    expect(withTriggered([set as ConditionTerms], [template], high)).toHaveLength(1)
    expect(withTriggered([], [], high)).toEqual([])
  })
})

it('a template that the bank has written so that it cannot be read is left out', () => {
  const { code, text, ...attributes } = template
  expect(templateOf({ code, name: text, attributes })).toEqual(template)
  expect(templateOf({ code, name: text, attributes: { ...attributes, point: 'КОГДА-НИБУДЬ' } })).toBeNull()
})
