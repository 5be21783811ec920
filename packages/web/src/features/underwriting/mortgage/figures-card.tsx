import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import type { ReactNode } from 'react'
import { useFiguresOn } from '#api/figures.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { emptyValue, formatMoney, formatPercent } from '#lib/format.ts'
import { Tag } from '#ui/tag.tsx'
import { HoldsList } from './holds-list.tsx'
import type { ObjectTab } from './object-tabs.ts'
import styles from './mortgage.module.css'

/** One figure with what it is measured by. */
function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note !== undefined && <dd className={styles.under}>{note}</dd>}
    </div>
  )
}

const sign = (percent: string | null): string =>
  percent === null ? emptyValue : `${percent.startsWith('-') ? '' : '+'}${formatPercent(percent, 1)}`

function medianNote({ median, medianOf }: ObjectReview['figures']): string {
  const { count, months, least } = medianOf
  return median === null
    ? `Мало данных: объектов ${count} за ${months} мес., нужно ${least}`
    : `${formatMoney(median.perMetre)} за м², объектов ${count} за ${months} мес.`
}

/** К/З with its bound: how far the loan is from it, and what a fall of the price would make of it. */
function LoanToValue({ figures }: Pick<ObjectReview, 'figures'>) {
  const norm = useFiguresOn(bankDay(serverNow()))?.['calculator-loan-to-value']
  const { loanToValue, stressedLoanToValue, stress } = figures
  const share = Math.min(100, Number(loanToValue ?? 0))
  return (
    <div className={styles.figure}>
      <dt>К/З</dt>
      <dd>{formatPercent(loanToValue)}</dd>
      <dd className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${share}%` }} />
        {norm !== undefined && <span className={styles.norm} style={{ left: `${norm}%` }} />}
        {stressedLoanToValue !== null && (
          <span
            className={styles.stress}
            style={{ left: `${Math.min(100, Number(stressedLoanToValue))}%` }}
          />
        )}
      </dd>
      <dd className={styles.under}>
        {norm !== undefined && `норма до ${formatPercent(norm)}; `}цена −{formatPercent(stress)}:{' '}
        {formatPercent(stressedLoanToValue)}
      </dd>
    </div>
  )
}

/** What stands beside every tab: the figures of the object, and what keeps it from being accepted. */
export function ObjectFiguresCard({
  review,
  onTab,
}: {
  review: ObjectReview
  onTab: (tab: ObjectTab) => void
}) {
  const { figures, object, holds } = review
  const hard = holds.filter(({ isHard }) => isHard)
  return (
    <aside className={styles.aside} aria-label="Показатели объекта">
      <section className={`card ${styles.box}`}>
        <h2>Показатели</h2>
        <dl className={styles.figures}>
          <LoanToValue figures={figures} />
          <Figure
            label="Цена"
            value={formatMoney(object.price)}
            note={figures.pricePerMetre === null ? undefined : `${formatMoney(figures.pricePerMetre)} за м²`}
          />
          <Figure
            label="Цена к оценке"
            value={sign(figures.priceToValue)}
            note={figures.marketValue === null ? 'Оценки нет' : `оценка ${formatMoney(figures.marketValue)}`}
          />
          <Figure label="Цена к медиане" value={sign(figures.priceToMedian)} note={medianNote(figures)} />
        </dl>
      </section>
      <section className={`card ${styles.box}`}>
        <h2>
          Что держит объект{' '}
          {hard.length > 0 ? <Tag tone="amber">{hard.length}</Tag> : <Tag tone="green">ничего</Tag>}
        </h2>
        <HoldsList holds={hard} onTab={onTab} />
      </section>
    </aside>
  )
}
