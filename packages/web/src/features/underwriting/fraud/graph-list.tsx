import {
  type ConnectionGraph,
  type ConnectionKind,
  connectionKinds,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './graph.module.css'
import { foldedText, marksText, tiedTo } from './graph-words.ts'

/** A line of the tree: a kind, something of it, or what that is tied to. */
interface Line {
  readonly id: string
  readonly level: 1 | 2 | 3
  readonly text: string
  readonly note: string
  readonly against: boolean
  /** The node that it opens; null: a kind. */
  readonly key: string | null
  readonly children: number
}

/** Lines that are seen while these are open. */
export function linesOf(graph: ConnectionGraph, open: ReadonlySet<string>): Line[] {
  const kinds = Object.keys(connectionKinds) as ConnectionKind[]
  return kinds.flatMap((kind) => {
    const nodes = graph.nodes.filter((node) => node.kind === kind)
    if (nodes.length === 0) return []
    const head = { id: kind, level: 1, text: connectionKinds[kind], note: String(nodes.length) } as const
    const lines = nodes.flatMap((node) => {
      const tied = tiedTo(graph, node.key)
      const marks = marksText(node)
      const line: Line = {
        ...{ id: node.key, level: 2, text: node.label, key: node.key, children: tied.length },
        note: [node.own ? 'в заявке' : '', marks, foldedText(node)].filter(Boolean).join(', '),
        against: marks !== '',
      }
      const under = open.has(node.key)
        ? tied.map(
            ({ node: other, roles }): Line => ({
              ...{ id: `${node.key} ${other.key}`, level: 3, text: other.label, note: roles.join(', ') },
              ...{ key: other.key, children: 0, against: marksText(other) !== '' },
            }),
          )
        : []
      return [line, ...under]
    })
    return [{ ...head, key: null, children: nodes.length, against: false }, ...(open.has(kind) ? lines : [])]
  })
}

/** The same graph as a tree: arrows walk and open, Enter shows the card. */
export function GraphList({
  graph,
  chosen,
  onChoose,
}: {
  graph: ConnectionGraph
  chosen: string | null
  onChoose: (key: string) => void
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(Object.keys(connectionKinds)))
  const [at, setAt] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const lines = linesOf(graph, open)
  const place = Math.max(
    0,
    lines.findIndex(({ id }) => id === at),
  )
  const go = (index: number) => {
    const line = lines[index]
    if (line === undefined) return
    setAt(line.id)
    const item = tree.current?.children[index]
    if (item instanceof HTMLElement) item.focus()
  }
  const fold = (id: string, { isOpen }: { readonly isOpen: boolean }) =>
    setOpen((now) => (isOpen ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id))))
  const parentOf = (index: number) =>
    lines.findLastIndex((line, other) => other < index && line.level < (lines[index]?.level ?? 1))
  const keys: Readonly<Record<string, (line: Line, index: number) => void>> = {
    ArrowDown: (_, index) => go(index + 1),
    ArrowUp: (_, index) => go(index - 1),
    Home: () => go(0),
    End: () => go(lines.length - 1),
    ArrowRight: (line, index) => {
      if (line.children > 0 && !open.has(line.id)) fold(line.id, { isOpen: true })
      else if (line.children > 0) go(index + 1)
    },
    ArrowLeft: (line, index) => {
      if (line.children > 0 && open.has(line.id)) fold(line.id, { isOpen: false })
      else go(parentOf(index))
    },
    Enter: (line) => press(line),
    ' ': (line) => press(line),
  }
  const press = (line: Line) => {
    setAt(line.id)
    if (line.key === null) fold(line.id, { isOpen: !open.has(line.id) })
    else onChoose(line.key)
  }
  const onKey = (event: KeyboardEvent, line: Line, index: number) => {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(line, index)
  }
  return (
    <div ref={tree} className={styles.tree} role="tree" aria-label="Связи по видам">
      {lines.map((line, index) => (
        <div
          key={line.id}
          role="treeitem"
          aria-level={line.level}
          aria-selected={line.key !== null && line.key === chosen}
          {...(line.children > 0 && { 'aria-expanded': open.has(line.id) })}
          tabIndex={index === place ? 0 : -1}
          className={cx(
            styles.line,
            styles[`level${line.level}`],
            line.key === chosen && line.key !== null && styles.picked,
          )}
          onClick={() => press(line)}
          onKeyDown={(event) => onKey(event, line, index)}
        >
          {line.children > 0 ? (
            <Icon name={open.has(line.id) ? 'down' : 'right'} />
          ) : (
            <span aria-hidden="true">–</span>
          )}
          <span>{line.text}</span>
          {line.note !== '' && (
            <span className={line.against ? styles.againstNote : 'muted'}>{line.note}</span>
          )}
        </div>
      ))}
    </div>
  )
}
