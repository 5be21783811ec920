import { exclusionReasons } from '@ipoteka-office/contract/underwriting/form/income/exclusions.ts'
import {
  type GridMonth,
  type IncomeGrid,
  listIncomeHistory,
} from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import { incomeSources, type IncomeSource } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { TakeRow } from '../take-row.tsx'
import { Light } from '../light.tsx'
import type { ChosenMonth } from './exclusion-window.tsx'
import styles from './income.module.css'
import { monthText } from '@ipoteka-office/contract/common/months.ts'
import { type GridPlace, plainOf, useGrid, useGridSave } from './use-grid.ts'

const ExclusionWindow = onDemand(async () => (await import('./exclusion-window.tsx')).ExclusionWindow)
const AccountWindow = onDemand(async () => (await import('./account-window.tsx')).AccountWindow)
const HistoryDialog = onDemand(
  async () => (await import('#widgets/history/history-dialog.tsx')).HistoryDialog,
)

const roubles = (sum: string | null) => (sum === null ? emptyValue : formatRoubles(sum))

/** Declared, confirmed, the ceiling and taken, side by side. */
function Sums({ grid }: { grid: IncomeGrid }) {
  const { row, confirmed, ceiling, ceilingLack, declared } = grid
  const written = row.cells.find(({ source }) => source === 'QUESTIONNAIRE')
  const { taken } = row
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Заявлено</dt>
        <dd>{written?.shown ?? emptyValue}</dd>
        {declared.map(({ type, payer, verification, amount }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <dd key={at} className={styles.under}>
            {type}, {payer}: {roubles(amount)}, {verification}
          </dd>
        ))}
      </div>
      <div>
        <dt>Подтверждено</dt>
        <dd>{roubles(confirmed)}</dd>
        <dd className={styles.under}>
          {confirmed === null ? 'Ни один источник дохода не назвал' : 'Наибольшее из средних, после налога'}
        </dd>
      </div>
      <div>
        <dt>Потолок</dt>
        <dd>{roubles(ceiling?.amount ?? null)}</dd>
        <dd className={styles.under}>
          {ceiling === null ? ceilingLack : `${ceiling.words}. ${ceiling.source}`}
        </dd>
      </div>
      <div>
        <dt>Взято</dt>
        <dd>{taken === null ? 'не выбрано' : taken.shown}</dd>
        <dd className={styles.under}>
          {taken === null
            ? 'Пока показатели считаются по анкете'
            : taken.deviation
              ? `Отклонение: ${taken.words}`
              : 'По нему считаются ПДН и показатели'}
        </dd>
      </div>
    </dl>
  )
}

/** What a cell says beside its sum. */
function cellWords({ counted, amount, isOld }: GridMonth): string {
  if (isOld) return 'вне периода'
  if (counted === null) return 'не учитывается'
  return counted === amount ? '' : `учтено ${formatRoubles(counted)}`
}

function Cell({
  month,
  source,
  refusal,
  onOpen,
}: {
  month: GridMonth | undefined
  source: IncomeSource
  refusal: string | null
  onOpen: (chosen: ChosenMonth) => void
}) {
  if (month === undefined) return <td>{emptyValue}</td>
  const { counted, isOld, payments } = month
  const words = cellWords(month)
  const oneOff = payments.filter((payment) => payment.oneOff)
  const isOffered = oneOff.length > 0 && counted === month.amount
  return (
    <td className={cx(counted === null && styles.out, isOffered && styles.doubt)}>
      <span className={styles.cell}>
        <span className={cx(counted === null && styles.struck)}>{formatRoubles(month.amount)}</span>
        {!isOld && counted !== null && (
          <Button
            look="link"
            disabledReason={refusal}
            aria-label={`Не учитывать: ${incomeSources[source]}, ${monthText(month.month)}`}
            onClick={() => onOpen({ source, month })}
          >
            <Icon name="minus" size={13} />
          </Button>
        )}
      </span>
      {isOffered && (
        <small>{oneOff.map(({ name, amount }) => `${name}: ${formatRoubles(amount)}`).join('; ')}</small>
      )}
      {words !== '' && <small>{words}</small>}
    </td>
  )
}

const sources = Object.keys(incomeSources) as IncomeSource[]

