import { meantEmail } from '@ipoteka-office/contract/common/person/email.ts'
import type { EmailSuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { useState } from 'react'
import {
  type FieldPathByValue,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { searchEmails } from './suggestions.ts'

/** An e-mail address: domains go on from what is typed, a slip in a common one is pointed out. */
export function EmailField<T extends FieldValues>({
  form: { control, setValue },
  name,
  label = 'Эл. почта',
  span = 'half',
  disabled = false,
}: {
  form: UseFormReturn<T>
  name: FieldPathByValue<T, string>
  label?: string
  span?: 'half' | 'full'
  disabled?: boolean
}) {
  const value: string = useWatch({ control, name })
  // While it is typed every address looks like a slip.
  const [left, setLeft] = useState('')
  const meant = left === value && !disabled ? meantEmail(value) : null
  const take = (text: string) =>
    setValue(name, text as PathValue<T, typeof name>, { shouldDirty: true, shouldValidate: true })
  const hint = meant && (
    <>
      Возможно,{' '}
      <Button look="link" onClick={() => take(meant)}>
        {meant}
      </Button>
    </>
  )
  return (
    <Field control={control} name={name} label={label} span={span} hint={hint} disabled={disabled}>
      {({ onChange, onBlur, value: typed, ...input }) => (
        <SuggestInput<EmailSuggestion>
          {...input}
          inputMode="email"
          value={typed}
          onChange={onChange}
          onPick={(item) => take(item.value)}
          onBlur={() => {
            setLeft(value)
            onBlur()
          }}
          search={searchEmails}
        />
      )}
    </Field>
  )
}
