import { describe, expect, test } from 'vitest'
import { digitsText } from './digits-input.tsx'

describe('digits laid out by a pattern', () => {
  const snils = '000-000-000 00'
  test.each([
    ['', ''],
    ['1', '1'],
    ['112', '112'],
    ['1122', '112-2'],
    ['11223344595', '112-233-445 95'],
    ['112233445959', '112-233-445 95'],
  ])('%j is shown as %j', (digits, text) => {
    expect(digitsText(snils, digits)).toBe(text)
  })
})
