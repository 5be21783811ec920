import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import { listActiveProducts } from '@ipoteka-office/contract/products/offered-products.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { Field } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { YesNoField } from '#ui/input/yes-no-field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import type { ByProduct } from './product-loan-state.ts'

const typed = { code: '', name: 'Без продукта: условия вручную' }
const any = { code: '', name: 'Не указано' }
const categories = [any, ...Object.entries(clientCategories).map(([code, name]) => ({ code, name }))]

/** Loans that are lent by a schedule; a card has none. */
function useLentProducts() {
  const { data } = useQuery(query(listActiveProducts))
  return (data ?? []).filter(({ kind, lending }) => kind === 'PRODUCT' && lending !== 'CREDIT_CARD')
}

/** A form that may be of a product; others of its values are its own. */
export interface WithProduct {
  by: ByProduct
}

/** The product that a loan is counted by, and what its version asks of the client and the deal. */
export function ProductSection({ form }: { form: UseFormReturn<WithProduct> }) {
  const { control, setValue } = form
  const products = useLentProducts()
  const productId = useWatch({ control, name: 'by.productId' })
  const choose = (code: string) => {
    const lending = products.find(({ id }) => String(id) === code)?.lending
    setValue('by.optionIds', [])
    setValue('by.choices', {})
    setValue('by.goal', '')
    setValue('by.lending', lending === 'CASH_LOAN' ? 'CASH_LOAN' : 'MORTGAGE')
    setValue('by.productId', code, { shouldDirty: true })
  }
  return (
    <FormSection title="Продукт">
      <Field control={control} name="by.productId" label="По какому продукту считать" span="full">
        {({ value, onChange: _, ...input }) => (
          <SingleSelect
            {...input}
            value={value}
            onChange={choose}
            options={[
              typed,
              ...products.map(({ id, clientName, code }) => ({
                code: String(id),
                name: `${clientName} (${code})`,
              })),
            ]}
          />
        )}
      </Field>
      {productId !== '' && <Asked control={control} />}
    </FormSection>
  )
}

function Asked({ control }: { control: Control<WithProduct> }) {
  const isMortgage = useWatch({ control, name: 'by.lending' }) === 'MORTGAGE'
  const regions = useDictionary('region')
  const goals = useDictionary(isMortgage ? 'loanGoals' : 'cashLoanGoals')
  const objects = useDictionary('mortgageObjectType', isMortgage)
  const incomes = useDictionary('incomeVerificationType')
  const select = (
    name: 'by.region' | 'by.goal' | 'by.objectType' | 'by.incomeVerification' | 'by.clientCategory',
    label: string,
    options: readonly { code: string; name: string }[],
  ) => (
    <Field control={control} name={name} label={label}>
      {({ value, ...input }) => <SingleSelect {...input} value={value} options={[any, ...options]} />}
    </Field>
  )
  return (
    <>
      {isMortgage && (
        <Field control={control} name="by.propertyPrice" label="Стоимость жилья, ₽">
          {(input) => <MoneyInput {...input} />}
        </Field>
      )}
      <Field control={control} name="by.age" label="Возраст заёмщика">
        {(input) => <NumberInput {...input} min={18} max={100} />}
      </Field>
      {select('by.region', 'Регион', regions)}
      {select('by.goal', 'Цель', goals)}
      {isMortgage && select('by.objectType', 'Предмет ипотеки', objects)}
      {select('by.clientCategory', 'Категория клиента', categories.slice(1))}
      {select('by.incomeVerification', 'Подтверждение дохода', incomes)}
      <YesNoField control={control} name="by.lifeInsurance" label="Личное страхование" />
      {isMortgage && (
        <YesNoField control={control} name="by.electronicRegistration" label="Электронная регистрация" />
      )}
    </>
  )
}
