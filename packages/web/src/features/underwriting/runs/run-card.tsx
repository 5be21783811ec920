import { engineResults } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import {
  type EngineRun,
  type EngineRuns,
  runStates,
} from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatPercent, formatRoubles } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { StopFactors } from './stop-factors.tsx'
import styles from './runs.module.css'

const tones: Record<keyof typeof engineResults, DotTone> = {
  APPROVE: 'green',
  REJECT: 'red',
  REVIEW: 'amber',
}

function stateOf({ state, answer }: EngineRun): { tone: DotTone; words: string } {
  if (answer !== null) return { tone: tones[answer.result], words: engineResults[answer.result] }
  return { tone: state === 'WAITING' ? 'blue' : 'amber', words: runStates[state] }
}

/** One run: what was answered, what of it is new, and what stands in the way. */
export function RunCard({
  run,
  data,

  onChanged,
}: {
  run: EngineRun
  data: EngineRuns

  onChanged: () => void
}) {
  const { answer, differences, factors, error, request, response } = run
  const { tone, words } = stateOf(run)
  const title = `Запуск ${formatDateTime(run.at)}`
  return (
    <section className={cx('card', styles.run)} aria-label={title}>
      <h2>
        {title} <StatusDot tone={tone}>{words}</StatusDot>
      </h2>
      <p className="muted small">
        {run.cause}
        {run.by !== null && ` · ${run.by.fullName}`}
        {run.durationMs !== null && ` · ${run.durationMs} мс`}
        {run.attempts > 1 && ` · попыток: ${run.attempts}`}
        {run.standIn && ' · имитатор'}
      </p>
      {error !== null && <p>{error}. Нажмите «Повторить».</p>}
      {answer !== null && <Figures answer={answer} />}
      {factors.length > 0 && (
        <StopFactors caseId={data.head.id} run={run} documents={data.documents} onChanged={onChanged} />
      )}
      {differences.length > 0 && (
        <>
          <h3>Отличия от прошлого ответа</h3>
          <ul>
            {differences.map(({ label, before, after }) => (
              <li key={label}>
                {label}: {before} → <b>{after}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {request !== null && (
        <details>
          <summary>Запрос и ответ</summary>
          <h4>Запрос</h4>
          <pre className="raw">{request}</pre>
          <h4>Ответ</h4>
          <pre className="raw">{response ?? 'Ответа не было'}</pre>
        </details>
      )}
    </section>
  )
}

function Figures({ answer }: { answer: NonNullable<EngineRun['answer']> }) {
  const { strategy, score, limit, rateGroup, rate, notes, requestNumber } = answer
  const rows = [
    ['Версия стратегии', strategy],
    ['Балл', score ?? 'нет'],
    ['Лимит', limit === null ? 'нет' : formatRoubles(limit)],
    ['Группа ставки', rateGroup ?? 'нет'],
    ['Ставка', rate === null ? 'нет' : formatPercent(rate)],
    ['Номер в СПР', requestNumber],
  ]
  return (
    <>
      <dl className={styles.figures}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
