import { lowered } from '#lib/words.ts'
import type { RecognisedPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './recognition.module.css'
import { sureness, valueText } from './recognition-words.ts'

/** A value of a scan that the questionnaire has a place for. */
export type Value = RecognisedPaper['values'][number]

const shown = ({ field: name }: Value, value: string) => valueText({ name, value })

interface RowProps {
  readonly value: Value
  readonly isTicked: boolean
  readonly isDoubtful: boolean
  readonly onTick: (on: boolean) => void
  readonly onSpot: () => void
}

function Row({ value, isTicked, isDoubtful, onTick, onSpot }: RowProps) {
  const { label, confidence, problems, same, held } = value
  const percent = `${Math.round(confidence * 100)}\u00a0%`
  return (
    <li className={cx(styles.take, isDoubtful && styles.unsure)} onPointerEnter={onSpot} onFocus={onSpot}>
      <label>
        <input
          type="checkbox"
          checked={isTicked || same}
          disabled={same}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span className={styles.takeText}>
          <span className={styles.label}>{label}</span>
          <b>{shown(value, value.value)}</b>
          {!same && held !== null && <span className={styles.held}>В анкете: {shown(value, held)}</span>}
          {problems.map((problem) => (
            <span key={problem} className={styles.held}>
              {problem}
            </span>
          ))}
        </span>
      </label>
      {same ? (
        <span className="muted small nowrap">в анкете</span>
      ) : (
        <span
          className={styles.percent}
          title={`Уверенность ${percent}: ${lowered(sureness(confidence).word)}`}
        >
          <Icon name={isDoubtful ? 'warning' : 'check'} />
          <span className="visually-hidden">{isDoubtful ? 'Сверьте со сканом. ' : ''}Уверенность </span>
          {percent}
        </span>
      )}
    </li>
  )
}

/** Values with ticks: how sure each is, and what the questionnaire says instead; the one in focus lights up on the scan. */
export function ValueList({
  values,
  isTicked,
  isDoubtful,
  onTick,
  onSpot,
}: {
  values: readonly Value[]
  isTicked: (value: Value) => boolean
  isDoubtful: (value: Value) => boolean
  onTick: (values: readonly Value[], on: boolean) => void
  onSpot: (value: Value) => void
}) {
  const open = values.filter(({ same }) => !same)
  const some = open.filter(isTicked).length
  return (
    <>
      {open.length > 0 && (
        <div className={styles.takeHead}>
          <label>
            <input
              type="checkbox"
              checked={some === open.length}
              ref={(box) => {
                if (box) box.indeterminate = some > 0 && some < open.length
              }}
              onChange={() => onTick(open, some < open.length)}
            />
            Взять в анкету
          </label>
          <span>уверенность</span>
        </div>
      )}
      <ul className={styles.takes} aria-label="Взять в анкету">
        {values.map((value) => (
          <Row
            key={`${value.section} ${value.field}`}
            value={value}
            isTicked={isTicked(value)}
            isDoubtful={isDoubtful(value)}
            onTick={(on) => onTick([value], on)}
            onSpot={() => onSpot(value)}
          />
        ))}
      </ul>
    </>
  )
}
