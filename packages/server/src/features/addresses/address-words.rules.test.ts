import { expect, it } from 'vitest'
import { fromLatinLayout, withoutSynonyms, wordsOf } from './address-words.rules.ts'

it.each([
  ['Санкт-Петербург', ['санкт', 'петербург']],
  ['ул. Академика Королёва', ['ул', 'академика', 'королева']],
  ['1-я Тверская-Ямская', ['1', 'тверская', 'ямская']],
  ['22-го Партсъезда', ['22', 'партсъезда']],
  ['40-летия Октября', ['40', 'летия', 'октября']],
  ['8 Марта', ['8', 'марта']],
  ['Саха /Якутия/', ['саха', 'якутия']],
  ['5-й Ё.-проезд «Новый»', ['5', 'е', 'проезд', 'новый']],
  ['😀, —', []],
  ['', []],
])('words of «%s» are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it.each([
  ['rfpfym', 'казань'],
  ['Gtnth,ehu', 'петербург'],
  ['казань', null],
  ['мир a', null],
  ['123', null],
])('«%s» on the other layout is %j', (typed, meant) => {
  expect(fromLatinLayout(typed)).toBe(meant)
})

it.each([
  ['спб', ['санкт', 'петербург']],
  ['казань', ['казань']],
  ['constructor', ['constructor']],
])('«%s» stands for %j', (word, words) => {
  expect(withoutSynonyms(word)).toEqual(words)
})
