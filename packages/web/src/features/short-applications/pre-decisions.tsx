import {
  type PreDecision,
  preDecisionStates,
  type ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './short-applications.module.css'

const tones: Record<PreDecision['state'], Tone> = {
  WAITING: 'blue',
  APPROVED: 'green',
  REJECTED: 'red',
  FAILED: 'amber',
  CANCELLED: 'neutral',
}

function Facts({ decision }: { decision: PreDecision }) {
  const facts: [string, string | null][] = [
    ['Скоринговый балл', decision.score === null ? null : String(decision.score)],
    ['Максимальная сумма', decision.maxAmount && formatMoney(decision.maxAmount)],
    ['Ставка', decision.rate && formatPercent(decision.rate)],
    ['ПДН', decision.debtLoad && formatPercent(decision.debtLoad)],
    ['Номер запроса в СПР', decision.requestNumber],
    ['Попыток', decision.attempts > 1 ? String(decision.attempts) : null],
  ]
  return (
    <dl className={styles.facts}>
      {facts.flatMap(([label, value]) =>
        value === null
          ? []
          : [
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  )
}

function Decision({ decision }: { decision: PreDecision }) {
  return (
    <li className={styles.decision}>
      <div className={styles.row}>
        <Tag tone={tones[decision.state]}>{preDecisionStates[decision.state]}</Tag>
        <span className="muted">
          {formatDateTime(decision.requestedAt)}, {decision.requestedBy}
        </span>
        {decision.source === 'STAND_IN' && <Tag tone="amber">учебный ответ СПР</Tag>}
      </div>
      <Facts decision={decision} />
      {decision.notes.length > 0 && (
        <ul>
          {decision.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {decision.error !== null && <p>{decision.error}</p>}
    </li>
  )
}

/** What the decision engine was asked and answered, the newest first. */
export function PreDecisions({ app }: { app: ShortApplication }) {
  return (
    <FormCard>
      <FormSection title="Предрешение" grid={false}>
        {app.preDecisions.length === 0 && (
          <p className="muted">
            Предрешение ещё не запрашивали: отправьте заявку на предрешение, когда есть согласие на запрос в
            БКИ.
          </p>
        )}
        <ul className={styles.rows} aria-label="Ответы СПР">
          {app.preDecisions.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </ul>
      </FormSection>
    </FormCard>
  )
}
