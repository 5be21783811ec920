import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { formatMoney } from '#lib/format.ts'
import { rateText } from './offer-figures.ts'
import styles from './price.module.css'

/** The other way with life insurance: both payments stand side by side. */
export function OtherInsurance({ offer }: { offer: Offer }) {
  const { otherInsurance } = offer
  if (otherInsurance === null) return null
  const { insured, price } = otherInsurance
  return (
    <p className={styles.other}>
      {insured ? 'С личным страхованием' : 'Без личного страхования'}: {rateText(price.rate)}
      {price.payment !== null && `, платёж ${formatMoney(price.payment)}`}
    </p>
  )
}
