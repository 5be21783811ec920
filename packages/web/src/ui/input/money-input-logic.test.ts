import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupMoney } from '#lib/digits.ts'
import {
  amountHeld,
  cleanPasted,
  completeMoney,
  editMoney,
  type MoneyRules,
  moneyToValue,
  sameMoney,
  valueToMoney,
} from './money-input-logic.ts'
import { pasteRefusal } from './paste-logic.ts'

const usual: MoneyRules = { decimals: 2, negative: false }
const signed: MoneyRules = { decimals: 2, negative: true }
const rules = fc.record({ decimals: fc.integer({ min: 0, max: 4 }), negative: fc.boolean() })
const keys = fc.array(
  fc.constantFrom('0', '1', '5', '9', ',', '.', '-', ' ', '\u00a0', 'x', 'е', '+', 'e', 'Backspace'),
  { maxLength: 30 },
)

/** Types the keys one after another at the end of the field. */
function type(input: readonly string[], by: MoneyRules): string {
  return input.reduce((text, key) => {
    const next = key === 'Backspace' ? text.slice(0, -1) : text + key
    return editMoney(text, next, by).text
  }, '')
}

const amount = (decimals: number) =>
  fc
    .tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.integer({ min: 0, max: 10 ** decimals - 1 }),
    )
    .map(([minus, whole, part]) => {
      const fraction = decimals ? `,${String(part).padStart(decimals, '0')}` : ''
      const zero = whole === 0n && part === 0
      return `${minus && !zero ? '-' : ''}${whole}${fraction}`
    })

describe('typing an amount', () => {
  test('whatever is typed, the text stays a number, a lone minus or empty', () => {
    fc.assert(
      fc.property(keys, rules, (input, by) => {
        const text = type(input, by)
        expect(text).toMatch(/^(-?(\d+(,\d*)?)?)$/)
        expect(text).not.toMatch(/[\s.]/)
        if (!by.negative) expect(text).not.toContain('-')
        const fraction = text.split(',')[1]
        if (by.decimals === 0) expect(fraction).toBeUndefined()
        else expect((fraction ?? '').length).toBeLessThanOrEqual(by.decimals)
      }),
    )
  })

  test('a rejected edit leaves the previous text as it was', () => {
    fc.assert(
      fc.property(keys, fc.string(), rules, (input, next, by) => {
        const previous = type(input, by)
        const edit = editMoney(previous, next, by)
        if (!edit.accepted) expect(edit.text).toBe(previous)
        if (edit.flash) expect(edit.accepted).toBe(false)
      }),
    )
  })

  test('a dot is written as a comma', () => {
    expect(editMoney('12', '12.', usual)).toEqual({ text: '12,', accepted: true, flash: false })
  })

  test('a comma at the beginning gets its zero', () => {
    expect(editMoney('', ',', usual).text).toBe('0,')
    expect(editMoney('-', '-,', signed).text).toBe('-0,')
  })

  test('a third decimal is rejected and the field flashes', () => {
    expect(editMoney('1,23', '1,234', usual)).toEqual({ text: '1,23', accepted: false, flash: true })
  })

  test('as many decimals as configured are taken', () => {
    expect(editMoney('1,23', '1,234', { decimals: 3, negative: false }).text).toBe('1,234')
    expect(editMoney('1', '1,', { decimals: 0, negative: false })).toMatchObject({ text: '1', flash: true })
  })

  test.each(['1 0', '1\u00a00', ' 10', '10 '])('a space is rejected: "%s"', (next) => {
    expect(editMoney('10', next, usual)).toEqual({ text: '10', accepted: false, flash: false })
  })

  test.each(['1a', 'abc', '1,2,3', '1-2', '+5', '1e5', '--1'])('"%s" restores the previous value', (next) => {
    expect(editMoney('1', next, signed).text).toBe('1')
  })

  test('a minus is taken only where negatives are allowed', () => {
    expect(editMoney('', '-', usual)).toMatchObject({ text: '', accepted: false })
    expect(editMoney('', '-', signed)).toMatchObject({ text: '-', accepted: true })
    expect(editMoney('-', '-5', signed).text).toBe('-5')
  })
})

describe('leaving the field', () => {
  test.each([
    ['1', '1,00'],
    ['1,5', '1,50'],
    ['1,', '1,00'],
    ['007', '7,00'],
    ['-', ''],
    ['', ''],
    ['-0', '0,00'],
    ['-0,5', '-0,50'],
  ])('completes "%s" to "%s"', (text, expected) => {
    expect(completeMoney(text, signed)).toBe(expected)
  })

  test.each([
    ['80', '80'],
    ['80,0000', '80'],
    ['20,1000', '20,1'],
    ['20,1005', '20,1005'],
    ['0,0000', '0'],
  ])('a share of four decimals keeps those that say something: "%s" is "%s"', (text, expected) => {
    expect(completeMoney(text, { decimals: 4, negative: false })).toBe(expected)
  })

  test('groups thousands in threes and loses no digit', () => {
    fc.assert(
      fc.property(amount(2), (text) => {
        const shown = groupMoney(text)
        expect(shown.replaceAll('\u00a0', '')).toBe(text)
        expect(shown).toMatch(/^-?\d{1,3}(\u00a0\d{3})*,\d\d$/)
      }),
    )
    expect(groupMoney('6480000,00')).toBe('6\u00a0480\u00a0000,00')
  })

  test('completing twice changes nothing more', () => {
    fc.assert(
      fc.property(keys, rules, (input, by) => {
        const once = completeMoney(type(input, by), by)
        expect(completeMoney(once, by)).toBe(once)
      }),
    )
  })
})

describe('the value of an amount', () => {
  test('comes back from the text as it went in', () => {
    fc.assert(
      fc.property(amount(2), (text) => {
        const value = moneyToValue(text)
        expect(value).not.toBeNull()
        expect(valueToMoney(value)).toBe(text)
      }),
    )
  })

  test('is not changed by leaving the field', () => {
    fc.assert(
      fc.property(keys, (input) => {
        const text = type(input, signed)
        const before = moneyToValue(text)
        const after = moneyToValue(completeMoney(text, signed))
        expect(Number(after ?? 'NaN') + 0).toEqual(Number(before ?? 'NaN') + 0)
      }),
    )
  })

  test.each([
    ['1.50', '1.5', true],
    ['100', '1', false],
    ['1.00', '1', true],
    ['10', '1', false],
    [null, '', true],
    ['0', null, false],
  ])('%s and %s are the same: %s', (a, b, expected) => {
    expect(sameMoney(a, b)).toBe(expected)
  })

  test('what is pasted loses its groups and its currency', () => {
    expect(cleanPasted('6\u00a0480 000,00\u202f₽')).toBe('6480000,00')
    expect(cleanPasted('−15,5')).toBe('-15,5')
  })
})

test('what is pasted and not taken is told with what would be', () => {
  expect(pasteRefusal(' 12,345 ', amountHeld(usual))).toBe(
    'Не вставлено «12,345»: нужно число, после запятой не больше 2 цифр, до запятой не больше 15',
  )
  expect(pasteRefusal('9'.repeat(40), amountHeld({ ...usual, decimals: 0 }))).toMatch(
    /^Не вставлено «9{30}…»: нужно целое число/,
  )
})
