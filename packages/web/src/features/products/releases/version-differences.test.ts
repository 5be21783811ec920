import { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { expect, test } from 'vitest'
import { type VersionNames, versionDifferences } from './version-differences.ts'

const terms = {
  kind: 'PRODUCT',
  names: { staff: 'Новостройка', client: 'Ипотека' },
  audience: { regions: ['77'] },
  limits: [
    {
      name: 'Москва',
      regions: ['77'],
      minAmount: '500000',
      maxAmount: '12000000',
      minMonths: 36,
      maxMonths: 360,
      minAge: 21,
      maxAgeAtEnd: 75,
    },
  ],
  rate: {
    type: 'FIXED',
    matrix: {
      axes: [{ kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '30'] }],
      cells: ['21.4', '20.9'],
    },
    floor: '19.9',
  },
  changes: [
    { key: 'salary', name: 'Зарплатный клиент', category: 'SALARY_CLIENT', effect: 'REBATE', points: '0.3' },
  ],
  schedule: {},
}
const versionOf = (change: object = {}, validFrom = '2026-12-01') => ({
  content: VersionContent.parse({ ...structuredClone(terms), ...change }),
  validFrom,
  validTo: null,
})
const names: VersionNames = {
  nameIn: (dictionary, code) => `${dictionary} ${code}`,
  partner: (id) => `партнёр ${id}`,
  product: (id) => `продукт ${id}`,
  fact: () => undefined,
}

test('two versions that say one thing do not differ', () => {
  expect(versionDifferences(versionOf(), versionOf(), names)).toEqual([])
})

test('every value that differs is told with its place in words', () => {
  const after = versionOf(
    {
      audience: { regions: ['77', '50'] },
      limits: [{ ...terms.limits[0], maxAmount: '15000000', maxMonths: 240 }],
      rate: { ...terms.rate, matrix: { ...terms.rate.matrix, cells: ['21.4', null] } },
      changes: [],
    },
    '2027-01-01',
  )
  const told = versionDifferences(versionOf(), after, names).map(({ label, before, after: next }) => [
    label,
    before,
    next,
  ])
  expect(told).toContainEqual(['Действует с', '01.12.2026', '01.01.2027'])
  expect(told).toContainEqual(['Регионы', 'region 77', 'region 77, region 50'])
  expect(told).toContainEqual([
    'Пределы «Москва»: Сумма до',
    '12\u00A0000\u00A0000,00\u00A0₽',
    '15\u00A0000\u00A0000,00\u00A0₽',
  ])
  expect(told).toContainEqual(['Пределы «Москва»: Срок до', '30\u00A0лет', '20\u00A0лет'])
  expect(told).toContainEqual(['Ставка: Первоначальный взнос от 30\u00A0%', '20,9\u00A0%', 'нет'])
  expect(told).toContainEqual(['Скидки и надбавки «Зарплатный клиент»: Размер', '0,3 п.', '−'])
  expect(told.some(([label]) => label?.startsWith('Ставка: Первоначальный взнос от 20'))).toBe(false)
})
