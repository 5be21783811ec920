import { describe, expect, it } from 'vitest'
import {
  changeCount,
  changeText,
  type MatrixRow,
  markOf,
  ofColumn,
  shownRows,
  tickOf,
  withOperations,
} from './matrix.ts'

const row = (objectType: string, name: string, ...codes: string[]): MatrixRow => ({
  objectType,
  name,
  operations: codes.map((code, at) => ({ id: at + 1, code, descriptor: `${name}: ${code}`, builtin: true })),
})
const rows = [row('Partner', 'Партнёры', 'List', 'Update', 'Reassign'), row('Deal', 'Сделки', 'List')]
const saved = { Partner: ['List', 'Update'] }

describe('the matrix of a role', () => {
  it('gives and takes operations and leaves no empty types', () => {
    const given = withOperations(saved, ofColumn(rows, 'List'), true)
    expect(given).toEqual({ Deal: ['List'], Partner: ['List', 'Update'] })
    expect(withOperations(given, ofColumn(rows, 'List'), false)).toEqual({ Partner: ['Update'] })
    expect(saved).toEqual({ Partner: ['List', 'Update'] })
  })

  it('counts what was added and what was taken away', () => {
    const held = { Deal: ['List'], Partner: ['Reassign', 'Update'] }
    expect(changeText(changeCount(saved, held))).toBe('+2 / −1')
    expect(markOf(saved, held, 'Deal', 'List')).toBe('added')
    expect(markOf(saved, held, 'Partner', 'List')).toBe('removed')
    expect(markOf(saved, held, 'Partner', 'Update')).toBeNull()
  })

  it('knows whether all, some or none of a row is held', () => {
    const partner = ['List', 'Update', 'Reassign'].map((code) => ({ objectType: 'Partner', code }))
    expect(tickOf(saved, partner)).toBe('some')
    expect(tickOf(saved, partner.slice(0, 2))).toBe('all')
    expect(tickOf({}, partner)).toBe('none')
  })

  it('finds rows by their names and operations, and those that are changed', () => {
    const held = { Deal: ['List'], ...saved }
    const shown = (text: string, changed: boolean) =>
      shownRows(rows, { text, changed, saved, held }).map(({ objectType }) => objectType)
    expect(shown('ПАРТНЕР', false)).toEqual(['Partner'])
    expect(shown('list', false)).toEqual(['Partner', 'Deal'])
    expect(shown('', true)).toEqual(['Deal'])
    expect(shown('партнёры', true)).toEqual([])
  })
})
