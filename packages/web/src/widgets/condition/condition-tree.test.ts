import { describe, expect, it } from 'vitest'
import {
  changePart,
  depthOf,
  type Group,
  insertPart,
  type Leaf,
  leavesOf,
  levelOf,
  movePart,
  placeOf,
  removePart,
  stepPart,
} from './condition-tree.ts'

const leaf = (id: string): Leaf => ({ id, kind: 'fact' })
const group = (id: string, ...items: Group<Leaf>['items']): Group<Leaf> => ({
  id,
  kind: 'group',
  mode: 'all',
  items,
})

/** «root(a g(b c) d)» */
const tree = group('root', leaf('a'), group('g', leaf('b'), leaf('c')), leaf('d'))

const text = (part: Leaf | Group<Leaf>): string =>
  part.kind === 'group' ? `${part.id}(${part.items.map(text).join(' ')})` : part.id

describe('a tree of conditions', () => {
  it('knows places, levels and depths', () => {
    expect(placeOf(tree, 'c')).toEqual({ groupId: 'g', at: 1 })
    expect(placeOf(tree, 'root')).toBeNull()
    expect([levelOf(tree, 'root'), levelOf(tree, 'g'), levelOf(tree, 'none')]).toEqual([1, 2, 0])
    expect([depthOf(tree), depthOf(leaf('x')), depthOf(group('empty'))]).toEqual([2, 0, 1])
    expect(leavesOf(tree).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('takes parts in and gives them out, and leaves the given one as it was', () => {
    expect(text(insertPart(tree, { groupId: 'g', at: 1 }, leaf('x')))).toBe('root(a g(b x c) d)')
    expect(text(removePart(tree, 'g'))).toBe('root(a d)')
    expect(text(changePart(tree, 'b', () => leaf('z')))).toBe('root(a g(z c) d)')
    expect(text(removePart(tree, 'none'))).toBe('root(a g(b c) d)')
    expect(text(tree)).toBe('root(a g(b c) d)')
  })

  it.each([
    ['a', { groupId: 'root', at: 3 }, 'root(g(b c) d a)'],
    ['d', { groupId: 'root', at: 0 }, 'root(d a g(b c))'],
    ['a', { groupId: 'g', at: 2 }, 'root(g(b c a) d)'],
    ['b', { groupId: 'root', at: 1 }, 'root(a b g(c) d)'],
    ['g', { groupId: 'g', at: 0 }, 'root(a g(b c) d)'],
  ])('moves %s to %o', (id, to, expected) => {
    expect(text(movePart(tree, id, to, 3))).toBe(expected)
  })

  it.each([
    ['a', -1, 'root(a g(b c) d)'],
    ['a', 1, 'root(g(a b c) d)'],
    ['b', -1, 'root(a b g(c) d)'],
    ['b', 1, 'root(a g(c b) d)'],
    ['c', 1, 'root(a g(b) c d)'],
    ['d', -1, 'root(a g(b c d))'],
    ['d', 1, 'root(a g(b c) d)'],
    ['g', 1, 'root(a d g(b c))'],
  ] as const)('steps %s by %i, in and out of groups', (id, step, expected) => {
    expect(text(stepPart(tree, id, step, 3))).toBe(expected)
  })

  it('goes past a group where there is no room inside', () => {
    const two = group('root', group('g', leaf('b')), group('h', leaf('c')))
    expect(text(stepPart(two, 'g', 1, 2))).toBe('root(h(c) g(b))')
    expect(text(stepPart(two, 'g', 1, 3))).toBe('root(h(g(b) c))')
    expect(text(movePart(two, 'g', { groupId: 'h', at: 0 }, 2))).toBe('root(g(b) h(c))')
  })
})
