import { checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'

/** The digits of a phone that is searched for whole; null when the text is none. */
export function phoneOf(search: string): string | null {
  if (!/^\+?[\d\s().-]{10,20}$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  if (digits.length !== 10 && digits.length !== 11) return null
  const checked = checkContact(1, digits)
  return 'value' in checked ? checked.value.slice(1) : null
}
