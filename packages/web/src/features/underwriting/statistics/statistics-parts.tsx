import type {
  DecisionStatistics,
  StageTimes,
  StatisticsFilter,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { getStageTimes } from '@ipoteka-office/contract/underwriting/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { BarChart } from '#ui/chart/chart.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { minutesText } from '#widgets/case/case-words.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { filterOfRow, journalHref, type Narrowed } from './journal-links.ts'
import { shareText } from './statistics.columns.tsx'
import styles from './statistics.module.css'

interface Shown {
  readonly statistics: DecisionStatistics
  readonly filter: StatisticsFilter
}

function Figure({
  value,
  words,
  note,
  href,
}: {
  value: string
  words: string
  note?: string
  href: string | null
}) {
  const inside: ReactNode = (
    <>
      <b>{value}</b>
      <span>{words}</span>
      {note !== undefined && <small>{note}</small>}
    </>
  )
  return href === null ? (
    <div className={styles.figure}>{inside}</div>
  ) : (
    <HrefLink href={href} className={styles.figure}>
      {inside}
    </HrefLink>
  )
}

/** The main numbers: each leads to the list of exactly its applications. */
export function Figures({ statistics: { total }, filter }: Shown) {
  const { decided, medianMinutes, p90Minutes } = total
  const counted = (words: string, count: number, narrowed: Narrowed) => (
    <Figure
      value={formatCount(count)}
      words={words}
      note={shareText(count, decided)}
      href={count === 0 ? null : journalHref(filter, narrowed)}
    />
  )
  const timed = (words: string, minutes: number | null) => (
    <Figure
      value={minutes === null ? emptyValue : minutesText(minutes)}
      words={words}
      note="и дольше — по ссылке"
      href={minutes === null ? null : journalHref(filter, { minutesFrom: minutes })}
    />
  )
  return (
    <div className={styles.figures}>
      <Figure
        value={formatCount(decided)}
        words="Решено заявок"
        href={decided === 0 ? null : journalHref(filter)}
      />
      {counted('Одобрено', total.approved, { outcomes: ['APPROVE'] })}
      {counted('Отказано', total.rejected, { outcomes: ['REJECT'] })}
      {counted('Без участия человека', total.automatic, { marks: ['AUTOMATIC'] })}
      {timed('Половина — быстрее', medianMinutes)}
      {timed('Девять из десяти — быстрее', p90Minutes)}
      {counted('С возвратом на доработку', total.returned, { marks: ['RETURNED'] })}
      {counted('Вопреки совету СПР', total.againstEngine, { marks: ['AGAINST_ENGINE'] })}
      {counted('Вопреки скоринговой карте', total.againstScore, { marks: ['AGAINST_SCORE'] })}
    </div>
  )
}

/** Approvals and refusals by month. */
export function MonthsChart({ statistics: { months }, filter }: Shown) {
  const linksOf = (outcome: 'APPROVE' | 'REJECT') =>
    months.map((month) => {
      const found = filterOfRow(filter, 'MONTH', month)
      return journalHref(found?.filter ?? filter, { outcomes: [outcome] })
    })
  return (
    <section className={styles.card}>
      <h2>Решения по месяцам</h2>
      <BarChart
        label="Решения по месяцам"
        placeLabel="Месяц"
        places={months.map(({ key, name }) => ({
          name,
          short: `${key?.slice(5) ?? ''}.${key?.slice(2, 4) ?? ''}`,
        }))}
        series={[
          {
            key: 'approved',
            label: 'Одобрено',
            tone: 'green',
            values: months.map(({ approved }) => approved),
            links: linksOf('APPROVE'),
          },
          {
            key: 'rejected',
            label: 'Отказано',
            tone: 'red',
            values: months.map(({ rejected }) => rejected),
            links: linksOf('REJECT'),
          },
        ]}
        layout="stacked"
        format={formatCount}
        formatScale={formatCount}
        Link={HrefLink}
      />
    </section>
  )
}

/** Why applications are refused. */
export function Reasons({ statistics: { reasons, total }, filter }: Shown) {
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <section className={styles.card}>
      <h2>Причины отказов</h2>
      {reasons.length === 0 ? (
        <p className="muted">Отказов за это время нет</p>
      ) : (
        <ul className={styles.reasons}>
          {reasons.map(({ code, name, count }) => (
            <li key={code}>
              <HrefLink
                href={journalHref(filter, { outcomes: ['REJECT'], reasons: [code] })}
                className={styles.reason}
              >
                <span>{name}</span>
                <b>{formatCount(count)}</b>
                <small>{shareText(count, total.rejected)}</small>
                <i style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
              </HrefLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const hour = 60
const inHours = (minutes: number) => Math.round((minutes / hour) * 10) / 10

function StagesChart({ times }: { times: StageTimes }) {
  return (
    <BarChart
      label="Время на этапах до решения"
      placeLabel="Этап"
      places={times.map(({ name }) => ({ name, short: name }))}
      series={[
        {
          key: 'median',
          label: 'Половина — быстрее',
          tone: 'green',
          values: times.map(({ medianMinutes }) => inHours(medianMinutes)),
        },
        {
          key: 'p90',
          label: 'Девять из десяти — быстрее',
          tone: 'amber',
          values: times.map(({ p90Minutes }) => inHours(p90Minutes)),
        },
      ]}
      layout="grouped"
      format={(hours) => minutesText(Math.round(hours * hour))}
      formatScale={(hours) => `${formatCount(hours)} ч`}
    />
  )
}

/** How long applications stand on each stage before they are decided; asked after the numbers. */
export function Stages({ filter }: { filter: StatisticsFilter }) {
  const answer = useQuery(query(getStageTimes, { body: { filter } }))
  return (
    <section className={styles.card}>
      <h2>Время на этапах до решения</h2>
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <DelayedLoader />
      ) : answer.data.length === 0 ? (
        <p className="muted">Решений за это время нет</p>
      ) : (
        <StagesChart times={answer.data} />
      )}
    </section>
  )
}
