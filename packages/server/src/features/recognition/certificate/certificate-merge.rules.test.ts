import { describe, expect, it } from 'vitest'
import { mergeRows } from './certificate-merge.rules.ts'
import type { IncomeLine } from './certificate-sums.rules.ts'

const row = (place: number, amount: string, more: Partial<IncomeLine> = {}): IncomeLine => ({
  month: place,
  incomeCode: '2000',
  amount,
  deductionCode: null,
  deduction: null,
  confidence: 0.9,
  box: { x: 100, y: place * 40, width: 300, height: 20 },
  ...more,
})
const amounts = (rows: readonly IncomeLine[]) => rows.map(({ month, amount }) => `${month}: ${amount}`).sort()

describe('several readings of one table', () => {
  it.each([
    [
      'agreeing ones',
      [
        [row(1, '10.00'), row(2, '20.00')],
        [row(1, '10.00'), row(2, '20.00')],
      ],
      '30.00',
      ['1: 10.00', '2: 20.00'],
    ],
    [
      'a digit that was lost twice',
      [[row(1, '17116.12')], [row(1, '17116.12')], [row(1, '171116.12')]],
      '171116.12',
      ['1: 171116.12'],
    ],
    [
      'a row that only one found',
      [[row(1, '10.00')], [row(1, '10.00'), row(2, '20.00')]],
      '30.00',
      ['1: 10.00', '2: 20.00'],
    ],
    ['a row that is none', [[row(1, '10.00'), row(9, '777.00')], [row(1, '10.00')]], '10.00', ['1: 10.00']],
    [
      'two that were misread',
      [
        [row(1, '1.00'), row(2, '2.00')],
        [row(1, '10.00'), row(2, '20.00')],
        [row(1, '1.00'), row(2, '2.00')],
      ],
      '30.00',
      ['1: 10.00', '2: 20.00'],
    ],
    [
      'nothing that gives the total: what most say',
      [[row(1, '1.00')], [row(1, '2.00')], [row(1, '2.00')]],
      '5.00',
      ['1: 2.00'],
    ],
    ['no total: what most say', [[row(1, '1.00')], [row(1, '2.00')], [row(1, '2.00')]], null, ['1: 2.00']],
    [
      'a month that only one could read',
      [[row(1, '1.00', { month: 0 })], [row(1, '1.00', { month: 3 })]],
      '1.00',
      ['3: 1.00'],
    ],
    ['nothing at all', [[], []], '5.00', []],
  ])('%s', (_what, lists, total, expected) => expect(amounts(mergeRows(lists, total))).toEqual(expected))
})
