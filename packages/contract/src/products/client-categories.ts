import type { Facts } from '../document-rules/document-facts.ts'
import type { ClientCategory } from './product-kinds.ts'

/** Kinds of employment and of employers that make a client one of a category (`employmentType`, `organizationType`). */
const byEmployment: Readonly<Partial<Record<ClientCategory, readonly string[]>>> = {
  STATE: ['STATE_SERVANT', 'MILITARY', 'LAW_ENFORCEMENT'],
  PENSIONER: ['PENSIONER', 'PENSIONER_WORKING'],
}
const byEmployer: Readonly<Partial<Record<ClientCategory, readonly string[]>>> = {
  STATE: ['STATE_BODY', 'MUNICIPAL_BODY', 'STATE_INSTITUTION', 'MILITARY'],
  EMPLOYEE: ['PARTNER_BANK'],
}

const among = (lists: Readonly<Partial<Record<ClientCategory, readonly string[]>>>, value: unknown) =>
  (Object.keys(lists) as ClientCategory[]).filter((category) =>
    lists[category]?.includes(typeof value === 'string' ? value : ''),
  )

/** Of which categories a questionnaire shows its borrower to be: of several at once, or of none. */
export const categoriesByFacts = ({
  salaryClient,
  employmentType,
  organizationType,
}: Facts): ClientCategory[] => [
  ...new Set<ClientCategory>([
    ...(salaryClient === true ? (['SALARY'] as const) : []),
    ...among(byEmployment, employmentType),
    ...among(byEmployer, organizationType),
  ]),
]