/** Sources by months, the latest month first, and the mean of each beneath. */
function Months({ grid, onOpen }: { grid: IncomeGrid; onOpen: (chosen: ChosenMonth) => void }) {
  const lineOf = (source: IncomeSource) => grid.lines.find((line) => line.source === source)
  const months = [...new Set(grid.lines.flatMap((line) => line.months.map(({ month }) => month)))].toSorted(
    (one, other) => other.localeCompare(one),
  )
  const refusal = grid.editable.reasonDisabled
  return (
    // Focusable, so that the keyboard scrolls what is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Доход по месяцам">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Месяц</th>
            {sources.map((source) => (
              <th key={source} scope="col">
                {incomeSources[source]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month}>
              <th scope="row">{monthText(month)}</th>
              {sources.map((source) => (
                <Cell
                  key={source}
                  source={source}
                  month={lineOf(source)?.months.find((one) => one.month === month)}
                  refusal={refusal}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Среднее</th>
            {sources.map((source) => {
              const line = lineOf(source)
              return (
                <td key={source}>
                  <b>{roubles(line?.average ?? null)}</b>
                  {line !== undefined && line.count > 0 && (
                    <small>за {countOf(line.count, 'месяц', 'месяца', 'месяцев')}</small>
                  )}
                </td>
              )
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What the means are to be read with: few months, gaps, what lies before the period. */
function Notes({ grid }: { grid: IncomeGrid }) {
  const notes = grid.lines.flatMap(({ source, notes: told }) =>
    told.map((note) => `${incomeSources[source]}. ${note}`),
  )
  return notes.length === 0 ? null : (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>
          <Icon name="warning" size={13} /> {note}
        </li>
      ))}
    </ul>
  )
}

/** What does not count, each with the way back. */
function Exclusions({ place, grid }: { place: GridPlace; grid: IncomeGrid }) {
  const save = useGridSave(place)
  const [busy, setBusy] = useState<number | null>(null)
  const back = async (at: number) => {
    setBusy(at)
    await save(grid, { exclusions: grid.exclusions.toSpliced(at, 1).map(plainOf) }).catch(notifyFailure)
    setBusy(null)
  }
  if (grid.exclusions.length === 0) return null
  return (
    <section aria-label="Не учитывается">
      <h3>Не учитывается</h3>
      <ul className={styles.excluded}>
        {grid.exclusions.map((one, at) => (
          <li key={`${one.source} ${one.month} ${one.code ?? ''} ${one.amount ?? ''}`}>
            <span>
              <b>{monthText(one.month)}</b>, {incomeSources[one.source].toLocaleLowerCase('ru')}. {one.name}
              {one.amount === null && one.taken !== null && `: ${formatRoubles(one.taken)}`}
            </span>
            <span className="muted">
              {[exclusionReasons[one.reason], one.words].filter(Boolean).join('. ')}
              {one.taken === null && '. В источнике такой выплаты больше нет'}
            </span>
            <Button
              look="link"
              loading={busy === at}
              disabledReason={grid.editable.reasonDisabled}
              aria-label={`Учитывать снова: ${monthText(one.month)}, ${one.name}`}
              onClick={() => void back(at)}
            >
              Учитывать снова
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Certificates with their arithmetic. */
function Papers({ grid }: { grid: IncomeGrid }) {
  if (grid.papers.length === 0) return null
  return (
    <section className={cx('card', styles.box)} aria-label="Арифметика справок">
      <h2>Арифметика справок</h2>
      {grid.papers.map(({ title, replaced, checks }, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.paper}>
          <h3>
            {title}
            {replaced && <span className="muted"> не считается: есть более поздняя</span>}
          </h3>
          <ul className={styles.checks}>
            {checks.map(({ label, passed, message }) => (
              <li key={label}>
                <Light light={passed === null ? 'NONE' : passed ? 'OK' : 'WARN'} />
                <span>{label}</span>
                <span className={cx(passed === false && styles.wrong)}>{message}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type Asked =
  | { readonly kind: 'account' | 'history' }
  | { readonly kind: 'month'; readonly chosen: ChosenMonth }

function Windows({
  place,
  grid,
  asked,
  onClose,
}: {
  place: GridPlace
  grid: IncomeGrid
  asked: Asked | null
  onClose: () => void
}) {
  const { caseId, participantId } = place
  const params = { id: String(caseId), participantId: String(participantId) }
  if (asked === null) return null
  if (asked.kind === 'month')
    return <ExclusionWindow place={place} grid={grid} chosen={asked.chosen} onClose={onClose} />
  if (asked.kind === 'account') return <AccountWindow place={place} grid={grid} onClose={onClose} />
  return (
    <HistoryDialog
      title="История дохода по месяцам"
      pages={(page) => query(listIncomeHistory, { params, query: page })}
      onClose={onClose}
    />
  )
}

/** «Доход»: who says what month by month, what of it counts, and which income the bank takes. */
export function IncomeTab({ room }: { room: FormRoom }) {
  const place = { caseId: room.caseId, participantId: room.participantId }
  const answer = useGrid(place)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const grid = answer.data
  const isEmpty = grid.lines.every(({ months }) => months.length === 0)
  return (
    <div className={styles.tab}>
      <section className={cx('card', styles.box)} aria-label="Доход">
        <Sums grid={grid} />
        <div className={styles.take}>
          <TakeRow key={grid.row.version} row={grid.row} room={room} kind="MONEY" onClose={() => undefined} />
        </div>
      </section>
      <section className={cx('card', styles.box)} aria-label="По источникам и месяцам">
        <div className={styles.head}>
          <h2>По источникам и месяцам</h2>
          <span className="muted small">после налога; минус у суммы убирает её из среднего</span>
          <span className={styles.push} />
          {grid.version > 0 && (
            <Button look="link" onClick={() => setAsked({ kind: 'history' })}>
              История
            </Button>
          )}
          <Button disabledReason={grid.editable.reasonDisabled} onClick={() => setAsked({ kind: 'account' })}>
            {grid.account.length === 0 ? 'Ввести выписку' : 'Изменить выписку'}
          </Button>
        </div>
        {isEmpty ? (
          <p className="muted">
            Справка о доходах не загружена или не прочитана, СФР по месяцам не ответил. Поступления можно
            ввести из выписки.
          </p>
        ) : (
          <Months grid={grid} onOpen={(chosen) => setAsked({ kind: 'month', chosen })} />
        )}
        <Notes grid={grid} />
        <Exclusions place={place} grid={grid} />
      </section>
      <Papers grid={grid} />
      <Windows place={place} grid={grid} asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}
