import { stackings } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { Catalogue } from '@ipoteka-office/contract/products/product-rows.ts'
import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import { useWatch } from 'react-hook-form'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { useProductOptions } from '../use-product-options.ts'
import { ConditionAt } from './condition-at.tsx'
import {
  ChoiceAt,
  CodeAt,
  CountAt,
  DayAt,
  DecimalAt,
  optionsOf,
  type PartProps,
  SeveralAt,
} from './fields.tsx'
import { Fees } from './limits-part.tsx'
import styles from './parts.module.css'

const caps = optionsOf({ NONE: 'Не ограничена', COUNT: 'Числом кредитов', AMOUNT: 'Суммой выданного' })
const stacks = optionsOf(stackings)

function PromotionSection({ control, disabled }: PartProps) {
  const kind = useWatch({ control, name: 'cap.kind' })
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <FormSection title="Период и предел">
      <DayAt {...part} name="period.from" />
      <DayAt {...part} name="period.to" />
      <ChoiceAt {...part} name="cap.kind" options={caps} />
      {kind === 'COUNT' && <CountAt {...part} name="cap.count" min={1} max={1_000_000} />}
      {kind === 'AMOUNT' && <DecimalAt {...part} name="cap.amount" unit="₽" />}
      <ChoiceAt {...part} name="stacking" options={stacks} span="half" />
    </FormSection>
  )
}

/** What an option or a promotion changes, with which products, for whom, and what it excludes. */
export function EffectPart({
  kind,
  catalogue,
  ...part
}: PartProps & { kind: Exclude<ProductKind, 'PRODUCT'>; catalogue: Catalogue }) {
  const products = useProductOptions(catalogue, 'PRODUCT')
  const additions = [
    ...useProductOptions(catalogue, 'OPTION').options,
    ...useProductOptions(catalogue, 'PROMOTION').options,
  ]
  const quarter = { ...part, span: 'quarter' as const }
  return (
    <FormCard>
      <FormSection title="Что меняется">
        <DecimalAt
          {...quarter}
          name="effect.points"
          unit="п."
          decimals={3}
          negative
          hint="С минусом — снижает ставку"
        />
        <DecimalAt {...quarter} name="effect.rate" unit="%" decimals={3} hint="Пусто — ставка продукта" />
        <DecimalAt {...quarter} name="effect.maxAmount" unit="₽" />
        <CountAt {...quarter} name="effect.maxMonths" unit="мес." max={600} />
        <DecimalAt {...quarter} name="effect.minDownPayment" unit="%" decimals={4} />
        <CodeAt {...quarter} name="effect.bestOf" hint="Из группы действует одна, выгоднее для клиента" />
        <div className={styles.whole}>
          <Fees control={part.control} disabled={part.disabled} name="effect.fees" />
        </div>
      </FormSection>
      {kind === 'PROMOTION' && <PromotionSection {...part} />}
      <FormSection title="С чем сочетается">
        <SeveralAt
          {...part}
          name="productIds"
          {...products}
          numbers
          span="full"
          placeholder="Любой продукт"
        />
        <SeveralAt {...part} name="requires" options={additions} numbers placeholder="Ничего не нужно" />
        <SeveralAt {...part} name="excludes" options={additions} numbers placeholder="Ничего не исключает" />
        <div className={styles.whole}>
          <ConditionAt
            control={part.control}
            disabled={part.disabled}
            name="condition"
            none="Всем клиентам"
          />
        </div>
      </FormSection>
    </FormCard>
  )
}
