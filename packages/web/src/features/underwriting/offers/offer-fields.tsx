import type { OfferStart, PaidOff } from '@ipoteka-office/contract/underwriting/offers.ts'
import { useId } from 'react'
import { formatMoney, formatTerm } from '#lib/format.ts'
import formStyles from '#ui/form/form.module.css'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './offers.module.css'

/** One offer as it is typed. */
export interface OfferValues {
  readonly amount: string
  readonly termMonths: number
  readonly rate: string
  readonly addedIncome: string | null
  readonly paidOff: PaidOff[]
  readonly clientText: string
}

const sumStep = 10_000
const rateStep = 0.1
const rates = { least: 0, most: 60 }

/** A slider beside the number: the same value twice, each for its own hand. */
function Slider({
  label,
  text,
  value,
  bounds: [min, max, step],
  onChange,
}: {
  label: string
  text: string
  value: number
  bounds: readonly [min: number, max: number, step: number]
  onChange: (value: number) => void
}) {
  return (
    <input
      className={styles.slider}
      type="range"
      aria-label={`${label}, ползунок`}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}

function Loan({ start, values, onChange }: Parts) {
  const id = useId()
  const asked = Number(start.requested.amount ?? values.amount)
  const paid = start.downPayment === null ? null : Number(start.downPayment)
  const lent = Number(values.amount)
  const longest = Math.max(360, values.termMonths)
  return (
    <>
      <label className={formStyles.label} htmlFor={`${id}a`}>
        Сумма кредита
      </label>
      <MoneyInput
        id={`${id}a`}
        value={values.amount}
        onChange={(amount) => onChange({ ...values, amount: amount ?? '0' })}
      />
      <Slider
        label="Сумма кредита"
        text={formatMoney(values.amount)}
        value={lent}
        bounds={[0, asked, sumStep]}
        onChange={(sum) => onChange({ ...values, amount: `${sum}.00` })}
      />
      {paid !== null && (
        <>
          <label className={formStyles.label} htmlFor={`${id}d`}>
            Первоначальный взнос
          </label>
          <MoneyInput
            id={`${id}d`}
            value={`${(paid + asked - lent).toFixed(2)}`}
            onChange={(sum) =>
              onChange({ ...values, amount: Math.max(0, paid + asked - Number(sum ?? 0)).toFixed(2) })
            }
          />
          <Slider
            label="Первоначальный взнос"
            text={formatMoney(`${(paid + asked - lent).toFixed(2)}`)}
            value={paid + asked - lent}
            bounds={[paid, paid + asked, sumStep]}
            onChange={(sum) => onChange({ ...values, amount: Math.max(0, paid + asked - sum).toFixed(2) })}
          />
        </>
      )}
      <label className={formStyles.label} htmlFor={`${id}t`}>
        Срок, месяцев
      </label>
      <NumberInput
        id={`${id}t`}
        value={values.termMonths}
        min={1}
        max={600}
        onChange={(months) => onChange({ ...values, termMonths: months ?? 1 })}
      />
      <Slider
        label="Срок"
        text={formatTerm(values.termMonths)}
        value={values.termMonths}
        bounds={[6, longest, 6]}
        onChange={(termMonths) => onChange({ ...values, termMonths })}
      />
      <label className={formStyles.label} htmlFor={`${id}r`}>
        Ставка, % годовых
      </label>
      <MoneyInput
        id={`${id}r`}
        decimals={3}
        value={values.rate}
        onChange={(rate) => onChange({ ...values, rate: rate ?? '0' })}
      />
      <Slider
        label="Ставка"
        text={`${values.rate.replace('.', ',')} %`}
        value={Number(values.rate)}
        bounds={[rates.least, rates.most, rateStep]}
        onChange={(rate) => onChange({ ...values, rate: String(Math.round(rate * 1_000) / 1_000) })}
      />
    </>
  )
}

interface Parts {
  readonly start: OfferStart
  readonly values: OfferValues
  readonly onChange: (values: OfferValues) => void
}

/** The terms of an offer, what else would change, and the words to the client. */
export function OfferFields({ start, values, onChange }: Parts) {
  const id = useId()
  const { paidOff } = values
  const isPaid = (one: PaidOff) =>
    paidOff.some(({ participantId, key }) => participantId === one.participantId && key === one.key)
  const debts = start.obligations.filter(({ repaidByDeal }) => !repaidByDeal)
  return (
    <div className={styles.fields}>
      <Loan {...{ start, values, onChange }} />
      <label className={formStyles.label} htmlFor={`${id}i`}>
        Доход нового созаёмщика в месяц
      </label>
      <MoneyInput
        id={`${id}i`}
        value={values.addedIncome}
        onChange={(income) => onChange({ ...values, addedIncome: income === '' ? null : income })}
      />
      {debts.length > 0 && (
        <fieldset className={styles.debts}>
          <legend>Клиент погасит</legend>
          {debts.map(({ participantId, key, name, participantName, payment }) => (
            <label key={`${participantId} ${key}`}>
              <input
                type="checkbox"
                checked={isPaid({ participantId, key })}
                onChange={({ target }) =>
                  onChange({
                    ...values,
                    paidOff: target.checked
                      ? [...paidOff, { participantId, key }]
                      : paidOff.filter((one) => one.participantId !== participantId || one.key !== key),
                  })
                }
              />
              {name}, {participantName}
              {payment !== null && `: ${formatMoney(payment)} в месяц`}
            </label>
          ))}
        </fieldset>
      )}
      <label className={formStyles.label} htmlFor={`${id}w`}>
        Слова для клиента
      </label>
      <TextArea
        id={`${id}w`}
        value={values.clientText}
        onChange={(clientText) => onChange({ ...values, clientText })}
        maxLength={1_000}
        aria-required
      />
    </div>
  )
}
