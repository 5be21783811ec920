import type { RecordVersion } from '@ipoteka-office/contract/history/history.ts'
import { useId } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import styles from './versions.module.css'
import { isBefore } from './moments.ts'

interface Choice {
  readonly from: string
  /** Undefined: what is now. */
  readonly to: string | undefined
  readonly onFrom: (at: string) => void
  readonly onTo: (at: string | undefined) => void
}

function Pick(props: {
  name: string
  label: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
}) {
  const { name, label, checked, disabled, onChoose } = props
  return (
    <label className={styles.pick}>
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}

const wordsOf = ({ kind, names }: RecordVersion, moveWord: string): string =>
  kind === 'STAGE' ? `${moveWord} «${names.join(', ')}»` : names.join(', ')

/** More places than this are told by their number. */
const mostNames = 2
const shortWordsOf = ({ names }: RecordVersion, words: string): string =>
  names.length <= mostNames
    ? words
    : `${names.slice(0, mostNames).join(', ')} и ещё ${names.length - mostNames}`

function Version({
  version,
  moveWord,
  choice,
  id,
}: {
  version: RecordVersion
  moveWord: string
  choice: Choice
  id: string
}) {
  const { at, actor, kind } = version
  const { from, to, onFrom, onTo } = choice
  const [when, words] = [formatDateTime(at), wordsOf(version, moveWord)]
  const isChosen = at === from || at === to
  return (
    <li className={cx(styles.version, isChosen && styles.chosen)}>
      <Pick
        name={`${id}-from`}
        label={`Было: ${when}, ${words}`}
        checked={at === from}
        disabled={to !== undefined && !isBefore(at, to)}
        onChoose={() => onFrom(at)}
      />
      <Pick
        name={`${id}-to`}
        label={`Стало: ${when}, ${words}`}
        checked={at === to}
        disabled={!isBefore(from, at)}
        onChoose={() => onTo(at)}
      />
      <div className={styles.words}>
        <span className={cx(kind === 'STAGE' && styles.stage)} title={words}>
          {shortWordsOf(version, words)}
        </span>
        <span className="muted small">{[when, actor && shortName(actor)].filter(Boolean).join(', ')}</span>
      </div>
    </li>
  )
}

/** Versions of a record, the newest first, with one choice for each side of the comparison; arrows move within a side. */
export function VersionsList({
  versions,
  moveWord,
  isFirstPage,
  choice,
}: {
  versions: readonly RecordVersion[]
  /** What a move is told as. */
  moveWord: string
  isFirstPage: boolean
  choice: Choice
}) {
  const id = useId()
  return (
    <>
      <div className={styles.sides} aria-hidden="true">
        <span>Было</span>
        <span>Стало</span>
      </div>
      <ul className={styles.versions}>
        {isFirstPage && (
          <li className={cx(styles.version, choice.to === undefined && styles.chosen)}>
            <span />
            <Pick
              name={`${id}-to`}
              label="Стало: сейчас"
              checked={choice.to === undefined}
              disabled={false}
              onChoose={() => choice.onTo(undefined)}
            />
            <div className={styles.words}>Сейчас</div>
          </li>
        )}
        {versions.map((version) => (
          <Version
            key={`${version.at} ${version.kind}`}
            version={version}
            moveWord={moveWord}
            choice={choice}
            id={id}
          />
        ))}
      </ul>
    </>
  )
}
