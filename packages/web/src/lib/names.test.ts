import { expect, it } from 'vitest'
import { sexOfPatronymic } from './names.ts'

it.each([
  ['Игоревна', 'FEMALE'],
  ['Ильинична', 'FEMALE'],
  ['Павлович', 'MALE'],
  ['Ильич', 'MALE'],
  ['Мамед оглы', 'MALE'],
  ['Рашид кызы', 'FEMALE'],
  ['', null],
  ['Ван', null],
])('the patronymic «%s» tells %s', (patronymic, sex) => {
  expect(sexOfPatronymic(patronymic)).toBe(sex)
})
