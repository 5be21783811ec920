import { expect, it } from 'vitest'
import { checkContact } from './contact-value.ts'

it.each([
  [1, '+7 (912) 345-67-89', '+79123456789'],
  [1, '8 912 345 67 89', '+79123456789'],
  [1, '9123456789', '+79123456789'],
  [2, '8 (495) 123-45-67', '+74951234567'],
  [1, '+44 20 7946 0958', '+442079460958'],
  [3, ' Name@Bank.RU ', 'name@bank.ru'],
  [3, 'info@банк.рф', 'info@банк.рф'],
  [4, 'bank.ru', 'https://bank.ru'],
  [4, 'http://банк.рф/ипотека', 'http://банк.рф/ипотека'],
] as const)('a contact of type %i «%s» is kept as %s', (type, text, value) => {
  expect(checkContact(type, text)).toEqual({ value })
})

it.each([
  [1, '12345'],
  [1, '+7 912 345'],
  [1, 'позвонить завтра'],
  [1, '+7912345678901234'],
  [3, 'name@'],
  [3, 'name@bank'],
  [3, 'a b@bank.ru'],
  [3, 'name@bank.ru/path'],
  [4, 'javascript:alert(1)'],
  [4, 'ftp://bank.ru'],
  [4, 'https://user:pass@bank.ru'],
  [4, 'localhost'],
  [4, ''],
] as const)('a contact of type %i may not be «%s»', (type, text) => {
  expect(checkContact(type, text)).toHaveProperty('message')
})
