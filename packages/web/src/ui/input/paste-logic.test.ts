import { describe, expect, test } from 'vitest'
import { wholeHeld, wholeRefused } from './number-input-logic.ts'
import { digitsHeld, pasteRefusal, signsHeld, textAfterPaste } from './paste-logic.ts'

describe('a paste that is not taken', () => {
  test('is told with what the field holds', () => {
    expect(pasteRefusal(' 4509\n235857 1 ', digitsHeld(10))).toBe(
      'Не вставлено «4509 235857 1»: сюда помещается 10 цифр',
    )
    expect(pasteRefusal('а'.repeat(10_000), signsHeld(1_001))).toBe(
      `Не вставлено «${'а'.repeat(30)}…»: сюда помещается 1\u00a0001 знак`,
    )
  })

  test.each([
    ['абв', 1, 2, 'XY', 'аXYв'],
    ['абв', 3, 3, 'г\r\nд', 'абвг\nд'],
    ['абв', null, null, 'г', 'абвг'],
  ])(
    '«%s» with %s–%s chosen and «%s» pasted is «%s»',
    (value, selectionStart, selectionEnd, pasted, next) => {
      expect(textAfterPaste({ value, selectionStart, selectionEnd }, pasted)).toBe(next)
    },
  )
})

describe('a number that is pasted', () => {
  const bounds = { min: 0, max: 1_000 }
  test.each(['12', '1 000', '1\u00a0000', '007'])('«%s» is taken', (text) => {
    expect(wholeRefused(text, bounds)).toBe(false)
  })
  test.each(['12,5', '12.5', '1e3', '12 шт', '1001', '99999999999999999999', '-1', 'абв', ''])(
    '«%s» is refused',
    (text) => {
      expect(wholeRefused(text, bounds)).toBe(true)
    },
  )
  test('is told with its bounds', () => {
    expect(wholeHeld(bounds)).toBe('нужно целое число от 0 до 1\u00a0000')
    expect(wholeHeld({ min: 1, max: Number.MAX_SAFE_INTEGER })).toBe('нужно целое число от 1')
  })
})
