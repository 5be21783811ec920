import { describe, expect, it } from 'vitest'
import { papersOf, refusalText } from './participant-papers.ts'

const people = [
  { id: 1, role: 'MAIN_BORROWER', name: 'Белова Анна' },
  { id: 2, role: 'CO_BORROWER', name: 'Белов Олег' },
  { id: 3, role: 'CO_BORROWER', name: 'Белова Нина' },
]
const paper = (
  title: string,
  categoryCode: string | null,
  participant: { roleCode: 'MAIN_BORROWER' | 'CO_BORROWER' | 'SELLER'; name: string } | null = null,
) => ({
  title,
  type: categoryCode === null ? null : { code: title, name: title, categoryCode },
  participant,
  deletedAt: null as string | null,
})
const papers = [
  paper('паспорт', 'IDENTITY'),
  paper('паспорт Олега', 'IDENTITY', { roleCode: 'CO_BORROWER', name: 'Белов Олег' }),
  paper('чей-то из двоих', 'INCOME', { roleCode: 'CO_BORROWER', name: '' }),
  paper('выписка ЕГРН', 'REALTY_TITLE'),
  paper('без типа', null),
  paper('паспорт продавца', 'SELLER', { roleCode: 'SELLER', name: '' }),
  { ...paper('удалён', 'IDENTITY'), deletedAt: '2026-01-01T00:00:00Z' },
]
const titles = (id: number) => papersOf(papers, people, id).map(({ title }) => title)

describe('papers of a participant', () => {
  it('are those that name them; the borrower has those that name nobody and are of people', () => {
    expect(titles(1)).toEqual(['паспорт', 'без типа'])
    expect(titles(2)).toEqual(['паспорт Олега'])
  })

  it('are nobody’s where the name does not tell which of two it is', () => {
    expect(titles(3)).toEqual([])
  })
})

it('a remark names its document, with or without words', () => {
  const named = { title: 'Справка', type: null, files: [] }
  expect(refusalText(named, '')).toBe('«Справка»')
  expect(refusalText(named, 'нет печати')).toBe('«Справка»: нет печати')
})
