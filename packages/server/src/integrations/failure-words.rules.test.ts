import { expect, it } from 'vitest'
import { failureWords } from './failure-words.rules.ts'

it.each([
  ['Шлюз проверок не отвечает', 'Шлюз проверок не отвечает'],
  ['СПР: ответ 503', 'СПР: ответ 503'],
  ['connect ECONNREFUSED', 'connect ECONNREFUSED'],
  [null, null],
])('of an error %s administrators read %s', (message, shown) => {
  expect(failureWords(message)).toBe(shown)
})

it.each([
  'Key (full_name)=(Королёва Анна) already exists',
  'Клиент Королёва Анна Сергеевна: ответ 503 на вопрос о паспорте 4509 235857',
  'Королёва Анна не отвечает на звонки по 79990001122 с утра',
  'value "4509235857" is too long',
])('of «%s» nothing that names a person is left', (message) => {
  expect(failureWords(message)).not.toMatch(/Королёва|Анна|4509|235857|79990001122/)
})
