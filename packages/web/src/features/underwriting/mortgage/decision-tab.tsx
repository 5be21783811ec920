import { latePart } from '#ui/late/late-part.tsx'
import { Tag } from '#ui/tag.tsx'
import { HoldsList } from './holds-list.tsx'
import type { TabProps } from './object-tabs.ts'
import styles from './mortgage.module.css'

const SubjectDecision = latePart(
  async () => (await import('../subjects/subject-decision.tsx')).SubjectDecision,
)

/** «Решение»: what stands against the object, and the decision on it. */
export function DecisionTab({ review: { caseId, object, holds }, onTab }: TabProps) {
  const hard = holds.filter(({ isHard }) => isHard)
  const soft = holds.filter(({ isHard }) => !isHard)
  return (
    <div className={styles.tab}>
      <section className={`card ${styles.box}`}>
        <h2>
          Что держит объект{' '}
          {hard.length > 0 ? <Tag tone="amber">{hard.length}</Tag> : <Tag tone="green">ничего</Tag>}
        </h2>
        {hard.length === 0 ? (
          <p>Объект можно принять{soft.length > 0 ? ' с условиями' : ''}.</p>
        ) : (
          <p>Пока это не закрыто, объект не принимают. Отказать и вернуть на доработку можно.</p>
        )}
        <HoldsList holds={hard} onTab={onTab} />
      </section>
      {soft.length > 0 && (
        <section className={`card ${styles.box}`}>
          <h2>О чём условия</h2>
          <p className="muted">Это не мешает принять объект, но должно быть закрыто до сделки.</p>
          <HoldsList holds={soft} onTab={onTab} />
        </section>
      )}
      <SubjectDecision caseId={caseId} subject={{ kind: 'OBJECT', id: object.id }} />
    </div>
  )
}
