import type {
  ConnectionGraph,
  ConnectionNode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { connectionKinds } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './graph.module.css'
import { columnNames, type GraphLayout, layOut, nextOf, type Placed } from './graph-layout.ts'
import { Mark } from './graph-mark.tsx'
import { foldedText, marksText, tiedTo } from './graph-words.ts'

const labelSigns = 30
const cutLabel = (label: string) => (label.length > labelSigns ? `${label.slice(0, labelSigns - 1)}…` : label)

/** A line between two nodes, bent so that it leaves and comes level. */
function pathOf(a: Placed, b: Placed): string {
  const [from, to] = a.x <= b.x ? [a, b] : [b, a]
  const middle = (from.x + to.x) / 2
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
}

function Node({
  node,
  at,
  state,
  onChoose,
  onFocus,
}: {
  node: ConnectionNode
  at: Placed
  state: { readonly chosen: boolean; readonly near: boolean; readonly tabbable: boolean }
  onChoose: () => void
  onFocus: () => void
}) {
  const marks = marksText(node)
  const notes = [marks, foldedText(node)].filter(Boolean).join(' · ')
  const name = [connectionKinds[node.kind], node.label, notes].filter(Boolean).join(', ')
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose()
  }
  return (
    // A button of HTML cannot stand inside a drawing.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <g
      role="button"
      data-node={node.key}
      tabIndex={state.tabbable ? 0 : -1}
      aria-pressed={state.chosen}
      transform={`translate(${at.x} ${at.y})`}
      className={cx(
        styles.node,
        node.own && styles.own,
        marks !== '' && styles.marked,
        state.chosen && styles.chosen,
        state.near && styles.near,
      )}
      onClick={onChoose}
      onKeyDown={press}
      onFocus={onFocus}
    >
      {/* The name and the hint alike: what is drawn is a letter and words cut short. */}
      <title>{name}</title>
      <rect className={styles.hit} x="-12" y="-16" width="270" height="32" rx="6" />
      <Mark kind={node.kind} />
      <text className={styles.label} x="16" y={notes === '' ? 4 : -2}>
        {cutLabel(node.label)}
      </text>
      {notes !== '' && (
        <text className={cx(styles.notes, marks !== '' && styles.against)} x="16" y="11">
          {cutLabel(notes)}
        </text>
      )}
    </g>
  )
}

const zooms = [0.4, 0.55, 0.7, 0.85, 1, 1.25, 1.6, 2] as const
const usual = zooms.indexOf(1)

/** The whole drawing moves with the pointer that holds it. */
function useDragging() {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const { scrollLeft, scrollTop } = event.currentTarget
      from.current = { x: event.clientX, y: event.clientY, left: scrollLeft, top: scrollTop }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (from.current === null) return
      event.currentTarget.scrollLeft = from.current.left - (event.clientX - from.current.x)
      event.currentTarget.scrollTop = from.current.top - (event.clientY - from.current.y)
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerLeave: () => {
      from.current = null
    },
  }
}

function Edges({ graph, layout, lit }: { graph: ConnectionGraph; layout: GraphLayout; lit: string | null }) {
  const lines = new Map(graph.edges.map((edge) => [`${edge.from} ${edge.to}`, edge]))
  return [...lines].map(([key, { from, to }]) => {
    const [a, b] = [layout.placed.get(from), layout.placed.get(to)]
    if (a === undefined || b === undefined) return null
    const isLit = lit === from || lit === to
    return <path key={key} className={cx(styles.edge, isLit && styles.lit)} d={pathOf(a, b)} />
  })
}

/** The drawing: columns of nodes and the lines between them; arrows walk, Enter opens, plus and minus change the size. */
export function GraphView({
  graph,
  chosen,
  onChoose,
}: {
  graph: ConnectionGraph
  chosen: string | null
  onChoose: (key: string) => void
}) {
  const layout = useMemo(() => layOut(graph.nodes, graph.edges), [graph])
  const [zoom, setZoom] = useState(usual)
  const [focused, setFocused] = useState<string | null>(null)
  const room = useRef<HTMLDivElement>(null)
  const dragging = useDragging()
  const first = layout.columns.flat()[0] ?? null
  const tabbable = focused ?? chosen ?? first
  const lit = chosen ?? focused
  const near = new Set(lit === null ? [] : tiedTo(graph, lit).map(({ node }) => node.key))
  const scale = zooms[zoom] ?? 1
  const size = (step: number) => setZoom((now) => Math.min(zooms.length - 1, Math.max(0, now + step)))
  const fit = () => {
    const width = room.current?.clientWidth ?? layout.width
    const fitting = zooms.findLastIndex((one) => layout.width * one <= width)
    setZoom(Math.max(0, fitting))
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') return size(1)
    if (event.key === '-') return size(-1)
    if (event.key === '0') return setZoom(usual)
    const next = tabbable === null ? null : nextOf(layout, tabbable, event.key)
    if (next === null) return
    event.preventDefault()
    setFocused(next)
    room.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <>
      <div className={styles.sizes} role="group" aria-label="Размер">
        <Button aria-label="Мельче" onClick={() => size(-1)} disabled={zoom === 0}>
          <Icon name="minus" />
        </Button>
        <Button aria-label="Крупнее" onClick={() => size(1)} disabled={zoom === zooms.length - 1}>
          <Icon name="plus" />
        </Button>
        <Button onClick={fit}>По ширине</Button>
      </div>
      <div ref={room} className={styles.canvas} {...dragging}>
        {/* Keys of the nodes come up to it; it takes no focus itself. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          role="group"
          aria-label="Граф связей: стрелки ходят по узлам, Enter открывает карточку"
          width={layout.width * scale}
          height={layout.height * scale}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onKeyDown={press}
        >
          {columnNames.map((name, column) =>
            (layout.columns[column]?.length ?? 0) > 0 ? (
              <text key={name} className={styles.columnName} x={12 + column * 290} y="22">
                {name}
              </text>
            ) : null,
          )}
          <Edges graph={graph} layout={layout} lit={lit} />
          {graph.nodes.map((node) => {
            const at = layout.placed.get(node.key)
            if (at === undefined) return null
            return (
              <Node
                key={node.key}
                node={node}
                at={at}
                state={{
                  chosen: node.key === chosen,
                  near: near.has(node.key),
                  tabbable: node.key === tabbable,
                }}
                onChoose={() => onChoose(node.key)}
                onFocus={() => setFocused(node.key)}
              />
            )
          })}
        </svg>
      </div>
    </>
  )
}
