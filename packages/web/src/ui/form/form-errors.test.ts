import { expect, test } from 'vitest'
import { fieldErrorsOf, flattenErrors, labelOfField } from './form-errors.ts'

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

test('a mistake deep in a field is called by the nearest name that people know', () => {
  const labels = { owners: 'Правообладатели', 'building.floor': 'Этаж' }
  expect(labelOfField(labels, 'building.floor')).toBe('Этаж')
  expect(labelOfField(labels, 'owners.0.holders.1.name')).toBe('Правообладатели')
  expect(labelOfField(labels, 'price')).toBe('price')
})
