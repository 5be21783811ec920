import { describe, expect, it } from 'vitest'
import { parameterText } from './parameter-text.ts'
import { deliveredFigures } from './delivered.ts'
import { deadlineIn, paceOf } from './terms.ts'
import { valueBySum } from './sum-bounds.ts'

const codes = { cell: { kind: 'CODE', dictionary: 'level' }, kind: 'TABLE' } as const

describe('a value in words', () => {
  it.each([
    [{ kind: 'WORKING_MINUTES' }, 30, '30 рабочих минут'],
    [{ kind: 'WORKING_MINUTES' }, 60, '1 рабочий час'],
    [{ kind: 'WORKING_MINUTES' }, 120, '2 рабочих часа'],
    [{ kind: 'WORKING_DAYS' }, 1, '1 рабочий день'],
    [{ kind: 'WORKING_DAYS' }, 5, '5 рабочих дней'],
    [{ kind: 'DAYS' }, 90, '90 дней'],
    [{ kind: 'MONTHS' }, 84, '84 месяца'],
    [{ kind: 'YEARS' }, 75, '75 лет'],
    [{ kind: 'INTEGER', unit: 'попыток' }, 5, '5 попыток'],
    [{ kind: 'MONEY' }, '12000000', '12 000 000 ₽'],
    [{ kind: 'PERCENT' }, '20.1', '20,1 %'],
    [{ kind: 'DATE' }, '2030-12-31', '31.12.2030'],
    [{ kind: 'FLAG' }, true, 'да'],
    [{ kind: 'TEXT', absent: 'не указана' }, '', 'не указана'],
    [{ kind: 'TEXT', absent: 'не указана' }, '№ 1234', '№ 1234'],
    [{ kind: 'LINK', absent: 'не указана' }, 'https://bank.ru/policy', 'https://bank.ru/policy'],
    [{ kind: 'CODES', dictionary: 'region' }, [], 'нет'],
    [codes, [{ upTo: null, value: 'A' }], 'любая сумма — level A'],
    [
      codes,
      [
        { upTo: '99.99', value: 'A' },
        { upTo: '200', value: 'B' },
        { upTo: null, value: 'C' },
      ],
      'меньше 100 ₽ — level A; до 200 ₽ — level B; больше — level C',
    ],
  ] as const)('%o %j is said as %s', (spec, value, text) => {
    const name = (dictionary: string, code: string) => `${dictionary} ${code}`
    expect(parameterText(spec, value, name).replaceAll('\u00a0', ' ')).toBe(text)
  })
})

it('a table answers with the range in which a sum lies, its upper bound included', () => {
  const rows = deliveredFigures('2026-11-20')['cooling-off']
  expect(['49999.99', '50000', '200000.00', '200000.01'].map((sum) => valueBySum(rows, sum))).toEqual([
    0, 4, 4, 48,
  ])
})

it('a term has the length of the day and the pace of its declaration', () => {
  const terms = { ...deliveredFigures('2026-11-20'), rework: 7 }
  expect(deadlineIn(terms, 'rework')).toEqual({ workingDays: 7 })
  expect(deadlineIn(terms, 'documents-check')).toEqual({ workingMinutes: 120 })
  expect(paceOf('full-application-decision')).toEqual({ days: 0 })
})
