import { describe, expect, test } from 'vitest'
import { wholeMask } from './masked-input-logic.ts'

const passport = { mask: Array.from('00 00 000000', (sign) => (sign === '0' ? /\d/ : sign)) }

function insert(value: string, selection: readonly [number, number], data: string) {
  const refused: string[] = []
  const [preprocess] = wholeMask(passport, (text) => refused.push(text)).preprocessors ?? []
  const result = preprocess?.({ elementState: { value, selection }, data }, 'insert')
  return { data: result?.data, refused }
}

describe('a mask that takes all or nothing', () => {
  test.each([
    ['', [0, 0], '45 09 235857'],
    ['', [0, 0], 'серия 4509 № 235857'],
    ['45 09 235857', [0, 12], '4510235858'],
    ['45 09 235857', [6, 12], '111111'],
    ['45 09 23585', [11, 11], '7'],
    // The mask itself passes over a key that is no digit.
    ['45 09 235857', [12, 12], ' '],
  ] as const)('%j with %j chosen takes «%s»', (value, selection, data) => {
    expect(insert(value, selection, data)).toEqual({ data, refused: [] })
  })

  test.each([
    ['', [0, 0], '45 09 235857 1'],
    ['45 09 2', [7, 7], '358571'],
    ['45 09 235857', [0, 2], '451'],
    ['45 09 235857', [0, 0], '1'],
    ['', [0, 0], 'паспорт'],
  ] as const)('%j with %j chosen refuses «%s»', (value, selection, data) => {
    expect(insert(value, selection, data)).toEqual({ data: '', refused: [data] })
  })

  test('what the browser fills in by itself is left to the mask', () => {
    const [preprocess] = wholeMask(passport, () => undefined).preprocessors ?? []
    const state = { value: '45092358571', selection: [0, 0] as const }
    expect(preprocess?.({ elementState: state, data: '' }, 'validation')).toEqual({
      elementState: state,
      data: '',
    })
  })
})
