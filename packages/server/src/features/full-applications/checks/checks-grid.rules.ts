import { mask, maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { CheckSubject } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { type CheckCode, checkSpecs } from '#features/full-applications/auto-checks.rules.ts'

/** What a check is of, as the grid is parted. */
export function subjectOf(code: CheckCode): CheckSubject {
  const { of, about }: (typeof checkSpecs)[CheckCode] & { about?: string } = checkSpecs[code]
  if (about === 'EMPLOYER') return 'EMPLOYER'
  return of === 'REALTY' || of === 'CASE' ? of : 'PERSON'
}

/** The column of a check: a participant is a person in one part of the grid and an employer in another. */
export function columnOf(check: {
  readonly code: string
  readonly participantId: number | null
  readonly realtyId: number | null
}): string {
  const subject = subjectOf(check.code as CheckCode)
  return `${subject} ${subject === 'REALTY' ? check.realtyId : (check.participantId ?? '')}`.trim()
}

const isDay = /^\d{4}-\d\d-\d\d/
/** Whatever looks like the number of a document or a phone, wherever a service has written it. */
const longNumber = /\d(?:[ ()-]?\d){8,}/g
const hidden = (found: string) => mask('document', found.replace(/\D/g, ''))

function withoutNumbers(value: unknown): unknown {
  if (typeof value === 'number') return value < 100_000_000 ? value : hidden(String(value))
  if (typeof value === 'string') return isDay.test(value) ? value : value.replace(longNumber, hidden)
  if (Array.isArray(value)) return value.map(withoutNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    // The number of the question is the bank's own.
    Object.entries(value).map(([key, inner]) => [key, key === 'requestId' ? inner : withoutNumbers(inner)]),
  )
}

/** What was asked or answered, as text, with every personal number hidden. */
export const shownRaw = (raw: object): string => JSON.stringify(withoutNumbers(maskAll(raw)), null, 2)
