import { expect, test } from 'vitest'
import { questionText } from '../document-rules/document-condition-texts.ts'
import { ofYears, yearsText } from './counted.ts'

test.each([
  [1, '1 год', '1 года'],
  [11, '11 лет', '11 лет'],
  [22, '22 года', '22 лет'],
  [31, '31 год', '31 года'],
  [45, '45 лет', '45 лет'],
])('%i is %s, and more than %s', (years, nominative, genitive) => {
  expect([yearsText(years), ofYears(years)]).toEqual(
    [nominative, genitive].map((text) => text.replace(' ', '\u00a0')),
  )
})

test('an age in a condition has the form that its number asks for', () => {
  const text = (predicate: 'EQ' | 'GE') =>
    questionText({ kind: 'fact', fact: 'age', predicate, value: 31 }, () => undefined)
  expect([text('EQ'), text('GE')]).toEqual(['возраст — 31\u00a0год', 'возраст не меньше 31\u00a0года'])
})
