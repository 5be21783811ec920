import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Popover } from '#ui/overlay/popover.tsx'
import styles from './case.module.css'
import { minutesText } from './case-words.ts'

type Phase = CaseHead['phases'][number]

const stateWords: Record<Phase['state'], string> = {
  DONE: 'пройден',
  CURRENT: 'сейчас',
  AHEAD: 'впереди',
}
const stateStyles: Record<Phase['state'], string | undefined> = {
  DONE: styles.phaseDone,
  CURRENT: styles.phaseNow,
  AHEAD: undefined,
}

function Stages({ phase }: { phase: Phase }) {
  if (phase.stages.length === 0) return <p className="muted">Дело здесь ещё не было</p>
  return (
    <ol className={styles.stages}>
      {phase.stages.map(({ stage, name, enteredAt, leftAt, minutes, actor, action, comment }) => (
        <li key={`${stage} ${enteredAt}`}>
          <b>{name}</b>
          <span className="muted small">
            {formatDateTime(enteredAt)}
            {leftAt === null ? `, идёт ${minutesText(minutes)}` : `, ${minutesText(minutes)}`}
          </span>
          {action !== null && (
            <span className="small">
              {action} — {actor === null ? 'система' : shortName(actor)}
            </span>
          )}
          {comment && <span className={styles.words}>{comment}</span>}
        </li>
      ))}
    </ol>
  )
}

function PhaseButton({ phase, text }: { phase: Phase; text: string }) {
  return (
    <Popover
      label={`Этап «${phase.name}»`}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={cx(styles.phase, stateStyles[phase.state])}
          aria-label={`${text}: ${stateWords[phase.state]}`}
        >
          <span>{text}</span>
        </button>
      )}
    >
      {() => <Stages phase={phase} />}
    </Popover>
  )
}

/** A phase as a stroke of the lower edge, too thin to be pressed. */
const PhaseStroke = ({ phase }: { phase: Phase }) => (
  <div className={cx(styles.phase, styles.stroke, stateStyles[phase.state])}>
    <span className="visually-hidden">{`${phase.name}: ${stateWords[phase.state]}`}</span>
  </div>
)

/**
 * How far the case is; each phase opens the stages it has really been in, with who and how long. In the slim head only the
 * present one does: the others are strokes.
 */
export function PhaseRail({ head, slim }: { head: CaseHead; slim: boolean }) {
  return (
    <ol className={styles.rail} aria-label="Этапы дела">
      {head.phases.map((phase, at) => (
        <li key={phase.code} aria-current={phase.state === 'CURRENT' ? 'step' : undefined}>
          {!slim && <PhaseButton phase={phase} text={phase.name} />}
          {slim && phase.state === 'CURRENT' && (
            <PhaseButton phase={phase} text={`${phase.name} · ${at + 1} из ${head.phases.length}`} />
          )}
          {slim && phase.state !== 'CURRENT' && <PhaseStroke phase={phase} />}
        </li>
      ))}
    </ol>
  )
}
