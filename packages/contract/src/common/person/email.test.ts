import { expect, it } from 'vitest'
import { emailParts, isOneSlipApart, meantEmail } from './email.ts'

it.each([
  ['anton', { local: 'anton', domain: null }],
  [' anton@ ', { local: 'anton', domain: '' }],
  ['anton@Ma', { local: 'anton', domain: 'ma' }],
  ['@mail.ru', null],
  ['two words', null],
  ['a@b@c', null],
])('of «%s» the parts are %j', (text, parts) => {
  expect(emailParts(text)).toEqual(parts)
})

it.each([
  ['anton@gmial.com', 'anton@gmail.com'],
  ['anton@gmail.co', 'anton@gmail.com'],
  ['anton@gmaill.com', 'anton@gmail.com'],
  ['anton@yandex/ru', 'anton@yandex.ru'],
  ['anton@mail,ru', 'anton@mail.ru'],
  ['anton@mali.ru', 'anton@mail.ru'],
  ['anton@mail.ru', null],
  ['anton@GMAIL.com', null],
  ['anton@bank.ru', null],
  // A neighbour of «bk.ru», and a domain of its own.
  ['anton@bk.rs', null],
  ['anton', null],
])('«%s» probably means %s', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant)
})

it.each([
  ['abc', 'abc', false],
  ['abc', 'abd', true],
  ['abc', 'acb', true],
  ['abc', 'ab', true],
  ['abc', 'xabc', true],
  ['abc', 'a', false],
  ['abcd', 'badc', false],
])('«%s» and «%s» are one slip apart: %s', (one, other, apart) => {
  expect([isOneSlipApart(one, other), isOneSlipApart(other, one)]).toEqual([apart, apart])
})
