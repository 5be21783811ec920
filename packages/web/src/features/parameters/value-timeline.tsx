import type { ParameterValueRow } from '@ipoteka-office/contract/parameters/parameters.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './parameters.module.css'

/** The first day of values that have always been in force. */
const beginning = '1900-01-01'

const states: Record<ParameterValueRow['state'], { text: string; tone: Tone }> = {
  CURRENT: { text: 'Действует', tone: 'green' },
  FUTURE: { text: 'Вступит в силу', tone: 'blue' },
  PAST: { text: 'Действовало', tone: 'neutral' },
  WITHDRAWN: { text: 'Отозвано', tone: 'red' },
}

function periodText({ validFrom, validTo, state }: ParameterValueRow): string {
  if (state === 'WITHDRAWN') return `с ${formatDate(validFrom)}`
  const from = validFrom === beginning ? '' : `с ${formatDate(validFrom)}`
  const to = validTo === null ? '' : `по ${formatDate(validTo)}`
  return [from, to].filter(Boolean).join(' ') || 'всегда'
}

/** The values of a parameter on their days, the newest first. */
export function ValueTimeline({
  values,
  refusal,
  onWithdraw,
}: {
  values: readonly ParameterValueRow[]
  refusal: string | null
  onWithdraw: (value: ParameterValueRow) => void
}) {
  return (
    <ol className={styles.timeline} aria-label="Значения по датам">
      {values.map((value) => (
        <li key={value.id} className={styles[value.state.toLowerCase()] ?? ''}>
          <div className={styles.valueHead}>
            <b>{value.text}</b>
            <Tag tone={states[value.state].tone}>{states[value.state].text}</Tag>
            <span className="muted">{periodText(value)}</span>
            {value.state === 'FUTURE' && (
              <span className={styles.end}>
                <Button look="quiet" disabledReason={refusal} onClick={() => onWithdraw(value)}>
                  Отозвать
                </Button>
              </span>
            )}
          </div>
          <div>{value.source}</div>
          <div className="muted small">
            {value.request === null
              ? value.reason
              : `${value.reason}. Запросил: ${value.request.maker}, подтвердил: ${value.request.checker}`}
          </div>
        </li>
      ))}
    </ol>
  )
}
