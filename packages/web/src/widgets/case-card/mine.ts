import { formatDate } from '#lib/dates.ts'
import type { FormValues } from '../record/field-values.ts'
import type { Mine } from './duplicates-dialog.tsx'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What is typed of a client, to stand beside what was found. */
export function mineOf(values: FormValues): Mine {
  const birthDate = text(values.birthDate)
  return {
    clientName: ['lastName', 'firstName', 'middleName']
      .map((name) => text(values[name]))
      .filter(Boolean)
      .join(' '),
    birthDate: birthDate && formatDate(birthDate),
    passport: text(values.passport),
    phone: text(values.phone),
  }
}

/** The part of a form that duplicates are looked for by. */
export const wishOf = (values: FormValues, exceptId: number | null) => ({
  lastName: text(values.lastName),
  firstName: text(values.firstName),
  middleName: text(values.middleName),
  birthDate: text(values.birthDate) || null,
  passport: text(values.passport) || null,
  phone: text(values.phone) || null,
  exceptId,
})
