import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { programmeOf } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { bankDay, dayOf } from '#lib/bank-time.ts'
import { versionsFor } from '../pricing/catalogue.ts'
import { isOfferedTo } from '../pricing/fit/fit.rules.ts'
import { findContents, findPartnerLine } from '../released.repo.ts'
import {
  type CaseOfTerms,
  findCaseOfTerms,
  findKeptTerms,
  findTermsOf,
  type TermsRow,
} from './case-terms.repo.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What a questionnaire says of the terms that it is to be held by. */
export const termsAskedBy = ({ sections }: Pick<QuestionnaireData, 'sections'>) => ({
  programme: programmeOf({ sections }),
  region: textOf((sections.CREDIT ?? sections.LOAN)?.['regionCode']),
})

/** Of what a case is, its products are. */
const lendingOf = (type: CaseType): Lending => caseTypes[type].product ?? 'MORTGAGE'

/**
 * Which of a programme's products holds a case: the one that it was given, else the first that its partner is offered in the
 * region of the deal, else the first that its partner is offered.
 */
function chosenOf(
  rows: readonly TermsRow[],
  { productId }: CaseOfTerms,
  region: string | null,
): TermsRow | undefined {
  const given = rows.find((row) => row.productId === productId)
  if (given !== undefined) return given
  const isSoldIn = ({ regions }: TermsRow) =>
    regions.length === 0 || region === null || regions.includes(region)
  return rows.find(isSoldIn) ?? rows[0]
}

/**
 * The terms that a case is held by: of the version that its product is priced by too, so one that was received before a
 * release keeps the older terms as long as the newer one lets it. A product that is sold no more leaves its cases the terms
 * of the version that they were given. Null: nothing is released for the programme.
 */
export async function termsOfCase(
  { clock }: Pick<BankFigures, 'clock'>,
  db: Db,
  caseId: number,
  { programme, region }: { readonly programme: string | null; readonly region: string | null },
): Promise<ProductTerms | null> {
  const one = programme === null ? null : await findCaseOfTerms(db, caseId)
  if (one === null || programme === null) return null
  const today = bankDay(clock)
  const received = dayOf(clock, one.createdAt)
  const from = received < today ? received : today
  const line = await findPartnerLine(db, one.partnerId)
  const sold = versionsFor(
    await findTermsOf(db, { programme, lending: lendingOf(one.type) }, { from, to: today }),
    today,
    received,
  )
  const offered = sold.filter((row) => isOfferedTo(row, line))
  const isSold = sold.some(({ productId }) => productId === one.productId)
  const kept = isSold || one.versionId === null ? null : await findKeptTerms(db, one.versionId, programme)
  const row = kept ?? chosenOf(offered, one, region)
  if (row === undefined) return null
  const [said] = await findContents(db, [row.id])
  if (said?.content.kind !== 'PRODUCT') return null
  const { limits, eligibility } = said.content
  return {
    productId: row.productId,
    versionId: row.id,
    number: row.number,
    name: row.name,
    limits,
    eligibility,
  }
}

/** The terms of a case by what its questionnaire says. */
export const termsOfQuestionnaire = (
  bank: Pick<BankFigures, 'clock'>,
  db: Db,
  caseId: number,
  data: Pick<QuestionnaireData, 'sections'>,
): Promise<ProductTerms | null> => termsOfCase(bank, db, caseId, termsAskedBy(data))
