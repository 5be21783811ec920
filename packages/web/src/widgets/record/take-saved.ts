import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isSame } from './suggested-side.ts'

/**
 * Puts what the server has saved into the form. What has been typed since the save was sent stays, as a change for the
 * next one; true when there is such.
 */
export function takeSaved<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'reset'>,
  saved: T,
  sent: T,
): boolean {
  const typed = Object.entries(form.getValues()).filter(([name, value]) => !isSame(value, sent[name]))
  form.reset(saved)
  if (typed.length === 0) return false
  form.reset({ ...saved, ...Object.fromEntries(typed) }, { keepDefaultValues: true })
  return true
}
