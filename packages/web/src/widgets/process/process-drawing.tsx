import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import { type KeyboardEvent, useRef } from 'react'
import { plural } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { minutesText } from '#widgets/case/case-words.ts'
import { layoutOf, measures, neighbourOf, type Node } from './process-layout.ts'
import styles from './process.module.css'

function wordsOf({ state }: Node, present: string): string {
  const parts = [
    state.code === present ? 'сейчас здесь' : '',
    state.visits > 0
      ? `${state.visits} ${plural(state.visits, 'раз', 'раза', 'раз')}, ${minutesText(state.minutes)}`
      : 'ещё не пройдено',
    state.final ? 'конечное состояние' : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** A machine as a picture: phases side by side, states as buttons, ways as lines; arrows walk over the states. */
export function ProcessDrawing({
  process,
  present,
  chosen,
  onChoose,
}: {
  process: ProcessPicture
  /** The state in which it is now. */
  present: string
  chosen: string
  onChoose: (code: string) => void
}) {
  const { nodes, edges, width, height } = layoutOf(process)
  const area = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const next = neighbourOf(nodes, chosen, event.key)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    area.current?.querySelector<HTMLElement>(`[data-state="${next}"]`)?.focus()
  }
  return (
    <div className={styles.scroll}>
      <div
        ref={area}
        className={styles.area}
        style={{ width, height }}
        role="group"
        aria-label="Схема процесса: стрелки переходят по состояниям"
        onKeyDown={walk}
      >
        <svg className={styles.lines} width={width} height={height} aria-hidden="true">
          <defs>
            {(['line', 'taken', 'chosen'] as const).map((kind) => (
              <marker
                key={kind}
                id={`arrow-${kind}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
              >
                <path d="M0 0.5 L7.5 4 L0 7.5z" className={styles[`head_${kind}`]} />
              </marker>
            ))}
          </defs>
          {edges.map(({ from, to, taken, bySystem, path }) => {
            const kind = from === chosen || to === chosen ? 'chosen' : taken > 0 ? 'taken' : 'line'
            return (
              <path
                key={`${from} ${to}`}
                d={path}
                className={cx(styles.line, styles[`line_${kind}`], bySystem && styles.bySystem)}
                markerEnd={`url(#arrow-${kind})`}
              />
            )
          })}
        </svg>
        {process.phases.map(({ code, name }, column) => (
          <div
            key={code}
            className={styles.phase}
            style={{ left: column * measures.column, width: measures.column }}
          >
            {name}
          </div>
        ))}
        {nodes.map((node) => (
          <button
            key={node.state.code}
            type="button"
            data-state={node.state.code}
            className={cx(
              styles.state,
              node.state.visits > 0 && styles.visited,
              node.state.code === present && styles.present,
              node.state.final && styles.final,
            )}
            style={{ left: node.x, top: node.y, width: measures.node.width, height: measures.node.height }}
            data-visits={node.state.visits}
            aria-pressed={node.state.code === chosen}
            tabIndex={node.state.code === chosen ? 0 : -1}
            onClick={() => onChoose(node.state.code)}
          >
            <span>{node.state.name}</span>
            <span className="visually-hidden">, {wordsOf(node, present)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
