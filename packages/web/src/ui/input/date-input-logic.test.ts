import { maskitoTransform } from '@maskito/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate } from '#lib/dates.ts'
import { dateMask, dayOfText, textOfDay } from './date-input-logic.ts'

describe('the mask of a date', () => {
  test.each([
    ['20112026', '20.11.2026'],
    ['20.11.2026', '20.11.2026'],
    ['2011', '20.11'],
    ['ab20cd', '20'],
    ['', ''],
  ])('makes "%s" into "%s"', (text, expected) => {
    expect(maskitoTransform(text, dateMask)).toBe(expected)
  })

  test.each([
    ['1', '.', '01'],
    ['20.1', '.', '20.01'],
    ['20.1', ',', '20.01'],
  ])('gives "%s" its zero when "%s" is typed', (value, data, expected) => {
    const [preprocess] = dateMask.preprocessors ?? []
    const at = value.length
    const result = preprocess?.({ elementState: { value, selection: [at, at] }, data }, 'insert')
    expect(result?.elementState.value).toBe(expected)
    expect(result?.data).toBe('.')
  })

  test.each([
    ['2026-11-20', '20.11.2026'],
    ['5.3.2026', '05.03.2026'],
    [' 5/12/2026 ', '05.12.2026'],
  ])('takes the pasted date %s', (data, expected) => {
    const [preprocess] = dateMask.preprocessors ?? []
    const result = preprocess?.({ elementState: { value: '', selection: [0, 0] }, data }, 'insert')
    expect(result?.data).toBe(expected)
  })
})

describe('the value of a date field', () => {
  test.each([
    ['20.11.2026', '2026-11-20'],
    ['29.02.2028', '2028-02-29'],
    ['29.02.2027', '29.02.2027'],
    ['31.04.2026', '31.04.2026'],
    ['00.01.2026', '00.01.2026'],
    ['20.11.20', '20.11.20'],
    ['', ''],
  ])('of "%s" is "%s"', (text, value) => {
    expect(dayOfText(text)).toBe(value)
    expect(textOfDay(value)).toBe(text)
  })

  test('of every day is read back from what is shown, in the field and elsewhere', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, (day) => {
        expect(dayOfText(textOfDay(day))).toBe(day)
        expect(dayOfText(formatDate(day))).toBe(day)
      }),
    )
  })
})
