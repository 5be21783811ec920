import { expect, it } from 'vitest'
import { sheetIssue } from './sheet-drop.tsx'

it.each([
  ['дни.csv', 10, null],
  ['Дни.XLSX', 2_097_152, null],
  ['дни.txt', 10, 'Нужен файл XLSX или CSV'],
  ['csv', 10, 'Нужен файл XLSX или CSV'],
  ['дни.csv', 0, 'Файл пуст'],
  ['дни.csv', 2_097_153, 'Файл больше 2 МБ'],
])('of the file %s with %i bytes it says %j', (name, size, issue) => {
  expect(sheetIssue({ name, size }, 2_097_152)).toBe(issue)
})
