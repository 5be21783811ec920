import { maskitoTransform } from '@maskito/core'
import { describe, expect, test } from 'vitest'
import { timeMask } from './time-input-logic.ts'

describe('the mask of a time', () => {
  test.each([
    ['0900', '09:00'],
    ['22:00', '22:00'],
    ['220', '22:0'],
    ['9', '9'],
    ['12345', '12:34'],
    ['ab12cd30', '12:30'],
    ['99:99', '99:99'],
    ['', ''],
  ])('makes "%s" into "%s"', (text, expected) => {
    expect(maskitoTransform(text, timeMask)).toBe(expected)
  })

  test('gives an hour of one digit its zero when the colon is typed', () => {
    const [preprocess] = timeMask.preprocessors ?? []
    const typed = preprocess?.({ elementState: { value: '9', selection: [1, 1] }, data: ':' }, 'insert')
    expect(typed).toEqual({ elementState: { value: '09', selection: [2, 2] }, data: ':' })
  })

  test('takes a pasted time with an hour of one digit', () => {
    const [preprocess] = timeMask.preprocessors ?? []
    const pasted = preprocess?.({ elementState: { value: '', selection: [0, 0] }, data: '9:30' }, 'insert')
    expect(pasted?.data).toBe('09:30')
  })
})
