import { normalised, rowKeyOf, wholeShare } from '@ipoteka-office/contract/insurance/choosing.ts'
import { shareText } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import type { DistributionCard, InsurerRef } from '@ipoteka-office/contract/insurance/distributions.ts'
import { insuranceTypes } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { TextInput } from '#ui/input/text-input.tsx'
import styles from '../insurance.module.css'
import { type CellValue, limitWords, readShare, type RowValue, sumOf, typedShare } from './matrix-values.ts'

type Facts = DistributionCard['facts']

interface TableProps {
  readonly rows: readonly RowValue[]
  readonly insurers: readonly InsurerRef[]
  readonly facts: Facts
  readonly readOnly: boolean
  /** Where a row is, in words. */
  readonly placeOf: (row: RowValue) => string
  readonly onChange: (rows: RowValue[]) => void
  readonly onLimits: (row: number, insurerId: number) => void
  readonly onCopy: (row: number) => void
}

const emptyCell = (insurerId: number): CellValue => ({
  insurerId,
  share: '',
  maxContracts: null,
  maxSum: null,
  ageFrom: null,
  ageTo: null,
  objects: [],
})

/** A share without which an insurer is not in a row at all. */
export function withShare(row: RowValue, insurerId: number, share: string): RowValue {
  const found = row.cells.find((cell) => cell.insurerId === insurerId)
  if (share.trim() === '') return { ...row, cells: row.cells.filter((cell) => cell !== found) }
  if (found === undefined) return { ...row, cells: [...row.cells, { ...emptyCell(insurerId), share }] }
  return { ...row, cells: row.cells.map((cell) => (cell === found ? { ...cell, share } : cell)) }
}

const normalisedRow = (row: RowValue): RowValue => {
  const shares = normalised(row.cells.map(({ share }) => readShare(share) ?? 0))
  return { ...row, cells: row.cells.map((cell, at) => ({ ...cell, share: typedShare(shares[at] ?? 0) })) }
}

/** What was offered against the share, in words and in a colour. */
function Fact({ row, cell, facts }: { row: RowValue; cell: CellValue; facts: Facts }) {
  const ofRow = facts.filter(({ rowKey }) => rowKey === rowKeyOf(row))
  const total = ofRow.reduce((sum, { offered }) => sum + offered, 0)
  if (total === 0) return null
  const offered = ofRow.find(({ insurerId }) => insurerId === cell.insurerId)?.offered ?? 0
  const actual = Math.round((offered * wholeShare) / total)
  // In offers: an offer goes to one of them, so that up to one is no deviation at all.
  const deviation = offered - (total * (readShare(cell.share) ?? 0)) / wholeShare
  const tone = Math.abs(deviation) <= 1 ? styles.even : deviation < 0 ? styles.behind : styles.ahead
  return (
    <span className={cx(styles.fact, tone)}>
      факт {shareText(actual)} · {offered}
    </span>
  )
}

function Sum({ row }: { row: RowValue }) {
  const sum = sumOf(row)
  if (sum === wholeShare) return <span className={styles.whole}>100&nbsp;%</span>
  const words =
    sum === null
      ? 'доля — не число'
      : sum < wholeShare
        ? `не хватает ${shareText(wholeShare - sum)}`
        : `лишние ${shareText(sum - wholeShare)}`
  return (
    <span className={styles.lacking} role="status">
      {sum !== null && shareText(sum)} <b>{words}</b>
    </span>
  )
}

function InsurerHead({ insurer }: { insurer: InsurerRef }) {
  const { shortName, isAccredited, accreditedTo } = insurer
  return (
    <th scope="col" className={styles.insurer}>
      {shortName}
      <span className={cx('under', !isAccredited && styles.off)}>
        {isAccredited
          ? accreditedTo === null
            ? 'аккредитован'
            : `до ${formatDate(accreditedTo)}`
          : 'не аккредитован'}
      </span>
    </th>
  )
}

function ShareCell({
  row,
  at,
  insurer,
  table,
}: {
  row: RowValue
  at: number
  insurer: InsurerRef
  table: TableProps
}) {
  const cell = row.cells.find(({ insurerId }) => insurerId === insurer.id)
  const { readOnly, facts, rows, onChange, onLimits, placeOf } = table
  const name = `${insurer.shortName}: ${insuranceTypes[row.type]}, ${placeOf(row)}`
  const limits = cell === undefined ? '' : limitWords(cell)
  return (
    <td className={styles.cell}>
      {readOnly ? (
        <b>{cell === undefined ? '−' : `${cell.share}\u00a0%`}</b>
      ) : (
        <TextInput
          className={styles.share}
          aria-label={`Доля, %. ${name}`}
          inputMode="decimal"
          maxLength={6}
          value={cell?.share ?? ''}
          invalid={cell !== undefined && readShare(cell.share) === null}
          onChange={(share) =>
            onChange(rows.map((one, place) => (place === at ? withShare(one, insurer.id, share) : one)))
          }
        />
      )}
      {cell !== undefined && <Fact row={row} cell={cell} facts={facts} />}
      {cell !== undefined &&
        (readOnly ? (
          limits !== '' && <span className="under">{limits}</span>
        ) : (
          <button
            type="button"
            className={styles.limits}
            aria-label={`Ограничения. ${name}`}
            onClick={() => onLimits(at, insurer.id)}
          >
            {limits || 'ограничения'}
          </button>
        ))}
    </td>
  )
}

/** The matrix: a row for each place, a column for each insurer, what was offered beneath what was meant. */
export function MatrixTable(table: TableProps) {
  const { rows, insurers, readOnly, placeOf, onChange, onCopy } = table
  return (
    // Focusable, so that the keyboard scrolls what is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Доли страховщиков">
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Вид и место</th>
            {insurers.map((insurer) => (
              <InsurerHead key={insurer.id} insurer={insurer} />
            ))}
            <th scope="col">Итого</th>
            {!readOnly && (
              <th scope="col">
                <span className="visually-hidden">Действия</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKeyOf(row)}>
              <th scope="row">
                {insuranceTypes[row.type]}
                <span className="under">{placeOf(row)}</span>
              </th>
              {insurers.map((insurer) => (
                <ShareCell key={insurer.id} row={row} at={at} insurer={insurer} table={table} />
              ))}
              <td className={styles.sum}>
                <Sum row={row} />
              </td>
              {!readOnly && (
                <td className={styles.rowActions}>
                  <Button
                    look="link"
                    disabledReason={row.cells.length === 0 ? 'Сначала укажите доли' : null}
                    onClick={() =>
                      onChange(rows.map((one, place) => (place === at ? normalisedRow(one) : one)))
                    }
                  >
                    Нормализовать
                  </Button>
                  <Button look="link" onClick={() => onCopy(at)}>
                    Копировать
                  </Button>
                  <Button look="link" onClick={() => onChange(rows.filter((_, place) => place !== at))}>
                    Убрать
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
