import { lowered } from '#lib/words.ts'
import { decisionLevels } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { Subject, SubjectDecision } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './subjects.module.css'

const toneOf = ({ positive, code }: SubjectDecision): Tone =>
  positive ? 'green' : code === 'NEGATIVE' ? 'red' : 'amber'

/** What was decided on a subject in a few marks, and whether it still counts. */
export function SubjectState({ subject: { decision } }: { subject: Subject }) {
  if (decision === null) return <Tag>Решения нет</Tag>
  return (
    <>
      <Tag tone={decision.current ? toneOf(decision) : 'neutral'}>{decision.name}</Tag>
      {!decision.current && <Tag tone="amber">Данные изменились, решение не действует</Tag>}
    </>
  )
}

/** Who decided, when, why. */
export function SubjectWords({ decision }: { decision: SubjectDecision }) {
  const { author, level, at, reasons, comment } = decision
  return (
    <>
      <p className="muted small">
        {author ?? decisionLevels[level]}
        {author !== null && `, ${lowered(decisionLevels[level])}`}, {formatMoment(at, serverNow())}
      </p>
      {reasons.length > 0 && (
        <p>
          Причины:{' '}
          {reasons.map(({ name, silent }) => (silent ? `${name} (не раскрывается)` : name)).join('; ')}
        </p>
      )}
      {comment !== '' && <p className={styles.words}>{comment}</p>}
    </>
  )
}
