import { matrixIssues, type RateMatrix } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { describe, expect, test } from 'vitest'
import {
  asColumns,
  blockOf,
  cellText,
  copied,
  filledDown,
  filledRight,
  partText,
  pasted,
  rateText,
  readRate,
  sheetSize,
  stepped,
  steppedBlock,
  withNewAxis,
  withoutAxis,
  withoutPart,
  withPart,
} from './matrix-edits.ts'

const matrix: RateMatrix = {
  axes: [
    { kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '30', '50'] },
    { kind: 'NUMBER', code: 'termMonths', from: ['1', '121'] },
  ],
  cells: ['21.4', '21.9', '20.9', '21.4', '20.4', null],
}
const all = blockOf({ row: 0, column: 0 }, { row: 2, column: 1 })

describe('rates', () => {
  test.each([
    ['21,4', '21.4'],
    ['21.400 %', '21.4'],
    [' 6 ', '6'],
    ['', null],
    ['−', null],
  ])('«%s» is read', (text, rate) => expect(readRate(text)).toBe(rate))

  test.each(['abc', '100', '-1', '21,4567', '=A1'])('«%s» is no rate', (text) =>
    expect(readRate(text)).toBeUndefined(),
  )

  test('a rate is shown without the zeros that a file has brought', () => {
    expect([rateText('20.100'), rateText('20.000'), rateText(null)]).toEqual(['20,1', '20', ''])
  })

  test('a step is exact and stays between the ends', () => {
    expect(stepped('21.4', '-0.1')).toBe('21.3')
    expect(stepped('0.05', '-0.1')).toBe('0')
    expect(stepped('99.99', '0.1')).toBe('99.999')
  })

  test('a step of a block leaves holes as they are', () => {
    expect(steppedBlock(matrix, all, '0.1').cells).toEqual(['21.5', '22', '21', '21.5', '20.5', null])
  })
})

describe('the sheet', () => {
  test('rows are the parts of all axes but the last', () => {
    expect(sheetSize(matrix)).toEqual({ rows: 3, columns: 2 })
    expect(sheetSize({ axes: [], cells: ['10'] })).toEqual({ rows: 1, columns: 1 })
  })

  test('a block goes to a spreadsheet and back without a change', () => {
    const back = pasted(matrix, blockOf({ row: 0, column: 0 }, { row: 0, column: 0 }), copied(matrix, all))
    expect(back).toMatchObject({ matrix })
  })

  test('one value fills the whole selection', () => {
    expect(pasted(matrix, all, '19,9')).toMatchObject({ matrix: { cells: Array(6).fill('19.9') } })
  })

  test('what does not fit or is no rate is not taken at all', () => {
    const at = blockOf({ row: 2, column: 1 }, { row: 2, column: 1 })
    expect(pasted(matrix, at, '1\t2')).toEqual({
      refusal: 'Не помещается: вставляется 1 × 2, а места 1 × 1',
    })
    expect(pasted(matrix, all, '20\t21\n22\tдвадцать')).toMatchObject({
      refusal: expect.stringContaining('Строка 2, столбец 2: «двадцать»'),
    })
  })

  test('the first row or column is copied to the others', () => {
    expect(filledDown(matrix, all).cells).toEqual(['21.4', '21.9', '21.4', '21.9', '21.4', '21.9'])
    expect(filledRight(matrix, all).cells).toEqual(['21.4', '21.4', '20.9', '20.9', '20.4', '20.4'])
  })
})

describe('axes', () => {
  test('a new part is a hole between its neighbours and the others keep their rates', () => {
    const grown = withPart(matrix, 0, 1)
    expect(grown.axes[0]).toMatchObject({ from: ['20', '25', '30', '50'] })
    expect(grown.cells).toEqual(['21.4', '21.9', null, null, '20.9', '21.4', '20.4', null])
    expect(matrixIssues(grown)).toHaveLength(3)
    expect(withoutPart(grown, 0, 1)).toEqual(matrix)
  })

  test('a new axis repeats the rates and goes away again', () => {
    const grown = withNewAxis(matrix, 'clientCategory')
    expect(grown?.axes).toHaveLength(3)
    expect(grown && withoutAxis(grown, 2)).toEqual(matrix)
    const other = withNewAxis(matrix, 'amount')
    expect(other?.cells.slice(0, 4)).toEqual(['21.4', '21.4', '21.9', '21.9'])
  })

  test('another axis becomes the columns with every rate in its place', () => {
    const turned = asColumns(matrix, 0)
    expect(turned.axes.map(({ code }) => code)).toEqual(['termMonths', 'downPaymentShare'])
    expect(turned.cells).toEqual(['21.4', '20.9', '20.4', '21.9', '21.4', null])
    expect(asColumns(turned, 0)).toEqual(matrix)
  })

  test('parts are told in words', () => {
    const [share, term] = matrix.axes
    expect(share && partText(share, 0)).toBe('от 20\u00A0% до 30\u00A0%')
    expect(share && partText(share, 2)).toBe('от 50\u00A0%')
    expect(term && [partText(term, 0), partText(term, 1)]).toEqual(['до 10\u00A0лет', 'свыше 10\u00A0лет'])
    expect(cellText(matrix.axes, 1)).toBe(
      'Первоначальный взнос от 20\u00A0% до 30\u00A0%, Срок свыше 10\u00A0лет',
    )
  })
})
