import { expect, it } from 'vitest'
import { ArchivePaths, archiveName } from './archive-names.rules.ts'

it.each([
  ['Паспорт', 'Паспорт'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\a', 'C__Windows_a'],
  ['a\u0000b\u202Ec', 'abc'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['  конец. . ', 'конец'],
  ['...', 'файл'],
  ['', 'файл'],
  ['а'.repeat(300), 'а'.repeat(100)],
  ['и\u0306', 'й'],
])('%j is %j in an archive', (given, name) => {
  expect(archiveName(given)).toBe(name)
})

it('gives no path twice, whatever the size of the letters', () => {
  const paths = new ArchivePaths()
  expect(
    ['Справка.pdf', 'справка.PDF', 'Справка.pdf', 'Справка'].map((name) => paths.take('Доходы', name)),
  ).toEqual(['Доходы/Справка.pdf', 'Доходы/справка (2).PDF', 'Доходы/Справка (3).pdf', 'Доходы/Справка'])
  expect(paths.take('Прочие', 'Справка.pdf')).toBe('Прочие/Справка.pdf')
})
