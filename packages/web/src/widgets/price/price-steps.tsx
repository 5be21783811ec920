import type { Offer, PriceStep } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { offerFigures, rateText } from './offer-figures.ts'
import styles from './price.module.css'

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
