import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { DecidingMove } from '#features/cases/engine/engine.ts'
import { writeLoanTerms } from '#features/cases/sections/loan-terms.service.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { checkValues } from '#features/cases/sections/section-values.rules.ts'
import { type Grounds, onTerms } from './grounds.service.ts'

const sectionOf = ({ sections }: Pick<StoredQuestionnaire, 'sections'>) =>
  sections.CREDIT === undefined ? 'LOAN' : 'CREDIT'

const valuesOn = (stored: StoredQuestionnaire, terms: LoanTerms): SectionValues =>
  onTerms(stored, terms).sections[sectionOf(stored)] ?? {}

const termPaths = ['amount', 'termMonths', 'rate'] as const

/** What the questionnaire of the product does not take as terms of a loan: whatever is decided is to stand there. */
export function unfitTerms({ stored, terms, unfitTerm }: Grounds, today: string): FieldError[] {
  const { errors } = checkValues(sectionOf(stored), valuesOn(stored, terms), today)
  return [
    ...termPaths.flatMap((path) =>
      errors.filter((error) => error.path === `data.${path}`).map(({ message }) => ({ path, message })),
    ),
    ...(unfitTerm === null ? [] : [{ path: 'termMonths', message: `По продукту другой срок. ${unfitTerm}` }]),
  ]
}

/**
 * Writes the decided terms into the questionnaire and the head: what is signed, printed, issued and counted afterwards is
 * the loan that was approved, not the one that was asked for.
 */
export const writeDecidedTerms = ({ db, row }: DecidingMove, { stored, terms }: Grounds): Promise<void> =>
  writeLoanTerms(db, row, stored, {
    section: sectionOf(stored),
    data: valuesOn(stored, terms),
    // Nobody's word in the questionnaire: whoever decides has not prepared what they decide on when it is looked into again.
    actorId: null,
  })
