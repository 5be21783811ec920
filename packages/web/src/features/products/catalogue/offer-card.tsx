import type { Offer, PriceStep } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { useState } from 'react'
import { emptyValue, formatMoney, formatPercent, formatRoubles } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './catalogue.module.css'

/** A range of figures: one where both ends are the same. */
const rangeOf = (lowest: string | null, highest: string | null, format: (text: string) => string): string => {
  if (lowest === null || highest === null) return emptyValue
  return lowest === highest ? format(lowest) : `${format(lowest)} – ${format(highest)}`
}
const rateText = (rate: string) => formatPercent(rate, 3)

/** Figures of an offer by their names: the card and the comparison show the same. */
export const offerFigures: readonly { readonly label: string; readonly of: (offer: Offer) => string }[] = [
  { label: 'Ставка', of: ({ lowest, highest }) => rangeOf(lowest.rate, highest.rate, rateText) },
  {
    label: 'Платёж в месяц',
    of: ({ lowest, highest }) => rangeOf(lowest.payment, highest.payment, formatMoney),
  },
  {
    label: 'Переплата',
    of: ({ lowest, highest }) => rangeOf(lowest.overpayment, highest.overpayment, formatRoubles),
  },
  { label: 'ПСК', of: ({ lowest, highest }) => rangeOf(lowest.fullLoanCost, highest.fullLoanCost, rateText) },
]

const signed = ({ kind, points }: PriceStep): string => {
  if (kind === 'CELL') return rateText(points)
  const text = points.replace('-', '').replace('.', ',')
  return `${points.startsWith('-') ? '−' : '+'}${text}`
}

const stateWords: Record<PriceStep['state'], string> = {
  APPLIED: 'учтено',
  NOT_APPLIED: 'не учтено',
  UNKNOWN: 'неизвестно',
}

/** The rate step by step: what it is made of, where each part comes from and why one does not count. */
export function PriceSteps({ offer }: { offer: Offer }) {
  return (
    <table className={styles.steps} aria-label={`Из чего складывается ставка: ${offer.product.name}`}>
      <thead>
        <tr>
          <th scope="col">Что</th>
          <th scope="col">Пункты</th>
          <th scope="col">Откуда и при каком условии</th>
        </tr>
      </thead>
      <tbody>
        {offer.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <tr key={at} data-state={step.state}>
            <th scope="row">
              {step.name}
              {step.state !== 'APPLIED' && <span className={styles.state}>{stateWords[step.state]}</span>}
            </th>
            <td>{signed(step)}</td>
            <td>
              {[step.why, step.condition, step.source]
                .filter((text) => text !== null && text !== '')
                .join(' · ')}
              {step.dueDays !== null && (
                <span className="muted">
                  {' '}
                  · подтвердить за {step.dueDays} дн. после подписания:{' '}
                  {step.otherwise?.toLocaleLowerCase('ru')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Итого</th>
          <td colSpan={2}>{offerFigures[0]?.of(offer)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function OtherInsurance({ offer }: { offer: Offer }) {
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

/** An offer: its figures, what is not known yet, and on demand what the rate is made of. */
export function OfferCard({
  offer,
  isCompared,
  canCompare,
  onCompare,
  onOption,
  create,
}: {
  offer: Offer
  isCompared: boolean
  canCompare: boolean
  onCompare: () => void
  onOption: (id: number) => void
  create: (() => void) | null
}) {
  const [isOpen, setOpen] = useState(false)
  const { product, options, promotions, available, missing } = offer
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
      <dl className={styles.figures}>
        {offerFigures.map(({ label, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{of(offer)}</dd>
          </div>
        ))}
      </dl>
      <OtherInsurance offer={offer} />
      {missing.length > 0 && (
        <p className={styles.missing}>Уточнит ставку: {missing.map(({ label }) => label).join(', ')}</p>
      )}
      <footer>
        <Button look="link" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          Почему такая ставка
        </Button>
        <Button
          look="link"
          onClick={onCompare}
          aria-pressed={isCompared}
          disabledReason={isCompared || canCompare ? null : 'Сравнивают не больше трёх предложений'}
        >
          {isCompared ? 'Убрать из сравнения' : 'Сравнить'}
        </Button>
        {create !== null && <Button onClick={create}>Создать заявку</Button>}
      </footer>
      {isOpen && (
        <>
          <PriceSteps offer={offer} />
          {available.length > 0 && (
            <ul className={styles.options} aria-label="Опции">
              {available.map(({ id, name, points }) => (
                <li key={id}>
                  <Button look="link" onClick={() => onOption(id)}>
                    <Icon name="plus" /> {name}
                  </Button>{' '}
                  <span className="muted">{signedPoints(points)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </article>
  )
}

const signedPoints = (points: string): string =>
  `${points.startsWith('-') ? '−' : '+'}${points.replace('-', '').replace('.', ',')} п. п.`
