import { getBranchTree, getHeadTree, type TreeNode } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './branch-tree.module.css'

type ByParent = ReadonlyMap<number | null, readonly TreeNode[]>

/** The nodes under each parent, in the order of the answer. */
export function groupByParent(nodes: readonly TreeNode[]): ByParent {
  const groups = new Map<number | null, TreeNode[]>()
  for (const node of nodes) {
    const parent = node.depth === 0 ? null : node.parentId
    groups.set(parent, [...(groups.get(parent) ?? []), node])
  }
  return groups
}

function NodeName({ node, here }: { node: TreeNode; here: boolean }) {
  if (here) return <span className={styles.here}>{node.shortName}</span>
  if (!node.visible) return <span className="muted">{node.shortName}</span>
  return (
    <Link to="/partner/$partnerId" params={{ partnerId: String(node.id) }}>
      {node.shortName}
    </Link>
  )
}

function Node({ node, groups, hereId }: { node: TreeNode; groups: ByParent; hereId: number }) {
  const children = groups.get(node.id) ?? []
  const [open, setOpen] = useState(node.depth < 1)
  const words = [node.branchTypeName, node.regionName].filter(Boolean).join(', ')
  return (
    <li>
      <div className={styles.node}>
        {children.length > 0 ? (
          <Button
            look="quiet"
            aria-expanded={open}
            aria-label={`${open ? 'Свернуть' : 'Развернуть'}: ${node.shortName}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
          </Button>
        ) : (
          <span className={styles.spacer} />
        )}
        <NodeName node={node} here={node.id === hereId} />
        {words && <span className="muted small">{words}</span>}
        {node.notActive && <Tag>отключён</Tag>}
      </div>
      {open && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Node key={child.id} node={child} groups={groups} hereId={hereId} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The head offices above the partner and the whole tree under it. */
export function BranchTree({ partnerId }: { partnerId: number }) {
  const params = { id: String(partnerId) }
  const heads = useQuery(query(getHeadTree, { params }))
  const tree = useQuery(query(getBranchTree, { params }))
  const groups = useMemo(() => groupByParent(tree.data?.nodes ?? []), [tree.data])
  if (tree.isError || heads.isError) return <p className="muted">Не удалось прочитать дерево филиалов</p>
  if (!tree.data || !heads.data) return <SkeletonLine width={70} />
  const above = heads.data.filter(({ id }) => id !== partnerId)
  const hidden = tree.data.total - tree.data.nodes.length
  if (above.length === 0 && tree.data.total <= 1) return <p className="muted">Филиалов нет</p>
  return (
    <>
      {above.map((node) => (
        <div key={node.id} className={cx(styles.node)}>
          <NodeName node={node} here={false} />
          <span className="muted small">{node.branchTypeName ?? 'головная организация'}</span>
        </div>
      ))}
      <ul className={styles.tree} aria-label="Дерево филиалов">
        {(groups.get(null) ?? []).map((node) => (
          <Node key={node.id} node={node} groups={groups} hereId={partnerId} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="muted">
          Ещё {countOf(hidden, 'филиал', 'филиала', 'филиалов')}: откройте ветвь по ссылке.
        </p>
      )}
    </>
  )
}
