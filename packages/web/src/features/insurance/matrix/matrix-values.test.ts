import { describe, expect, it } from 'vitest'
import {
  type MatrixValues,
  matrixMistakes,
  readShare,
  type RowValue,
  sumOf,
  typedShare,
} from './matrix-values.ts'

const row = (...shares: string[]): RowValue => ({
  type: 'LIFE',
  region: null,
  branchId: null,
  product: null,
  cells: shares.map((share, at) => ({
    insurerId: at + 1,
    share,
    maxContracts: null,
    maxSum: null,
    ageFrom: null,
    ageTo: null,
    objects: [],
  })),
})
const values = (...rows: RowValue[]): MatrixValues => ({ title: 'Доли', validFrom: '2026-12-01', rows })

describe('a share as it is typed', () => {
  it.each([
    ['33,33', 3_333],
    ['33.3', 3_330],
    [' 100 ', 10_000],
    ['0', 0],
    ['100,01', null],
    ['33,333', null],
    ['-1', null],
    ['', null],
  ])('«%s» is %s', (text, share) => expect(readShare(text)).toBe(share))

  it.each([3_333, 50, 10_000, 1_205, 0])('%i is typed and read back', (share) =>
    expect(readShare(typedShare(share))).toBe(share),
  )
})

it('a row is summed exactly, and not at all while a share cannot be read', () => {
  expect(sumOf(row('33,33', '33,33', '33,34'))).toBe(10_000)
  expect(sumOf(row('50', 'пол'))).toBeNull()
})

describe('a draft', () => {
  it('is saved with rows that are no whole yet', () => expect(matrixMistakes(values(row('50')))).toEqual([]))

  it.each([
    ['a share that is no number', values(row('50', 'x')), 'Строка 1: доля'],
    ['a row of nobody', values(row()), 'хотя бы одного страховщика'],
    ['two rows of one place', values(row('100'), row('100')), 'Строка 2: такая строка уже есть'],
    ['no name', { ...values(row('100')), title: ' ' }, 'заполнено'],
    ['no day', { ...values(row('100')), validFrom: '1.12' }, 'Укажите дату'],
  ])('is not saved with %s', (_, wrong, words) =>
    expect(matrixMistakes(wrong).map(({ message }) => message)).toEqual([expect.stringContaining(words)]),
  )
})
