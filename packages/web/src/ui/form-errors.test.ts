import { expect, test } from 'vitest'
import { fieldErrorsOf, flattenErrors } from './form-errors.ts'

test('what a schema found wrong becomes errors of the fields, the first message of each', () => {
  const errors = fieldErrorsOf([
    { path: ['title'], message: 'Пусто' },
    { path: ['rows', 1, 'key'], message: 'Занято' },
    { path: ['rows', 1, 'key'], message: 'Коротко' },
    { path: ['rows', 0, 'key'], message: 'Пусто' },
    { path: [], message: 'Всё' },
  ])
  expect(flattenErrors(errors)).toEqual([
    { name: 'title', message: 'Пусто' },
    { name: 'rows.0.key', message: 'Пусто' },
    { name: 'rows.1.key', message: 'Занято' },
  ])
})
