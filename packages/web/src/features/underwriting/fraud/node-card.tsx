import { lowered } from '#lib/words.ts'
import {
  type ConnectionGraph,
  type ConnectionNode,
  connectionKinds,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './graph.module.css'
import { foldedText, marksText, tiedTo } from './graph-words.ts'
import { CaseLink } from './signals-part.tsx'

/** What is known of the chosen node: what it is tied to, in which cases it occurs, what speaks against it. */
export function NodeCard({
  graph,
  node,
  onChoose,
}: {
  graph: ConnectionGraph
  node: ConnectionNode | null
  onChoose: (key: string) => void
}) {
  if (node === null)
    return (
      <aside className={styles.card} aria-label="Карточка узла">
        <p className="muted">
          Выберите человека, телефон или другое: здесь будут заявки, где он встречается, и что против него
          известно. Стрелки ходят по узлам, Enter открывает карточку.
        </p>
      </aside>
    )
  const cases = graph.cases.filter(({ id }) => node.caseIds.includes(id))
  const marks = marksText(node)
  const folded = foldedText(node)
  return (
    <aside className={styles.card} aria-label="Карточка узла" aria-live="polite">
      <p className="muted small">{connectionKinds[node.kind]}</p>
      <h3>{node.label}</h3>
      {marks !== '' && (
        <p>
          <Tag tone="red">{marks}</Tag>
        </p>
      )}
      {folded !== '' && <p>{folded} — на графе не показаны.</p>}
      <h4>С кем и чем связан</h4>
      <ul>
        {tiedTo(graph, node.key).map(({ node: other, roles }) => (
          <li key={other.key}>
            <button type="button" className={styles.link} onClick={() => onChoose(other.key)}>
              {other.label}
            </button>{' '}
            <span className="muted">{roles.join(', ')}</span>
          </li>
        ))}
      </ul>
      {cases.length > 0 && (
        <>
          <h4>Заявки</h4>
          <ul>
            {cases.map((one) => (
              <li key={one.id}>
                <CaseLink one={one} />{' '}
                <span className="muted">
                  {one.clientName}, {one.partner}, {lowered(one.stageName)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
