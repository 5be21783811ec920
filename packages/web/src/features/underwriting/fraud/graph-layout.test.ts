import { describe, expect, it } from 'vitest'
import { layOut, nextOf } from './graph-layout.ts'

const node = (key: string, kind: 'PERSON' | 'PHONE' | 'EMPLOYER', depth: number) => ({
  ...{ key, kind, depth, own: depth === 0 },
  folded: null,
})
const edge = (from: string, to: string) => ({ from, to, role: 'телефон' })

const nodes = [
  node('me', 'PERSON', 0),
  node('phone', 'PHONE', 1),
  node('firm', 'EMPLOYER', 1),
  node('alone', 'PHONE', 1),
  node('first', 'PERSON', 2),
  node('second', 'PERSON', 2),
  node('further', 'PHONE', 2),
]
const edges = [
  edge('me', 'phone'),
  edge('me', 'firm'),
  edge('me', 'alone'),
  edge('second', 'phone'),
  edge('first', 'firm'),
  edge('first', 'further'),
  edge('second', 'further'),
]

describe('the drawing of connections', () => {
  const layout = layOut(nodes, edges)

  it('stands in columns by how far a node is from the application', () => {
    expect(layout.columns.map((column) => [...column].sort())).toEqual([
      ['me'],
      ['alone', 'firm', 'phone'],
      ['first', 'second'],
      ['further'],
    ])
    expect(layout.columns[1]?.at(-1)).toBe('alone')
  })

  it('puts people beside what ties them, and no two nodes in one place', () => {
    const row = (key: string) => layout.placed.get(key)?.row ?? -1
    expect(row('phone') < row('firm')).toBe(row('second') < row('first'))
    const points = [...layout.placed.values()].map(({ x, y }) => `${x} ${y}`)
    expect(new Set(points).size).toBe(nodes.length)
  })

  it('is the same however its nodes come', () => {
    const again = layOut(nodes.toReversed(), edges.toReversed())
    expect(again.columns.map((column) => column.length)).toEqual(
      layout.columns.map((column) => column.length),
    )
    expect(layOut(nodes, edges)).toEqual(layout)
  })

  it.each([
    ['me', 'ArrowRight', 1],
    ['further', 'ArrowLeft', 2],
    ['first', 'ArrowLeft', 1],
  ])('from %s %s leads to column %i', (key, arrow, column) => {
    expect(layout.placed.get(nextOf(layout, key, arrow) ?? '')?.column).toBe(column)
  })

  it('leads nowhere beyond its edges', () => {
    expect(nextOf(layout, 'me', 'ArrowLeft')).toBeNull()
    expect(nextOf(layout, 'me', 'ArrowUp')).toBeNull()
    expect(nextOf(layout, 'further', 'ArrowRight')).toBeNull()
    expect(nextOf(layout, 'me', 'Enter')).toBeNull()
  })

  it('lays out an empty graph and one of two hundred nodes', () => {
    expect(layOut([], []).placed.size).toBe(0)
    const many = Array.from({ length: 198 }, (_, at) => node(`p${at}`, 'PERSON', 2))
    const large = layOut(
      [node('me', 'PERSON', 0), node('firm', 'EMPLOYER', 1), ...many],
      [edge('me', 'firm'), ...many.map(({ key }) => edge(key, 'firm'))],
    )
    expect(large.placed.size).toBe(200)
  })
})
