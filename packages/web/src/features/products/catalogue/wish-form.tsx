import { useEffect, useEffectEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { Field } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { YesNoField } from '#ui/input/yes-no-field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import type { Wish } from './catalogue-search.ts'

const any = { code: '', name: 'Не указано' }
const categories = [any, ...Object.entries(clientCategories).map(([code, name]) => ({ code, name }))]

/** What a person is looking for; each change asks anew. */
export function WishForm({ wish, onChange }: { wish: Wish; onChange: (wish: Wish) => void }) {
  const { control } = useForm<Wish>({ ...checkedForm<Wish>('Подбор ставки'), defaultValues: wish })
  const values = useWatch({ control }) as Wish
  const isMortgage = wish.lending === 'MORTGAGE'
  const regions = useDictionary('region')
  const goals = useDictionary(isMortgage ? 'loanGoals' : 'cashLoanGoals')
  const objects = useDictionary('mortgageObjectType', isMortgage)
  const incomes = useDictionary('incomeVerificationType')
  const text = JSON.stringify({ ...values, lending: wish.lending })
  // A change of the values alone is a change of the wish.
  const tell = useEffectEvent((next: string) => onChange(JSON.parse(next) as Wish))
  useEffect(() => tell(text), [text])
  const select = (
    name: 'region' | 'goal' | 'objectType' | 'incomeVerification',
    label: string,
    options: readonly { code: string; name: string }[],
  ) => (
    <Field control={control} name={name} label={label} span="full">
      {(input) => <SingleSelect {...input} options={[any, ...options]} />}
    </Field>
  )
  return (
    <form className="card" aria-label="Что ищем" onSubmit={(event) => event.preventDefault()}>
      <FormSection title="Кредит">
        {isMortgage && (
          <Field control={control} name="propertyPrice" label="Стоимость жилья, ₽">
            {(input) => <MoneyInput {...input} />}
          </Field>
        )}
        <Field control={control} name="amount" label="Сумма кредита, ₽">
          {(input) => <MoneyInput {...input} />}
        </Field>
        <Field control={control} name="termMonths" label="Срок, месяцев">
          {(input) => <NumberInput {...input} min={1} max={600} />}
        </Field>
        <Field control={control} name="age" label="Возраст заёмщика">
          {(input) => <NumberInput {...input} min={18} max={100} />}
        </Field>
        {select('region', 'Регион', regions)}
        {select('goal', 'Цель', goals)}
        {isMortgage && select('objectType', 'Предмет ипотеки', objects)}
        {isMortgage && values.goal === 'REFINANCING' && (
          <YesNoField control={control} name="pledgedOutside" label="Объект заложен не банку" />
        )}
      </FormSection>
      <FormSection title="Клиент">
        <Field control={control} name="clientCategory" label="Категория клиента" span="full">
          {(input) => <SingleSelect {...input} options={categories} />}
        </Field>
        {select('incomeVerification', 'Подтверждение дохода', incomes)}
        <YesNoField control={control} name="lifeInsurance" label="Личное страхование" />
        {isMortgage && (
          <YesNoField control={control} name="electronicRegistration" label="Электронная регистрация" />
        )}
      </FormSection>
    </form>
  )
}
