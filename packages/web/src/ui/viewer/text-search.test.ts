import { describe, expect, test } from 'vitest'
import { findIn, searchText, searchWords } from './text-search.ts'

const run = (str: string, hasEOL = false) => ({ str, hasEOL })
const find = (runs: { str: string; hasEOL: boolean }[], query: string) =>
  findIn(searchText(runs), searchWords(query), 3)

describe('search in the text of a page', () => {
  test('case and ё do not matter', () => {
    expect(find([run('Заёмщик и ЗАЕМЩИК')], 'заемщик')).toEqual([
      { page: 3, from: { run: 0, offset: 0 }, to: { run: 0, offset: 7 } },
      { page: 3, from: { run: 0, offset: 10 }, to: { run: 0, offset: 17 } },
    ])
  })

  test('a match goes over runs and lines, white space counts once', () => {
    expect(find([run('сумма  '), run('кредита', true), run('6 480 000')], 'сумма кредита 6')).toEqual([
      { page: 3, from: { run: 0, offset: 0 }, to: { run: 2, offset: 1 } },
    ])
  })

  test('a word broken at the end of a line is found whole', () => {
    expect(find([run('обяза-', true), run('тельство')], 'обязательство')).toEqual([
      { page: 3, from: { run: 0, offset: 0 }, to: { run: 1, offset: 8 } },
    ])
    expect(find([run('счёт-фактура')], 'счет-фактура')).toHaveLength(1)
    expect(find([run('до\u00ADговор')], 'договор')).toHaveLength(1)
  })

  test('nothing is found by nothing, and matches do not overlap', () => {
    expect(find([run('ааа')], '  ')).toEqual([])
    expect(find([run('аааа')], 'аа')).toHaveLength(2)
  })
})
