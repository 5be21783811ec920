import type { SubjectRef } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { SubjectForm } from './subject-form.tsx'
import { SubjectState, SubjectWords } from './subject-words.tsx'
import styles from './subjects.module.css'
import { useSubjects } from './use-subjects.ts'

/** The decision on one debtor or object: the one in force, those before it, and the form of the next one. */
export function SubjectDecision({
  caseId,
  subject,
  within,
}: {
  caseId: number
  subject: SubjectRef
  /** In a list that tells what it is of and what stands: the form and the earlier ones alone. */
  within?: { onDone: () => void }
}) {
  const answer = useSubjects(caseId)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const sheet = answer.data
  const found = sheet.subjects.find(({ kind, id }) => kind === subject.kind && id === subject.id)
  if (found === undefined)
    return (
      <section className={cx('card', styles.box)}>
        <Empty
          title="Отдельного решения здесь не принимают"
          text="Решают по тем, кто отвечает по кредиту, и по предмету ипотеки."
        />
      </section>
    )
  return (
    <section className={within ? undefined : cx('card', styles.box)} aria-label={`Решение: ${found.title}`}>
      {!within && (
        <>
          <h2>
            {found.title} <span className="muted small">{found.note}</span>
          </h2>
          <p className={styles.line}>
            <SubjectState subject={found} />
          </p>
          {found.decision && <SubjectWords decision={found.decision} />}
        </>
      )}
      {sheet.may.enabled ? (
        <SubjectForm key={`${found.kind} ${found.id}`} sheet={sheet} subject={found} {...within} />
      ) : (
        <p className="muted">{sheet.may.reasonDisabled}.</p>
      )}
      {found.earlier.length > 0 && (
        <section className={styles.earlier} aria-label="Прежние решения">
          <h3>Прежние решения</h3>
          <ul>
            {found.earlier.map((decision) => (
              <li key={decision.id}>
                <b>{decision.name}</b>
                <SubjectWords decision={decision} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}
