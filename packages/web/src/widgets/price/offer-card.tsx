import { lowered } from '#lib/words.ts'
import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { OfferFigures } from './offer-figures-part.tsx'
import { OtherInsurance } from './other-insurance.tsx'
import styles from './price.module.css'
import { PriceSteps } from './price-steps.tsx'

/** An offer: its figures, what is not known yet, and on demand what the rate is made of. */
export function OfferCard({
  offer,
  onOption,
  children,
}: {
  offer: Offer
  onOption: (id: number) => void
  /** What may be done with it. */
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const { product, options, promotions, available, missing, unchecked } = offer
  return (
    <article className={styles.offer} aria-label={product.name}>
      <header>
        <h3>{product.name}</h3>
        <span className="muted">
          {product.code} · выпуск {product.number}
        </span>
        {promotions.map(({ id, name }) => (
          <Tag key={id} tone="green">
            Акция «{name}»
          </Tag>
        ))}
        {options.map(({ id, name }) => (
          <Tag key={id} tone="blue">
            {name}
          </Tag>
        ))}
      </header>
      <OfferFigures offer={offer} />
      <OtherInsurance offer={offer} />
      {missing.length > 0 && (
        <p className={styles.missing}>
          Уточнит ставку: {missing.map(({ label }) => lowered(label)).join(', ')}
        </p>
      )}
      {unchecked.length > 0 && <p className={styles.missing}>Проверим по анкете: {unchecked.join('; ')}</p>}
      <footer>
        <Button look="link" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          Почему такая ставка
        </Button>
        {children}
      </footer>
      {available.length > 0 && (
        <ul className={styles.options} aria-label="Опции">
          {available.map(({ id, name, points }) => (
            <li key={id}>
              <Button look="link" onClick={() => onOption(id)}>
                <Icon name="plus" /> {name}
              </Button>
              <span className="muted">{signedPoints(points)}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <PriceSteps offer={offer} />}
    </article>
  )
}

/** What an option does to the rate; one that changes limits or papers alone says nothing. */
const signedPoints = (points: string): string =>
  Number(points) === 0
    ? ''
    : `${points.startsWith('-') ? '−' : '+'}${points.replace('-', '').replace('.', ',')} п. п.`
