import {
  dayCounts,
  feeKinds,
  firstPayments,
  nonWorkingDayRules,
  paymentRoundings,
  scheduleKinds,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { newFee, newLimits } from '../card/product-values.ts'
import {
  ChoiceAt,
  CountAt,
  DecimalAt,
  DictionaryAt,
  DictionaryOneAt,
  FlagAt,
  optionsOf,
  type PartProps,
  SeveralAt,
  TextAt,
} from './fields.tsx'
import styles from './parts.module.css'

const monthDays = Array.from({ length: 31 }, (_, at) => ({ code: String(at + 1), name: String(at + 1) }))

/** A button that takes an entry of a list away. */
export function RemoveEntry({
  name,
  disabledReason,
  onClick,
}: {
  name: string
  disabledReason?: string | null
  onClick: () => void
}) {
  return (
    <Button look="quiet" aria-label={`Удалить: ${name}`} disabledReason={disabledReason} onClick={onClick}>
      <Icon name="trash" />
    </Button>
  )
}

/** Smallest down payments of one group of regions. */
function DownPayments({ control, disabled, at }: PartProps & { at: number }) {
  const { fields, append, remove } = useFieldArray({ control, name: `limits.${at}.downPayments` })
  return (
    <div className={styles.entries} role="group" aria-label="Первоначальный взнос">
      {fields.map(({ id }, row) => {
        const name = `limits.${at}.downPayments.${row}` as const
        const part = { control, disabled }
        return (
          <div key={id} className={styles.line}>
            <DecimalAt {...part} name={`${name}.share`} unit="%" decimals={4} span="quarter" />
            <DictionaryAt
              {...part}
              name={`${name}.objectTypes`}
              dictionary="mortgageObjectType"
              placeholder="Любой предмет"
            />
            <DictionaryAt
              {...part}
              name={`${name}.incomeVerifications`}
              dictionary="incomeVerificationType"
              placeholder="Любое подтверждение"
            />
            {!disabled && <RemoveEntry name={`взнос ${row + 1}`} onClick={() => remove(row)} />}
          </div>
        )
      })}
      {!disabled && (
        <Button look="link" onClick={() => append({ share: null, objectTypes: [], incomeVerifications: [] })}>
          <Icon name="plus" /> Первоначальный взнос
        </Button>
      )}
    </div>
  )
}

function Limits({
  control,
  disabled,
  at,
  isLoan,
  onRemove,
}: PartProps & { at: number; isLoan: boolean; onRemove: (() => void) | null }) {
  const name = `limits.${at}` as const
  const title = useWatch({ control, name: `${name}.name` })
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <FormSection title={title || `Пределы ${at + 1}`} grid={false}>
      <div className={styles.grid}>
        <TextAt {...part} name={`${name}.name`} span="half" max={80} required />
        <DictionaryAt
          {...part}
          name={`${name}.regions`}
          dictionary="region"
          span="half"
          placeholder="Все остальные регионы"
        />
        <DecimalAt {...part} name={`${name}.minAmount`} unit="₽" />
        <DecimalAt {...part} name={`${name}.maxAmount`} unit="₽" />
        <CountAt {...part} name={`${name}.minMonths`} unit="мес." max={600} />
        <CountAt {...part} name={`${name}.maxMonths`} unit="мес." max={600} />
        <CountAt {...part} name={`${name}.minAge`} unit="лет" max={100} />
        <CountAt {...part} name={`${name}.maxAgeAtEnd`} unit="лет" max={100} />
        <DecimalAt {...part} name={`${name}.maxLoanToValue`} unit="%" decimals={4} />
        <DecimalAt
          {...part}
          name={`${name}.maxDebtLoad`}
          unit="%"
          decimals={4}
          hint="Пусто — по параметру банка"
        />
        <DecimalAt
          {...part}
          name={`${name}.subsidizedAmount`}
          unit="₽"
          hint="Пусто — ставка одна на весь кредит"
        />
        <CountAt {...part} name={`${name}.monthsStep`} unit="мес." min={1} max={12} />
        <CountAt {...part} name={`${name}.maxDebtors`} min={1} max={10} />
        {onRemove && (
          <div className={styles.remove}>
            <Button look="link" onClick={onRemove}>
              Удалить пределы
            </Button>
          </div>
        )}
      </div>
      {!isLoan && <DownPayments control={control} disabled={disabled} at={at} />}
    </FormSection>
  )
}

