import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { offerFigures } from './offer-figures.ts'
import styles from './offer-figures-part.module.css'

/** Rate, payment, overpayment and ПСК of an offer in a row. */
export function OfferFigures({ offer }: { offer: Offer }) {
  return (
    <dl className={styles.figures}>
      {offerFigures.map(({ label, of }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{of(offer)}</dd>
        </div>
      ))}
    </dl>
  )
}
