import { expect, it } from 'vitest'
import {
  differences,
  headsFirst,
  isWanted,
  keyOfRow,
  listOf,
  phoneOf,
  readCells,
  readColumns,
} from './load-file.rules.ts'

it.each([
  [['ИНН', 'Краткое наименование', 'Полное наименование'], null],
  [['инн', 'Краткое наименование', 'Полное наименование', ''], null],
  [['ИНН', 'Краткое наименование'], 'Нет столбцов: «Полное наименование»'],
  [['ИНН', 'ИНН', 'Краткое наименование', 'Полное наименование'], 'Столбец «ИНН» встречается дважды'],
  [['ИНН', 'Цвет', 'Краткое наименование', 'Полное наименование'], 'Неизвестные столбцы: «Цвет»'],
])('reads the headings %j', (cells, error) => {
  const read = readColumns('PARTNERS', cells)
  expect('error' in read ? read.error : null).toBe(error)
})

it('gives codes back the zeros that a spreadsheet took away, and leaves what was typed as text', () => {
  const columns = ['inn', 'kpp', 'regionCode', 'shortName', null]
  expect(readCells(columns, [101000018, 10101001, 1, '  Юг ', 'x'])).toEqual({
    inn: '0101000018',
    kpp: '010101001',
    regionCode: '01',
    shortName: 'Юг',
  })
  expect(readCells(['inn'], ['101000018'])).toEqual({ inn: '101000018' })
})

it('puts heads before their branches, whatever the order of the file, and is not caught in a ring', () => {
  const row = (inn: string, kpp: string, headInn?: string, headKpp?: string) => ({
    cells: { inn, kpp, ...(headInn && { headInn }), ...(headKpp && { headKpp }) },
  })
  const rows = [row('1', 'c', '1', 'b'), row('1', 'b', '1'), row('2', 'x', '2', 'x'), row('1', 'a')]
  expect(headsFirst(rows).map(({ cells }) => cells.kpp)).toEqual(['a', 'b', 'c', 'x'])
})

it('reads lists, phones and yes or no as people type them', () => {
  expect(listOf('AGENT; ADMIN,')).toEqual(['AGENT', 'ADMIN'])
  expect(['8 (999) 123-45-67', '79991234567', '123'].map(phoneOf)).toEqual([
    '+79991234567',
    '+79991234567',
    '123',
  ])
  expect(['Да', 'нет', undefined, 'может'].map(isWanted)).toEqual([true, false, false, null])
  expect(keyOfRow('EMPLOYEES', { login: 'Ivanov' })).toBe('ivanov')
  expect(differences('EMPLOYEES', { jobTitle: '', phone: '1' }, { jobTitle: 'Агент', phone: '1' })).toEqual([
    'Должность: пусто → «Агент»',
  ])
})
