import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { getDecisionNotice } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { shownOutcomes } from '@ipoteka-office/contract/underwriting/shown-decision.ts'
import { useState } from 'react'
import { download } from '#api/download.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatMoney, formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './decision-notice.module.css'

const tones: Readonly<Partial<Record<keyof typeof shownOutcomes, Tone>>> = {
  APPROVE: 'green',
  COUNTER: 'amber',
}

type Shown = NonNullable<CaseHead['decision']>

const termsOf = ({ amount, termMonths, rate, payment, fullLoanCost, validTo }: Shown) => [
  ['Сумма', amount && formatRoubles(amount)],
  ['Срок', termMonths && formatTerm(termMonths)],
  ['Ставка', rate && formatPercent(rate, 3)],
  ['Платёж', payment && formatMoney(payment)],
  ['ПСК', fullLoanCost && formatPercent(fullLoanCost, 3)],
  ['Действует по', validTo && formatDate(validTo)],
]

/** What the bank has decided, for everybody who sees the case: outcome, terms, words for the client, the letter. */
export function DecisionNotice({ head: { id, decision } }: { head: CaseHead }) {
  const [busy, setBusy] = useState(false)
  if (decision === null) return null
  const save = async () => {
    setBusy(true)
    await download(getDecisionNotice, { params: { id: String(id) } }).catch(notifyFailure)
    setBusy(false)
  }
  const { outcome, at, text, reasons, suspended } = decision
  return (
    <section className={cx('card', styles.notice)} aria-label="Решение банка">
      <div className={styles.line}>
        <Tag tone={tones[outcome] ?? 'red'}>{shownOutcomes[outcome]}</Tag>
        {suspended && <Tag tone="amber">Приостановлено: условия пересматриваются</Tag>}
        <span className="muted small">{formatDateTime(at)}</span>
        <Button look="quiet" loading={busy} onClick={() => void save()}>
          Уведомление, PDF
        </Button>
      </div>
      <dl className={styles.terms}>
        {termsOf(decision).map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {reasons.length > 0 && <p>Причины: {reasons.join('; ')}</p>}
      {text !== '' && <p>{text}</p>}
    </section>
  )
}
