import type { TreeNode } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { describe, expect, test } from 'vitest'
import { groupByParent } from './branch-tree.tsx'

const node = (id: number, parentId: number | null, depth: number): TreeNode => ({
  id,
  shortName: `№ ${id}`,
  parentId,
  depth,
  branchTypeName: null,
  regionName: null,
  notActive: false,
  branchesCount: 0,
  visible: true,
})

describe('the tree of branches', () => {
  test('begins with the partner itself, whatever stands above it, and keeps the order of the answer', () => {
    const groups = groupByParent([node(5, 1, 0), node(9, 5, 1), node(7, 5, 1), node(8, 9, 2)])
    expect(groups.get(null)?.map(({ id }) => id)).toEqual([5])
    expect(groups.get(5)?.map(({ id }) => id)).toEqual([9, 7])
    expect(groups.get(9)?.map(({ id }) => id)).toEqual([8])
    expect(groups.has(1)).toBe(false)
  })
})
