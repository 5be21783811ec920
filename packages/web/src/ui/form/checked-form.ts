import type { FieldErrors, FieldValues, Resolver, UseFormProps } from 'react-hook-form'
import { logValidation } from '#lib/switches.ts'
import { fieldErrorsOf } from './form-errors.ts'

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
/** What a form finds wrong: issues with their paths, or errors as react-hook-form keeps them. */
type Wrong = Issues | Readonly<Record<string, unknown>>

/** Finds what is wrong with the values of a form. */
export type Check<T> = (values: T) => Wrong

const isList = (wrong: Wrong): wrong is Issues => Array.isArray(wrong)

/** Options of `useForm` in every form: checked on each change after the first blur or submit, first wrong field focused. */
const formRules = { mode: 'onTouched', reValidateMode: 'onChange', shouldFocusError: true } as const

/**
 * Options of `useForm` in every form, with its check; `name` says which form it is to whoever reads the log of checks
 * (`validation=yes`). Without a check the server alone judges the values.
 */
export function checkedForm<T extends FieldValues>(
  name: string,
  check?: Check<T>,
): Pick<UseFormProps<T>, 'mode' | 'reValidateMode' | 'shouldFocusError' | 'resolver'> {
  if (!check) return formRules
  const resolver: Resolver<T> = (values) => {
    const wrong = check(values)
    const errors = isList(wrong) ? fieldErrorsOf(wrong) : wrong
    if (Object.keys(errors).length === 0) return { values, errors: {} }
    logValidation(name, errors)
    return { values: {}, errors: errors as FieldErrors<T> }
  }
  return { ...formRules, resolver }
}
