import {
  type RecognisedField,
  recognitionSources,
  sureConfidence,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import type { KeyboardEvent } from 'react'
import { cx } from '#ui/class-names.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './recognition.module.css'
import { sureness, valueText } from './recognition-words.ts'

/** What the host takes over from the scan. */
export interface Taking {
  /** Whether the host has a place for the field. */
  readonly wants: (name: string) => boolean
  readonly isTaken: (field: RecognisedField) => boolean
  readonly onTake: (fields: readonly RecognisedField[]) => void
}

/** Arrow keys go from field to field. */
function step(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')]
  const at = all.findIndex((element) => element.contains(document.activeElement))
  const next = all[at + by]
  if (at === -1 || !next) return
  event.preventDefault()
  next.focus()
}

function Row({
  field,
  taking,
  onSpot,
}: {
  field: RecognisedField
  taking: Taking | null
  onSpot: (field: RecognisedField) => void
}) {
  const { name, label, confidence, source, problems } = field
  const { word, tone } = sureness(confidence)
  const text = valueText(field)
  const wanted = taking?.wants(name) === true
  const taken = taking?.isTaken(field) === true
  const show = () => onSpot(field)
  return (
    <li
      className={cx(styles.row, problems.length > 0 && styles.doubtful)}
      onPointerEnter={show}
      onFocus={show}
    >
      <span className={styles.label}>{label}</span>
      <button
        type="button"
        data-field={name}
        className={styles.value}
        aria-label={wanted ? `Взять: ${label}, ${text}` : `Показать на скане: ${label}, ${text}`}
        onClick={() => (wanted ? taking.onTake([field]) : show())}
      >
        {text}
        {taken && <Icon name="check" />}
      </button>
      <span title={`Уверенность ${Math.round(confidence * 100)} %, ${recognitionSources[source]}`}>
        <Tag tone={tone}>{word}</Tag>
      </span>
      <span>
        <CopyButton text={text} label={`Скопировать: ${label}`} compact />
      </span>
      {problems.map((problem) => (
        <span key={problem} className={styles.problem}>
          {problem}
        </span>
      ))}
    </li>
  )
}

/** The fields that were read; the one in focus is shown on the scan, a click or Enter takes it over. */
export function RecognitionFields({
  fields,
  taking,
  onSpot,
}: {
  fields: readonly RecognisedField[]
  taking: Taking | null
  onSpot: (field: RecognisedField) => void
}) {
  return (
    // The keys are a shortcut between buttons that are reached by Tab as well.
    <ul className={styles.fields} aria-label="Распознанные поля" onKeyDown={step}>
      {fields.map((field) => (
        <Row key={field.name} field={field} taking={taking} onSpot={onSpot} />
      ))}
    </ul>
  )
}

/** The fields that «взять все уверенные» takes: sure ones that the host wants and has not taken. */
export const sureFields = (fields: readonly RecognisedField[], taking: Taking): RecognisedField[] =>
  fields.filter(
    (field) =>
      field.confidence >= sureConfidence &&
      field.problems.length === 0 &&
      taking.wants(field.name) &&
      !taking.isTaken(field),
  )