const kindsOfFee = optionsOf(feeKinds)

/** Payments beside the schedule: of the product, or of what an option adds. */
export function Fees({ control, disabled, name }: PartProps & { name: 'fees' | 'effect.fees' }) {
  const { fields, append, remove } = useFieldArray({ control, name })
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <div className={styles.entries} role="group" aria-label="Платежи">
      {fields.length === 0 && <p className="muted">Других платежей нет.</p>}
      {fields.map(({ id }, at) => (
        <div key={id} className={styles.line}>
          <TextAt {...part} name={`${name}.${at}.name`} />
          <ChoiceAt {...part} name={`${name}.${at}.kind`} options={kindsOfFee} />
          <DecimalAt {...part} name={`${name}.${at}.amount`} unit="₽" />
          <DecimalAt {...part} name={`${name}.${at}.share`} unit="%" decimals={4} />
          <div className={styles.checks}>
            <FlagAt {...part} name={`${name}.${at}.yearly`} />
            <FlagAt {...part} name={`${name}.${at}.inFullLoanCost`} />
          </div>
          {!disabled && <RemoveEntry name={`платёж ${at + 1}`} onClick={() => remove(at)} />}
        </div>
      ))}
      {!disabled && (
        <Button look="link" onClick={() => append(newFee)}>
          <Icon name="plus" /> Платёж
        </Button>
      )}
    </div>
  )
}

function CardTerms({ control, disabled }: PartProps) {
  const card = useWatch({ control, name: 'card' })
  const levels = useDictionary('creditCard/level', card !== null)
  if (card === null) return null
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <FormSection title="Карта">
      <DictionaryOneAt {...part} name="card.productType" dictionary="creditCard/productType" />
      <DictionaryOneAt {...part} name="card.tariff" dictionary="creditCard/tariffType" />
      <ChoiceAt {...part} name="card.level" options={levels} />
      <DictionaryOneAt {...part} name="card.paymentSystem" dictionary="creditCard/paymentSystem" />
      <DictionaryOneAt {...part} name="card.creditType" dictionary="creditCard/creditType" />
      <CountAt {...part} name="card.graceDays" unit="дней" max={400} />
      <DecimalAt {...part} name="card.minFullCost" unit="%" decimals={3} />
      <DecimalAt {...part} name="card.maxFullCost" unit="%" decimals={3} />
    </FormSection>
  )
}

/** «Параметры»: what may be lent by groups of regions, how it is paid back, and what is paid beside. */
export function LimitsPart({ isLoan, ...part }: PartProps & { isLoan: boolean }) {
  const { control, disabled } = part
  const { fields, append, remove } = useFieldArray({ control, name: 'limits' })
  return (
    <div className={styles.cards}>
      <FormCard>
        {fields.map(({ id }, at) => (
          <Limits
            key={id}
            {...part}
            at={at}
            isLoan={isLoan}
            onRemove={disabled || fields.length === 1 ? null : () => remove(at)}
          />
        ))}
        {!disabled && (
          <div className={styles.foot}>
            <Button look="link" onClick={() => append(newLimits)}>
              <Icon name="plus" /> Пределы для других регионов
            </Button>
          </div>
        )}
      </FormCard>
      <FormCard>
        <CardTerms {...part} />
        <FormSection title="График">
          <ChoiceAt {...part} name="schedule.kind" options={optionsOf(scheduleKinds)} />
          <ChoiceAt {...part} name="schedule.dayCount" options={optionsOf(dayCounts)} />
          <ChoiceAt {...part} name="schedule.rounding" options={optionsOf(paymentRoundings)} />
          <ChoiceAt {...part} name="schedule.firstPayment" options={optionsOf(firstPayments)} />
          <ChoiceAt {...part} name="schedule.nonWorkingDays" options={optionsOf(nonWorkingDayRules)} />
          <SeveralAt
            {...part}
            name="schedule.paymentDays"
            options={monthDays}
            numbers
            placeholder="Любой день месяца"
          />
        </FormSection>
        <FormSection title="Платежи кроме графика" grid={false}>
          <Fees {...part} name="fees" />
        </FormSection>
      </FormCard>
    </div>
  )
}
