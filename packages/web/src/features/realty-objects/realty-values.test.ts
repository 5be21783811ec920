import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { expect, test } from 'vitest'
import {
  dividedEqually,
  newRealtyValues,
  type OwnerValues,
  ownersFor,
  realtyValueIssues,
  toRealtyInput,
} from './realty-values.ts'
import { appraisalText, areaText } from '#widgets/realty/realty-words.ts'

const owner = (...names: string[]): OwnerValues => ({
  holders: names.map((name) => ({ kind: 'PERSON', name })),
  share: { numerator: 1, denominator: 1 },
  record: '',
})
const values = {
  ...newRealtyValues({
    type: 'FLAT',
    number: '16:50:0011001:77',
    address: null,
    area: '54.30',
    price: '6480000',
  }),
  ownership: 'SHARED_PROPERTY' as const,
}

test('three owners share equally, exactly', () => {
  const owners = dividedEqually([owner('А'), owner('Б'), owner('В')])
  expect(owners.map(({ share }) => share)).toEqual(Array(3).fill({ numerator: 1, denominator: 3 }))
  expect(realtyValueIssues({ ...values, owners }, '2026-11-21')).toEqual([])
  const input = toRealtyInput({ ...values, owners })
  expect(input).toMatchObject({ address: null, building: {}, area: '54.30', owners })
})

test('a third too little and an empty number are told at their places', () => {
  const owners = dividedEqually([owner('А'), owner('Б'), owner('В')]).slice(0, 2)
  expect(realtyValueIssues({ ...values, owners }, '2026-11-21')[0]).toMatchObject({ path: ['owners'] })
  const [first] = owners
  const empty = [{ ...owner('А'), share: { numerator: null, denominator: 3 } }, first ?? owner('Б')]
  expect(realtyValueIssues({ ...values, owners: empty }, '2026-11-21')).toEqual([
    { path: ['owners', 0, 'share', 'numerator'], message: 'Поле должно быть заполнено' },
  ])
})

test('owners are laid out anew with the kind of ownership, and nobody is lost', () => {
  const two = [owner('А', 'Б')]
  expect(ownersFor('SHARED_PROPERTY', two).map(({ holders }) => holders.map(({ name }) => name))).toEqual([
    ['А'],
    ['Б'],
  ])
  expect(ownersFor('COMMON_PROPERTY', ownersFor('SHARED_PROPERTY', two))).toEqual(two)
  expect(ownersFor('COMMON_PROPERTY', [owner('А')])[0]?.holders).toHaveLength(2)
  expect(ownersFor('PROPERTY', [])[0]?.holders).toHaveLength(1)
})

test('figures in words', () => {
  expect(areaText('54.30')).toBe('54,3\u00a0м²')
  expect(areaText('50.00')).toBe('50\u00a0м²')
  expect(areaText('100')).toBe('100\u00a0м²')
  expect(appraisalText('2026-11-01', '2026-11-21', deliveredFigures('2026-11-21'))).toBe(
    'Отчёту 20\u00a0дней, действует до 01.05.2027 (осталось 161\u00a0день)',
  )
})
