import { lowered } from '#lib/words.ts'
import type { ProductCalculation } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { formatDate } from '#lib/dates.ts'
import { formatRoubles, formatTerm } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { ChosenOptions } from '#widgets/price/chosen-options.tsx'
import { MisfitList } from '#widgets/price/misfit-list.tsx'
import { OtherInsurance } from '#widgets/price/other-insurance.tsx'
import { PriceSteps } from '#widgets/price/price-steps.tsx'
import styles from './calculator.module.css'

/** What the person may answer beside the form; absent where the result is kept. */
export interface ProductAnswers {
  readonly optionIds: readonly number[]
  readonly choices: Readonly<Record<string, boolean>>
  readonly onOptions: (ids: number[]) => void
  readonly onChoices: (choices: Record<string, boolean>) => void
}

const limitsText = ({ limits }: Offer): string =>
  `Сумма от ${formatRoubles(limits.minAmount)} до ${formatRoubles(limits.maxAmount)}, срок от ${formatTerm(limits.minMonths)} до ${formatTerm(limits.maxMonths)}`

/** «Платят 5 или 20 числа.» */
const paymentDaysText = (days: readonly number[]): string =>
  days.length === 0 ? '' : `. Платят ${days.join(' или ')} числа`

function Questions({ offer, answers }: { offer: Offer; answers: ProductAnswers }) {
  const { choices, onChoices } = answers
  return (
    <>
      {offer.missing
        .filter(({ isChoice }) => isChoice)
        .map(({ fact, label }) => (
          <div key={fact} className={styles.inline}>
            <span>{label}</span>
            {([true, false] as const).map((answer) => (
              <Button
                key={String(answer)}
                aria-label={`${label}: ${answer ? 'да' : 'нет'}`}
                onClick={() => onChoices({ ...choices, [fact]: answer })}
              >
                {answer ? 'Да' : 'Нет'}
              </Button>
            ))}
          </div>
        ))}
      {Object.keys(choices).length > 0 && (
        <Button look="link" onClick={() => onChoices({})}>
          Спросить заново, что выбирает клиент
        </Button>
      )}
    </>
  )
}

const signedPoints = (points: string): string =>
  `${points.startsWith('-') ? '−' : '+'}${points.replace('-', '').replace('.', ',')}`

function Options({ offer, answers }: { offer: Offer; answers: ProductAnswers }) {
  const { optionIds, onOptions } = answers
  return (
    <>
      <ChosenOptions
        options={offer.options}
        onRemove={(id) => onOptions(optionIds.filter((one) => one !== id))}
      />
      {offer.available.length > 0 && (
        <ul className={styles.options} aria-label="Опции">
          {offer.available.map(({ id, name, points }) => (
            <li key={id}>
              <Button look="link" onClick={() => onOptions([...optionIds, id])}>
                <Icon name="plus" /> {name}
              </Button>{' '}
              <span className="muted">{signedPoints(points)} п. п.</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What the catalogue says of the product, whatever was counted by it. */
type FoundProduct = Pick<ProductCalculation, 'offer' | 'misfit' | 'day'> &
  Partial<Pick<ProductCalculation, 'bounds'>>

/** The product of a loan: its version, what its rate is made of, what is not known, or why it does not fit. */
export function ProductFacts({ found, answers }: { found: FoundProduct; answers?: ProductAnswers }) {
  const { offer, misfit, day, bounds } = found
  if (offer === null)
    return (
      <FormCard>
        <FormSection title="Продукт не подходит" grid={false}>
          {misfit === null ? (
            <p role="status">На {formatDate(day)} этого продукта вам не предлагают: выберите другой.</p>
          ) : (
            <MisfitList misfits={[misfit]} />
          )}
        </FormSection>
      </FormCard>
    )
  return (
    <FormCard>
      <FormSection title={offer.product.name} grid={false}>
        <p className="muted">
          {offer.product.code} · выпуск {offer.product.number}, действует {formatDate(day)}.{' '}
          {limitsText(offer)}
          {paymentDaysText(bounds?.paymentDays ?? [])}
        </p>
        {offer.missing.length > 0 && (
          <p role="status" className={styles.missing}>
            Посчитано по наибольшей ставке. Уточнит её:{' '}
            {offer.missing.map(({ label }) => lowered(label)).join(', ')}
          </p>
        )}
        {answers !== undefined && <Questions offer={offer} answers={answers} />}
        <div className={styles.scroll}>
          <PriceSteps offer={offer} />
        </div>
        <OtherInsurance offer={offer} />
        {offer.unchecked.length > 0 && (
          <p className="muted">Проверят по анкете: {offer.unchecked.join('; ')}</p>
        )}
        {answers !== undefined && <Options offer={offer} answers={answers} />}
      </FormSection>
    </FormCard>
  )
}
