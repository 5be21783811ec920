import type { FieldKind, FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldInput } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'

type Input = FieldInput<FieldValues, string>

/** Kinds whose control needs nothing but the value. */
const controls: Partial<Record<FieldKind, (input: Input) => ReactNode>> = {
  TEXT: (input) => <TextInput {...input} />,
  LONG_TEXT: (input) => <TextArea {...input} />,
  DATE: (input) => <DateInput {...input} />,
  MONEY: (input) => <MoneyInput {...input} />,
}

/** A field of a record drawn as its description says: label, hint and control. */
export function PlainField<T extends FieldValues, N extends FieldPath<T> & keyof F, F extends object>({
  control,
  fields,
  name,
  span,
}: {
  control: Control<T>
  fields: F & Readonly<Record<N, FieldSpec>>
  name: N
  span?: 'quarter' | 'half' | 'full'
}) {
  const { kind, label, hint }: FieldSpec = fields[name]
  const draw = controls[kind]
  if (draw === undefined) throw new Error(`${name} of kind ${kind} needs a control of its own`)
  return (
    <Field control={control} name={name} label={label} {...(span && { span })} hint={hint}>
      {draw}
    </Field>
  )
}
