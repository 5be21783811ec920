import { describe, expect, it } from 'vitest'
import {
  type CoverageRow,
  coverageQuery,
  coverageSearch,
  coverageStateOf,
  rowsByCategory,
  shownColumns,
} from './coverage-state.ts'
import { flagsOf } from '../rule-flags.ts'
import { askedAt } from '#widgets/list/server-list.ts'
import { rulesList } from '../rules-list.ts'

describe('the matrix in the address', () => {
  it('comes back as it was, defaults are left out', () => {
    const search = {
      mode: 'coverage',
      axis: 'goal',
      case: 'SHORT_APPLICATION',
      drafts: '1',
      category: 'INCOME',
      columns: 'A,B',
    }
    expect(coverageSearch(coverageStateOf(search))).toEqual(search)
    expect(coverageSearch(coverageStateOf({}))).toEqual({ mode: 'coverage' })
  })

  it('drops what it does not know', () => {
    const state = coverageStateOf({ axis: 'colour', case: 'X', on: '2026-13-45' })
    expect(coverageQuery(state)).toEqual({ axis: 'programme', caseKind: 'FULL_APPLICATION' })
  })

  it('shows the chosen columns in the order of the answer, all where none is known', () => {
    const columns = ['A', 'B', 'C'].map((code) => ({ code, name: code }))
    const matrix = { columns }
    expect(shownColumns(matrix, ['C', 'A']).map(({ at }) => at)).toEqual([0, 2])
    expect(shownColumns(matrix, ['X'])).toHaveLength(3)
  })

  it('gathers rows by category', () => {
    const row = (code: string, category: string): CoverageRow => ({
      document: { code, name: code },
      category: { code: category, name: category },
      cells: [],
    })
    const groups = rowsByCategory([row('1', 'A'), row('2', 'B'), row('3', 'A')])
    expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['A', 2],
      ['B', 1],
    ])
  })
})

describe('the list of rules in the address', () => {
  it('asks the server for what restricts only', () => {
    const search = { types: 'COMPLETENESS,WRONG', on: '2026-11-21', sort: '-documents', page: '3' }
    expect(askedAt(rulesList, search)).toEqual({
      query: { page: 2, size: 20, sort: 'documents,desc' },
      body: { ruleTypes: ['COMPLETENESS'], on: '2026-11-21' },
    })
  })
})

describe('marks of rules', () => {
  it('a conflict marks both sides, a shadow only the rule in it', () => {
    const issue = (kind: 'CONFLICT' | 'SHADOWED', id: number, other: number) => ({
      kind,
      ruleType: 'COMPLETENESS' as const,
      rule: { id, name: '' },
      others: [{ id: other, name: '' }],
      documents: [],
      text: '',
      example: [],
    })
    const flags = flagsOf([issue('CONFLICT', 1, 2), issue('SHADOWED', 3, 1)])
    expect([1, 2, 3].map((id) => [...(flags.get(id) ?? [])])).toEqual([
      ['CONFLICT'],
      ['CONFLICT'],
      ['SHADOWED'],
    ])
  })
})
