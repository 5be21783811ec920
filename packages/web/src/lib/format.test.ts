import { toDecimal } from '@ipoteka-office/contract/common/number-formats.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatDate, formatDateTime, formatExact, formatMoment, formatTime } from './dates.ts'
import { formatCount } from './digits.ts'
import {
  formatMoney,
  formatPercent,
  formatPhone,
  formatTerm,
  formatTermFrom,
  formatText,
  initials,
  shortName,
} from './format.ts'
import { countOf, plural } from './plural.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('money', () => {
  it.each([
    ['6480000', '6 480 000,00 ₽'],
    ['46424.21', '46 424,21 ₽'],
    [0, '0,00 ₽'],
    ['-1234.5', '−1 234,50 ₽'],
    ['0.005', '0,01 ₽'],
    ['1.999', '2,00 ₽'],
    ['90071992547409931.37', '90 071 992 547 409 931,37 ₽'],
    ['-0.001', '0,00 ₽'],
    [null, '−'],
    ['', '−'],
  ])('shows %s as %s', (value, shown) => {
    expect(plain(formatMoney(value))).toBe(shown)
  })

  it('groups by spaces that do not break', () => {
    expect(formatMoney('1000')).toBe('1\u00a0000,00\u00a0₽')
  })
})

describe('percent', () => {
  it.each([
    ['78.4', 2, '78,4 %'],
    [100, 2, '100 %'],
    ['6.734', 3, '6,734 %'],
    ['6.735', 2, '6,74 %'],
    [0, 2, '0 %'],
    [undefined, 2, '−'],
  ])('shows %s with %i decimals as %s', (value, fraction, shown) => {
    expect(plain(formatPercent(value, fraction))).toBe(shown)
  })
})

describe('plural forms', () => {
  it.each([
    [0, 'заявок'],
    [1, 'заявка'],
    [2, 'заявки'],
    [5, 'заявок'],
    [11, 'заявок'],
    [21, 'заявка'],
    [112, 'заявок'],
    [1.5, 'заявки'],
  ])('%d takes «%s»', (count, word) => {
    expect(plural(count, 'заявка', 'заявки', 'заявок')).toBe(word)
  })

  it('puts the count before the word', () => {
    expect(plain(countOf(12_345, 'заявка', 'заявки', 'заявок'))).toBe('12 345 заявок')
  })
})

describe('terms', () => {
  it.each([
    [243, '20 лет 3 месяца'],
    [12, '1 год'],
    [1, '1 месяц'],
    [24, '2 года'],
    [11, '11 месяцев'],
    [0, '0 месяцев'],
    [null, '−'],
  ])('%s months are «%s»', (months, shown) => {
    expect(plain(formatTerm(months))).toBe(shown)
  })

  it.each([
    [1, '1 месяца'],
    [4, '4 месяцев'],
    [15, '1 года 3 месяцев'],
    [24, '2 лет'],
  ])('of %d months after «от» is «%s»', (months, shown) => {
    expect(plain(formatTermFrom(months))).toBe(shown)
  })
})

describe('dates', () => {
  const now = new Date('2026-11-20T11:02:00Z')

  it('shows moments in the time of the bank', () => {
    expect(formatDate('2026-11-20T22:30:00Z')).toBe('21.11.2026')
    expect(formatTime('2026-11-20T11:02:00Z')).toBe('14:02')
    expect(formatDateTime('2026-11-20T11:02:00Z')).toBe('20.11.2026, 14:02')
  })

  it('never shifts a plain date', () => {
    expect(formatDate('2026-01-01')).toBe('01.01.2026')
  })

  it.each([
    ['2026-11-20T10:58:00Z', '13:58'],
    ['2026-11-19T02:41:00Z', 'вчера, 05:41'],
    ['2026-11-19T21:30:00Z', '00:30'],
    ['2026-11-21T05:00:00Z', 'завтра, 08:00'],
    ['2026-11-12T08:00:00Z', '12 нояб.'],
    ['2025-11-12T08:00:00Z', '12.11.2025'],
    [null, '−'],
    ['мусор', '−'],
  ])('says %s as «%s»', (moment, shown) => {
    expect(formatMoment(moment, now)).toBe(shown)
  })
})

describe('names', () => {
  it('shortens a full name', () => {
    expect(plain(shortName('Бережной Артём Павлович'))).toBe('Бережной А. П.')
    expect(plain(shortName('Гусейнов Тимур Рашид оглы'))).toBe('Гусейнов Т. Р.')
    expect(shortName('Ким')).toBe('Ким')
  })

  it('takes the letters of an avatar from the first and the last name', () => {
    expect(initials('Кузнецова Мария Викторовна')).toBe('МК')
  })

  it('shows an empty text as a minus', () => {
    expect(formatText('  ')).toBe('−')
    expect(formatText('Москва')).toBe('Москва')
  })
})

describe('what is shown is read back as it was', () => {
  const sign = fc.constantFrom('', '-')
  const amount = fc
    .tuple(sign, fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 99 }))
    .map(([minus, whole, part]) => `${minus}${whole}.${String(part).padStart(2, '0')}`)

  it('money', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(toDecimal(formatMoney(value))).toBe(value)
      }),
    )
  })

  it('percents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (hundredths) => {
        const value = String(hundredths / 100)
        expect(toDecimal(formatPercent(value))).toBe(value)
      }),
    )
  })
})

describe('a phone', () => {
  it.each([
    ['79123456789', '+7 912 345-67-89'],
    ['+79123456789', '+7 912 345-67-89'],
    ['375291234567', '+375291234567'],
    ['+7 ••• •••-67-89', '+7 ••• •••-67-89'],
    ['', '−'],
    [null, '−'],
  ])('%s is written %s', (phone, shown) => {
    expect(plain(formatPhone(phone))).toBe(shown)
  })
})

it('a moment to the second is in the bank’s time', () => {
  expect(formatExact('2026-11-22T14:17:31.250Z')).toBe('22.11.2026, 17:17:31')
})

describe('a count', () => {
  it('is shown as the formatter of the language shows it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeNat(), fc.nat(99_999)), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('ru-RU'))
      }),
    )
    expect([0, 999, 1_000, -12_480, 1.5].map((count) => plain(formatCount(count)))).toEqual([
      '0',
      '999',
      '1 000',
      '−12 480',
      '1,5',
    ])
  })
})

describe('without Temporal', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('moments are shown the same', () => {
    const range = { min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), fc.date(range), (moment, now) => {
        const shown = () => [
          formatDateTime(moment),
          formatExact(moment),
          formatTime(moment),
          formatMoment(moment, now),
        ]
        const withTemporal = shown()
        vi.stubGlobal('Temporal', undefined)
        expect(shown()).toEqual(withTemporal)
        vi.unstubAllGlobals()
      }),
    )
  })
})
