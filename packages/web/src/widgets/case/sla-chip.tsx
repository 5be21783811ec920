import type { CaseClock } from '@ipoteka-office/contract/cases/cases.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatDateTime } from '#lib/dates.ts'
import { cx } from '#ui/class-names.ts'
import { Popover } from '#ui/overlay/popover.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './case.module.css'
import { clockChip, minutesText } from './case-words.ts'

/** The server's time, told again every half a minute. */
function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Segments({ clock }: { clock: CaseClock }) {
  return (
    <ol className={styles.segments}>
      {clock.segments.map(({ kind, stageName, from, to, minutes }) => (
        <li key={`${kind} ${from}`} className={cx(kind === 'PAUSE' && styles.paused)}>
          <span>{stageName}</span>
          <b>{kind === 'PAUSE' ? `пауза ${minutesText(minutes)}` : minutesText(minutes)}</b>
          <span className="muted small">
            {formatDateTime(from)} – {to === null ? 'сейчас' : formatDateTime(to)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Time left on a stage; opens the stretches that the clock ran and stood. */
export function SlaChip({ clock }: { clock: CaseClock }) {
  const now = useNow()
  const chip = clockChip(clock, now)
  if (chip === null) return null
  return (
    <Popover
      label="Срок этапа"
      trigger={(props) => (
        <button {...props} type="button" className={styles.chip}>
          <Tag tone={chip.tone}>{chip.text}</Tag>
        </button>
      )}
    >
      {() => (
        <div className={styles.clock}>
          {clock.targetMinutes !== null && (
            <p>
              Отработано {minutesText(clock.spentMinutes)} из {minutesText(clock.targetMinutes)} рабочего
              времени
            </p>
          )}
          {clock.dueAt !== null && <p className="muted">Срок: {formatDateTime(clock.dueAt)}</p>}
          <Segments clock={clock} />
        </div>
      )}
    </Popover>
  )
}
