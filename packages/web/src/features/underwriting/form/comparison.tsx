import { lowered } from '#lib/words.ts'
import {
  comparedPlaces,
  comparisonGroups,
  type ComparisonGroup,
} from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import { type ComparedState, comparedStates } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import type { ComparedCell, ComparedRow, FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { comparedSources, takenReasons } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import { Fragment, useEffect, useRef } from 'react'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import styles from './comparison.module.css'
import { type ChosenRow, stateOfRow } from './use-chosen-row.ts'

const TakeRow = latePart(async () => (await import('./take-row.tsx')).TakeRow)

const icons: Readonly<Record<ComparedState, IconName>> = {
  SAME: 'equals',
  DIFFERS: 'differs',
  ABSENT: 'minus',
}
const columns = Object.keys(comparedSources).length + 2

/** Counts of the rows by how they stand; a press shows those alone. */
function Counts({ room, chosen }: { room: FormRoom; chosen: ChosenRow }) {
  const counts = Map.groupBy(room.rows, stateOfRow)
  return (
    <div className={styles.counts} role="group" aria-label="Показать строки">
      {(Object.keys(comparedStates) as ComparedState[]).map((state) => (
        <button
          key={state}
          type="button"
          className={cx(styles.count, styles[state])}
          aria-pressed={chosen.filter === state}
          onClick={() => chosen.setFilter(chosen.filter === state ? null : state)}
        >
          <Icon name={icons[state]} size={13} /> {comparedStates[state]}{' '}
          <b>{counts.get(state)?.length ?? 0}</b>
        </button>
      ))}
    </div>
  )
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function Cell({ cell }: { cell: ComparedCell }) {
  const { source, state, shown, note, confidence } = cell
  if (source === 'QUESTIONNAIRE')
    return (
      <td>
        <span className={styles.cut} title={shown}>
          {shown}
        </span>
      </td>
    )
  const words = [shown, note, confidence === null ? '' : `уверенность ${percent(confidence)}`].filter(Boolean)
  return (
    <td className={styles[state]} title={state === 'ABSENT' ? comparedStates.ABSENT : words.join('. ')}>
      <span className={styles.value}>
        <Icon name={icons[state]} size={13} />
        <span className="visually-hidden">{comparedStates[state]}</span>
        {state !== 'ABSENT' && <span className={styles.cut}>{shown}</span>}
        {state !== 'ABSENT' && confidence !== null && <small>{percent(confidence)}</small>}
      </span>
    </td>
  )
}

/** What stands in the worksheet: what was chosen, what nobody doubts, or that somebody has to choose. */
function Taken({ row }: { row: ComparedRow }) {
  const { taken, open, cells, takenAt, counted } = row
  if (open)
    return (
      <span
        className={cx(styles.value, styles.ask)}
        title={taken === null ? '' : 'Источники изменились после выбора'}
      >
        <Icon name="warning" size={13} /> {taken === null ? 'выбрать' : 'выбрать снова'}
      </span>
    )
  const written = cells.find(({ source }) => source === 'QUESTIONNAIRE')
  if (taken === null)
    return <span className={styles.cut}>{takenAt === null ? written?.shown : (counted ?? '−')}</span>
  const differs = taken.value !== written?.value
  const words = `${taken.by.fullName}: ${lowered(takenReasons[taken.reason])}${taken.words === '' ? '' : `. ${taken.words}`}`
  return (
    <span className={styles.value} title={words}>
      <span className={styles.cut}>{taken.shown}</span>
      {differs && <Icon name="edit" size={13} />}
      {differs && <span className="visually-hidden">отличается от анкеты, причина указана</span>}
    </span>
  )
}

function Row({ row, room, chosen }: { row: ComparedRow; room: FormRoom; chosen: ChosenRow }) {
  const { field, label, cells } = row
  const button = useRef<HTMLButtonElement>(null)
  const isHere = chosen.field === field
  const isOpen = chosen.unfolded === field
  useEffect(() => {
    if (!isHere) return
    // The window that took the keys keeps them: a form in the row has the focus of its own.
    if (
      !button.current?.closest('tbody')?.querySelector('[data-take-form]')?.contains(document.activeElement)
    )
      button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <>
      <tr className={cx(isOpen && styles.unfolded, isHere && styles.here)}>
        <th scope="row">
          <button
            ref={button}
            type="button"
            className={styles.name}
            aria-expanded={isOpen}
            onFocus={() => chosen.choose(field)}
            onClick={() => chosen.unfold(isOpen ? null : field)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
            <span className={styles.cut}>{label}</span>
          </button>
        </th>
        {cells.map((cell) => (
          <Cell key={cell.source} cell={cell} />
        ))}
        <td className={styles.taken}>
          <Taken row={row} />
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.why}>
          <td colSpan={columns}>
            <TakeRow
              key={`${field} ${row.version}`}
              row={row}
              room={room}
              kind={comparedPlaces[field].kind}
              onClose={() => chosen.unfold(null)}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** «Сравнение»: what each source says of every field, and what the underwriter has taken. */
export function Comparison({ room, chosen }: { room: FormRoom; chosen: ChosenRow }) {
  const groups = Map.groupBy(chosen.rows, ({ group }) => group)
  return (
    <section className={cx('card', styles.card)} aria-label="Сравнение">
      <header className={styles.head}>
        <h2>Сравнение</h2>
        <span className="muted small">с анкетой</span>
        <Counts room={room} chosen={chosen} />
      </header>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              {Object.entries(comparedSources).map(([source, name]) => (
                <th key={source} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col" className={styles.taken}>
                Взято
              </th>
            </tr>
          </thead>
          <tbody>
            {(Object.keys(comparisonGroups) as ComparisonGroup[]).map((group) => (
              <Fragment key={group}>
                {groups.has(group) && (
                  <tr className={styles.group}>
                    <th colSpan={columns} scope="colgroup">
                      {comparisonGroups[group]}
                    </th>
                  </tr>
                )}
                {groups.get(group)?.map((row) => (
                  <Row key={row.field} row={row} room={room} chosen={chosen} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {chosen.rows.length === 0 && (
        <Empty title="Таких строк нет" text="Снимите отбор, чтобы увидеть остальные." />
      )}
    </section>
  )
}
