import type { WholeCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { evaluateBorrowerByProduct } from '@ipoteka-office/contract/calculator/product-borrower.ts'
import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useFiguresOn } from '#api/figures.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { useSettled } from '#lib/use-settled.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { DelayedLoader, PageSkeleton } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { BorrowerResult } from './borrower-result.tsx'
import {
  type BorrowerInput,
  type BorrowerValues,
  borrowerLabels,
  newBorrower,
  ofBorrower,
  type ProductBorrowerInput,
  productFields,
  toBorrower,
  toProductBorrower,
  typedFields,
} from './borrower-state.ts'
import styles from './calculator.module.css'
import { ProductFacts } from './product-facts.tsx'
import { ProductSection, type WithProduct } from './product-section.tsx'
import { SaveCalculation } from './save-calculation.tsx'

/** What a borrower can take: limits, debt load and loan to value as the person types. */
export function BorrowerForm({ kept }: { kept: WholeCalculation['content'] | null }) {
  const figures = useFiguresOn(bankDay(serverNow()))
  if (!figures) return <DelayedLoader />
  const empty = newBorrower(figures)
  return <BorrowerFields first={kept === null ? empty : ofBorrower(kept, empty)} />
}

/** The form begins with the bank's bounds of today, or with what was kept; a product says its own. */
function BorrowerFields({ first }: { first: BorrowerValues }) {
  const form = useForm<BorrowerValues>({
    ...checkedForm<BorrowerValues>('Заёмщик калькулятора'),
    defaultValues: first,
  })
  const { control } = form
  const today = bankDay(serverNow())
  const values = useSettled(useWatch({ control }) as BorrowerValues)
  const byProduct = useWatch({ control, name: 'by.productId' }) !== ''
  const maySee = useRights().all({ CreditProduct: ['Read'] }) || byProduct
  const product = toProductBorrower(values, today)
  return (
    <div className={styles.columns}>
      <FormCard>
        {maySee && <ProductSection form={form as unknown as UseFormReturn<WithProduct>} />}
        <FormSection title={byProduct ? 'Заёмщик и кредит' : 'Заёмщик и объект'}>
          {(byProduct ? productFields : typedFields).map((name) => (
            <Field key={name} control={control} name={name} label={borrowerLabels[name]}>
              {({ value, ...field }) => <MoneyInput {...field} value={value} />}
            </Field>
          ))}
          <Field control={control} name="months" label={borrowerLabels.months}>
            {(field) => <NumberInput {...field} min={1} max={600} />}
          </Field>
        </FormSection>
      </FormCard>
      {product === null ? (
        <TypedAnswer input={toBorrower(values, today)} />
      ) : (
        <ProductAnswer
          input={product}
          onOptions={(ids) => form.setValue('by.optionIds', ids)}
          onChoices={(choices) => form.setValue('by.choices', choices)}
        />
      )}
    </div>
  )
}

function TypedAnswer({ input }: { input: BorrowerInput | null }) {
  const answer = useQuery({
    ...query(evaluateCreditor, { body: input ?? { rate: '0', months: 1 } }),
    enabled: input !== null,
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data || input === null) return null
  return (
    <BorrowerResult result={answer.data}>
      <SaveCalculation calculation={{ kind: 'BORROWER', inputs: input }} />
    </BorrowerResult>
  )
}

function ProductAnswer({
  input,
  onOptions,
  onChoices,
}: {
  input: ProductBorrowerInput
  onOptions: (ids: number[]) => void
  onChoices: (choices: Record<string, boolean>) => void
}) {
  const answer = useQuery(query(evaluateBorrowerByProduct, { body: input }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const { day, offer, misfit, bounds, result, wantedRefusal } = answer.data
  const { optionIds = [], choices = {} } = input
  return (
    <div className={styles.answer}>
      <ProductFacts found={{ day, offer, misfit }} answers={{ optionIds, choices, onOptions, onChoices }} />
      {result === null ? (
        offer && <p className="muted">Укажите срок: по нему считается предельная сумма</p>
      ) : (
        <BorrowerResult result={result} bounds={bounds} wantedRefusal={wantedRefusal}>
          <SaveCalculation calculation={{ kind: 'PRODUCT_BORROWER', inputs: input }} />
        </BorrowerResult>
      )}
    </div>
  )
}
