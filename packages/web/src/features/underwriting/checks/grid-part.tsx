import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import {
  type CheckSubject,
  checkSubjects,
  type ChecksGrid,
  checkVerdicts,
  type GridCell,
} from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { formatDate } from '#lib/dates.ts'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import styles from './checks.module.css'

/** Colours of the states of checks. */
export const checkTones: Record<GridCell['state'], DotTone> = {
  WAITING: 'blue',
  OK: 'green',
  WARN: 'amber',
  FAIL: 'red',
  ERROR: 'amber',
  EXPIRED: 'neutral',
  HELD: 'amber',
  ABSENT: 'ring',
}
const stateWords = { ...autoCheckStates, ABSENT: 'Не запрашивалась' }

function Cell({ cell, name, onOpen }: { cell: GridCell; name: string; onOpen: (checkId: number) => void }) {
  const { checkId, state, text, validUntil, standIn, verdict, risk } = cell
  const words = <StatusDot tone={checkTones[state]}>{stateWords[state]}</StatusDot>
  return (
    <td>
      {checkId === null ? (
        words
      ) : (
        <button
          type="button"
          className={styles.cell}
          aria-label={`${stateWords[state]}. ${name}`}
          onClick={() => onOpen(checkId)}
        >
          {words}
        </button>
      )}
      {text !== '' && state !== 'OK' && <span className={styles.note}>{text}</span>}
      {verdict !== null && (
        <span className={styles.note}>
          <b>{checkVerdicts[verdict.verdict]}</b>: {verdict.comment}
        </span>
      )}
      {risk !== null && risk.validTo !== null && (
        <span className={styles.note}>
          <b>Риск принят</b> по {formatDate(risk.validTo)}, {risk.by.fullName}
        </span>
      )}
      {validUntil !== null && (
        <span className={styles.until}>
          {state === 'EXPIRED' ? 'истекла' : 'до'} {formatDate(validUntil)}
          {standIn && ' · имитатор'}
        </span>
      )}
    </td>
  )
}

/** The checks of one kind of things: a line for a check, a column for each of the things. */
export function GridPart({
  of,
  grid,
  onOpen,
}: {
  of: CheckSubject
  grid: ChecksGrid
  onOpen: (checkId: number) => void
}) {
  const columns = grid.columns.filter((column) => column.of === of)
  const lines = grid.lines.filter((line) => line.of === of)
  return (
    // Focusable, so that the keyboard scrolls what is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Проверки: ${checkSubjects[of]}`}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Проверка</th>
            {columns.map(({ key, name, note }) => (
              <th key={key} scope="col">
                {name}
                {note !== '' && <span className={styles.until}>{note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ code, name, source, absent }) => (
            <tr key={code}>
              <th scope="row">
                {name}
                <span className={styles.until}>{source}</span>
              </th>
              {absent !== null && (
                <td colSpan={Math.max(1, columns.length)} className="muted">
                  {absent}
                </td>
              )}
              {absent === null &&
                columns.map((column) => {
                  const cell = grid.cells.find((one) => one.code === code && one.column === column.key)
                  return cell === undefined ? (
                    <td key={column.key} className="muted">
                      не требуется
                    </td>
                  ) : (
                    <Cell key={column.key} cell={cell} name={`${name}: ${column.name}`} onOpen={onOpen} />
                  )
                })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
