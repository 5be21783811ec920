import { expect, it } from 'vitest'
import { isWhole, restText } from './address-rest.rules.ts'

it.each([
  ['12', 'street', 'д 12'],
  ['5к2', 'street', 'д 5 к 2'],
  ['5ак2с1', 'street', 'д 5а к 2 стр 1'],
  ['11/12, кв 7', 'street', 'д 11/12, кв 7'],
  ['5лб', 'street', 'д 5 литер б'],
  ['5касб', 'street', 'д 5 к асб'],
  ['5к2соор1', 'street', 'д 5 к 2 соор 1'],
  // Each of these letters could begin a part of its own: no way through them is tried twice.
  [`5${'к'.repeat(60)}!`, 'street', `5${'к'.repeat(60)}!`],
  ['кв 7', 'house', 'кв 7'],
  ['кв 7', 'street', 'кв 7'],
  [null, 'street', null],
] as const)('what is left, %s after a %s, is written %s', (rest, level, text) => {
  expect(restText({ rest, level })).toBe(text)
})

it('an address that is typed out is told from a part of it', () => {
  const found = { value: 'Респ Татарстан, г Казань' }
  expect(isWhole('респ. татарстан  г казань,', found)).toBe(true)
  expect(isWhole('казань', found)).toBe(false)
})
