import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe, expect, it } from 'vitest'
import { type DecisionValues, onOtherWay, textOfReasons, toBody } from './decision-values.ts'

const way = (action: string, outcome: 'APPROVE' | 'REJECT' | 'ESCALATE' | 'REVOKE') =>
  ({
    action,
    outcome,
    label: action,
    level: 'UNDERWRITER',
    enabled: true,
    reasonDisabled: null,
    isClose: false,
    toStage: '',
  }) as const
const sheet = {
  ways: [
    way('approve', 'APPROVE'),
    way('reject', 'REJECT'),
    way('toControl', 'ESCALATE'),
    way('revoke', 'REVOKE'),
  ],
  reasons: [
    { code: 'R04', name: 'Недостаточный доход', silent: false, outcome: 'REJECT' },
    { code: 'R12', name: 'Перечень 115-ФЗ', silent: true, outcome: 'REJECT' },
    { code: 'A01', name: 'Доход подтверждён', silent: false, outcome: 'APPROVE' },
  ],
} as unknown as DecisionSheet
const refusal = 'Банк принял решение отказать в кредите: недостаточный доход'
const values: DecisionValues = {
  action: 'reject',
  amount: '5000000',
  termMonths: 240,
  rate: '17.5',
  validTo: '2026-12-31',
  reasons: ['R04', 'R12'],
  clientText: refusal,
  comment: 'Дохода мало',
  conditions: [],
}

describe('another decision', () => {
  it('takes the words of a refusal and its reasons away', () => {
    expect(onOtherWay(values, sheet, 'approve')).toEqual({ action: 'approve', reasons: [], clientText: '' })
  })
  it('keeps words that the person has written', () => {
    const own = { ...values, clientText: 'Приходите через полгода' }
    expect(onOtherWay(own, sheet, 'approve').clientText).toBe(own.clientText)
  })
  it('that revokes tells of a revocation', () => {
    expect(onOtherWay(values, sheet, 'revoke')).toEqual({
      action: 'revoke',
      reasons: ['R04', 'R12'],
      clientText: 'Банк отозвал решение по заявке: недостаточный доход',
    })
  })
})

it('what the bank keeps silent about is in no words for the client', () => {
  expect(textOfReasons(['R04', 'R12'], sheet, 'REJECT')).toBe(refusal)
  expect(textOfReasons(['R12'], sheet, 'REJECT')).toBe('Банк принял решение отказать в кредите')
})

it('a proposal sends neither words for the client nor a last day', () => {
  const [approve, , escalate] = sheet.ways
  if (!approve || !escalate) throw new Error('No ways')
  expect(toBody(values, escalate, 3)).toMatchObject({ clientText: '', validTo: null, reasons: [] })
  expect(toBody(values, approve, 3)).toMatchObject({ validTo: '2026-12-31', reasons: [] })
})
