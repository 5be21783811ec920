import type { CommitteeOffer } from '@ipoteka-office/contract/underwriting/committee.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'
import styles from './committee.module.css'

/** Other terms that are, or were, voted on beside those that were proposed. */
export function OtherTerms({ offer, label, title }: { offer: CommitteeOffer; label: string; title: string }) {
  const { author, at, offers, comment } = offer
  return (
    <section className={styles.offer} aria-label={label}>
      <h3>{title}</h3>
      <p className="muted small">
        {author.fullName}, {formatDateTime(at)}
      </p>
      <ul>
        {offers.map(({ place, amount, termMonths, rate, payment, clientText, paidOff }) => (
          <li key={place}>
            {offers.length > 1 && `Вариант ${place}: `}
            <b>{formatRoubles(amount)}</b> на {formatTerm(termMonths)} под {formatPercent(rate)}, платёж{' '}
            {formatRoubles(payment)}
            {paidOff.length > 0 && `, погашаются: ${paidOff.join('; ')}`}
            <p className={styles.words}>Клиенту: {clientText}</p>
          </li>
        ))}
      </ul>
      <p className={styles.words}>{comment}</p>
    </section>
  )
}
