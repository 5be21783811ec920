import { counted } from '@ipoteka-office/contract/common/counted.ts'
import {
  type ConnectionGraph,
  type ConnectionKind,
  connectionKinds,
  getConnections,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryExactly } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './graph.module.css'
import { GraphList } from './graph-list.tsx'
import { Mark } from './graph-mark.tsx'
import { GraphView } from './graph-view.tsx'
import { NodeCard } from './node-card.tsx'

/** Which kinds the graph has, with the marks they are drawn by. */
function Legend({ graph }: { graph: ConnectionGraph }) {
  const kinds = (Object.keys(connectionKinds) as ConnectionKind[]).filter((kind) =>
    graph.nodes.some((node) => node.kind === kind),
  )
  return (
    <ul className={styles.legend} aria-label="Обозначения">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <Mark kind={kind} />
          </svg>
          {connectionKinds[kind]}
        </li>
      ))}
    </ul>
  )
}

/** How people of the application are tied to others: drawn, or as a list with the same in it. */
export function ConnectionsPart({ caseId }: { caseId: number }) {
  const answer = useQuery(queryExactly(getConnections, { params: { id: String(caseId) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  return <Connections graph={answer.data} />
}

function Connections({ graph }: { graph: ConnectionGraph }) {
  const [isList, setList] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const people = graph.nodes.filter(({ kind, own }) => kind === 'PERSON' && !own).length
  const node = graph.nodes.find(({ key }) => key === chosen) ?? null
  if (graph.nodes.length === 0) return <Empty title="Связывать нечего" text="В заявке ещё нет участников." />
  return (
    <section className={cx('card', styles.part)} aria-label="Связи">
      <header className={styles.head}>
        <p>
          Связано {counted(people, ['человек', 'человека', 'человек'])} по заявкам всех партнёров за{' '}
          {counted(graph.years, ['год', 'года', 'лет'])}
          {graph.cut && '. Показано не всё: ближние связи важнее'}
        </p>
        <div className={styles.ways} role="group" aria-label="Вид">
          <Button aria-pressed={!isList} look={isList ? 'default' : 'primary'} onClick={() => setList(false)}>
            Граф
          </Button>
          <Button aria-pressed={isList} look={isList ? 'primary' : 'default'} onClick={() => setList(true)}>
            Список
          </Button>
        </div>
      </header>
      <div className={styles.room}>
        {isList ? (
          <GraphList graph={graph} chosen={chosen} onChoose={setChosen} />
        ) : (
          <div className={styles.drawn}>
            <GraphView graph={graph} chosen={chosen} onChoose={setChosen} />
            <Legend graph={graph} />
          </div>
        )}
        <NodeCard graph={graph} node={node} onChoose={setChosen} />
      </div>
    </section>
  )
}
