import { describe, expect, it } from 'vitest'
import { houseNumberOf, houseTokens, readHouse } from './house-number.rules.ts'

describe('a typed house', () => {
  it.each([
    ['5', '5', null],
    ['д 5', '5', null],
    ['д.5', '5', null],
    ['д5', '5', null],
    ['дом 5 корпус 2', '5к2', null],
    ['5к2', '5к2', null],
    ['5 к2', '5к2', null],
    ['5 K 2', '5к2', null],
    ['5 корп. 2 стр. 1', '5к2с1', null],
    ['5к2с1', '5к2с1', null],
    ['12с3', '12с3', null],
    ['5/2', '5/2', null],
    ['5-2', '5-2', null],
    ['5А', '5а', null],
    ['5 а', '5а', null],
    ['5A', '5а', null],
    ['5 лит А', '5ла', null],
    ['влд 7 соор 2', '7соор2', null],
    ['12, кв. 7', '12', 'кв 7'],
    ['12 кв7', '12', 'кв7'],
    ['5 к 2 офис 301', '5к2', 'офис 301'],
  ])('«%s» is looked for as «%s» with %j', (text, number, flat) => {
    expect(readHouse(houseTokens(text))).toEqual({ number, flat })
  })

  it.each(['', 'ленина', '5 казань', '8 марта', '5-я', '22-го', '1905 года', 'д', 'к 2', 'кв 7', '123456'])(
    '«%s» is none',
    (text) => {
      expect(readHouse(houseTokens(text))).toBeNull()
    },
  )
})

it.each([
  ['5', [], '5'],
  ['5А', [['корпус', '2']], '5ак2'],
  [
    '5',
    [
      ['Корпус', '2'],
      ['Строение', '1'],
    ],
    '5к2с1',
  ],
  ['12/7', [['Литера', 'Б']], '12/7лб'],
  ['7', [['Сооружение', '2']], '7соор2'],
] as const)('a stored house «%s» with %j is found as «%s»', (base, additions, number) => {
  expect(
    houseNumberOf(
      base,
      additions.map(([type, value]) => ({ type, value })),
    ),
  ).toBe(number)
  expect(readHouse(houseTokens(number))?.number).toBe(number)
})
