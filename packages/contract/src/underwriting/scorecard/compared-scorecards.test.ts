import { expect, it } from 'vitest'
import { comparedCharacteristics, comparedScale, dictionariesOf } from './compared-scorecards.ts'
import { ScorecardContent } from './content.ts'

const seniority = {
  code: 'SENIORITY',
  bins: [
    { from: null, points: 5 },
    { from: '12', points: 20 },
  ],
  missing: 0,
}
const education = { code: 'EDUCATION', bins: [{ codes: ['HIGH'], points: 30 }], missing: -5, other: 10 }
const cardOf = (characteristics: object[], more: object = {}) =>
  ScorecardContent.parse({
    ...{ pdo: 20, targetScore: 600, targetOdds: 50, base: 400, characteristics },
    bands: [
      { from: 650, advice: 'APPROVE' },
      { from: null, advice: 'REJECT' },
    ],
    ...more,
  })
const nameOf = (dictionary: string, code: string) => `${dictionary} ${code}`

it('puts the same parts side by side, and what one version alone has beside nothing', () => {
  const one = cardOf([seniority, education])
  const bins = [
    { from: null, points: 5 },
    { from: '12', points: 25 },
    { from: '36', points: 40 },
  ]
  const other = cardOf([
    { ...seniority, bins },
    { code: 'AGE', bins: [{ from: null, points: 1 }], missing: 0 },
  ])
  const compared = comparedCharacteristics(one, other, nameOf)
  expect(compared.map(({ code, differs }) => [code, differs])).toEqual([
    ['SENIORITY', true],
    ['EDUCATION', true],
    ['AGE', true],
  ])
  expect(compared[0]?.parts).toEqual([
    { text: 'меньше 12', one: 5, other: 5 },
    { text: 'от 12 до 36', one: 20, other: 25 },
    { text: 'от 36', one: 20, other: 40 },
    { text: 'не известно', one: 0, other: 0 },
  ])
  expect(compared[1]?.parts).toEqual([
    { text: 'educationLevel HIGH', one: 30, other: null },
    { text: 'все остальные', one: 10, other: null },
    { text: 'не известно', one: -5, other: null },
  ])
  expect(dictionariesOf([one, other])).toEqual(['educationLevel'])
})

it('says of two equal versions that nothing differs, and of the scale what does', () => {
  const one = cardOf([seniority])
  expect(comparedCharacteristics(one, cardOf([seniority]), nameOf).map(({ differs }) => differs)).toEqual([
    false,
  ])
  expect(comparedScale(one, cardOf([seniority], { base: 410 }))).toEqual([
    { text: 'Основа', one: 400, other: 410 },
    { text: 'Баллов на удвоение шансов', one: 20, other: 20 },
    { text: 'Балл, при котором шансы 50 к 1', one: 600, other: 600 },
    { text: 'Одобрить без участия человека до первого уровня: от', one: 650, other: 650 },
  ])
})
