import type { EmploymentSheet } from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { emptyValue, formatTerm } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { Light } from '../light.tsx'
import { CallLog } from './call-log.tsx'
import styles from './employment.module.css'
import { useEmployment } from './use-employment.ts'

function Lines({ lines }: { lines: EmploymentSheet['written'] }) {
  return (
    <dl className={styles.facts}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The employer: what the questionnaire says beside what the register does. */
function Employer({ sheet: { written, register } }: { sheet: EmploymentSheet }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Работодатель">
      <h2>Работодатель</h2>
      <div className={styles.columns}>
        <section aria-label="По анкете">
          <h3>По анкете</h3>
          {written.length === 0 ? (
            <p className="muted">Занятость в анкете не заполнена.</p>
          ) : (
            <Lines lines={written} />
          )}
        </section>
        <section aria-label="По реестру">
          <h3>По реестру {register.standIn && <Tag tone="amber">учебные данные</Tag>}</h3>
          <p className={styles.line}>
            <Light light={register.light} /> {register.text}
            {register.at !== null && <span className="muted small">{formatDateTime(register.at)}</span>}
          </p>
          <Lines lines={register.lines} />
        </section>
      </div>
    </section>
  )
}

function Flags({ sheet: { flags } }: { sheet: EmploymentSheet }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Признаки риска">
      <h2>Признаки риска</h2>
      {flags.length === 0 && <p className="muted">Признаков нет.</p>}
      <ul className={styles.flags}>
        {flags.map(({ light, text, why }) => (
          <li key={text}>
            <Light light={light} />
            <span>
              <b>{text}</b>
              <span className={styles.why}>{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Seniority({ sheet: { seniority } }: { sheet: EmploymentSheet }) {
  const { total, job, norm } = seniority
  return (
    <section className={cx('card', styles.box)} aria-label="Стаж">
      <h2>Стаж</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Общий, по анкете</dt>
          <dd>{total}</dd>
        </div>
        {job.map(({ source, since, months }) => (
          <div key={source}>
            <dt>На последнем месте: {source}</dt>
            <dd className={cx(months !== null && months < norm && styles.short)}>
              {months === null || since === null
                ? emptyValue
                : `${formatTerm(months)}, с ${formatDate(since)}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted small">
        Норма на последнем месте — не меньше {countOf(norm, 'месяца', 'месяцев', 'месяцев')}.
      </p>
    </section>
  )
}

/** «Занятость»: the employer, what speaks against it, the seniority, and who was called. */
export function EmploymentTab({ room }: { room: FormRoom }) {
  const place = { caseId: room.caseId, participantId: room.participantId }
  const answer = useEmployment(place)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const sheet = answer.data
  return (
    <div className={styles.tab}>
      <Employer sheet={sheet} />
      <Flags sheet={sheet} />
      <Seniority sheet={sheet} />
      <CallLog place={place} sheet={sheet} />
    </div>
  )
}
