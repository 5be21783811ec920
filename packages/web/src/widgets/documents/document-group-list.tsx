import type { Document, DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import type { ForeignPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { OrderHandle, useDragOrder } from '#ui/table/order-handle.tsx'
import type { DocumentAccess } from './document-access.ts'
import type { DocumentGroup } from './document-groups.ts'
import { DocumentRow, type RowAsks } from './document-row.tsx'
import styles from './documents.module.css'
import { useFileDrop } from './upload/file-drop.ts'

/** What the groups of a panel share. */
export interface GroupParts {
  readonly owner: DocumentOwner
  readonly access: DocumentAccess
  readonly asks: RowAsks
  /** Which documents name somebody else than the questionnaire. */
  readonly foreign: ReadonlyMap<number, ForeignPaper>
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: readonly number[], on: boolean) => void
  /** Puts a document in the place of another; null: the order cannot be changed now. */
  readonly onMove: ((id: number, target: number) => void) | null
  /** Files dropped on the heading of a category. */
  readonly onCategoryFiles: (category: string, files: File[]) => void
}

function Handle({
  document,
  at,
  rows,
  move,
  start,
}: {
  document: Document
  at: number
  rows: readonly Document[]
  move: (from: number, to: number) => void
  start: (at: number) => void
}) {
  return (
    <OrderHandle
      name={documentTitle(document)}
      isFirst={at === 0}
      isLast={at === rows.length - 1}
      onMove={(step) => move(at, at + step)}
      onDragStart={() => start(at)}
    />
  )
}

/** Documents of one category under its heading; folded by a click, put in order by dragging or by arrow keys. */
export function DocumentGroupList({ group, parts }: { group: DocumentGroup; parts: GroupParts }) {
  const { access, asks, foreign, chosen, onChoose, onMove } = parts
  const [open, setOpen] = useState(true)
  const { code, name, documents } = group
  const rows = documents.filter(({ deletedAt }) => deletedAt === null)
  const move = (from: number, to: number) => {
    const [moved, target] = [rows[from], rows[to]]
    if (moved && target) onMove?.(moved.id, target.id)
  }
  const drag = useDragOrder(move, 'li[data-document]')
  const drop = useFileDrop(
    (files) => code !== null && parts.onCategoryFiles(code, files),
    code === null || access.create !== null,
  )
  const ids = documents.map(({ id }) => id)
  const isAll = ids.every((id) => chosen.has(id))
  return (
    <section className={styles.group} aria-label={name}>
      <div className={cx(styles.groupHead, drop.over && styles.over)} {...drop.props}>
        <input
          type="checkbox"
          aria-label={`Выбрать все: ${name}`}
          checked={isAll}
          onChange={(event) => onChoose(ids, event.target.checked)}
        />
        <Button look="link" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} size={12} />
          <h3>{name}</h3>
        </Button>
        <span className={styles.count}>{documents.length}</span>
        {drop.over && <span className={styles.dropWords}>Загрузить в эту категорию</span>}
      </div>
      {open && (
        <ul className={styles.rows} {...drag.area}>
          {documents.map((document) => {
            const at = rows.indexOf(document)
            return (
              <DocumentRow
                key={document.id}
                document={document}
                access={access}
                asks={asks}
                foreign={foreign.get(document.id)}
                chosen={chosen.has(document.id)}
                onChoose={(on) => onChoose([document.id], on)}
                handle={
                  onMove && at >= 0 && rows.length > 1 ? (
                    <Handle document={document} at={at} rows={rows} move={move} start={drag.start} />
                  ) : (
                    <span className={styles.noHandle} />
                  )
                }
              />
            )
          })}
        </ul>
      )}
    </section>
  )
}
