import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiFailure } from '#api/failure.ts'

/** Puts what the server found wrong at the fields of a form; answers how many fields it named. */
export function showFieldFailures<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setError'>,
  failure: unknown,
  fieldOf: (path: string) => string = (path) => path,
): number {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  const fields = body?.fields ?? []
  for (const { path, message } of fields)
    form.setError(fieldOf(path) as FieldPath<T>, { type: 'server', message })
  return fields.length
}
