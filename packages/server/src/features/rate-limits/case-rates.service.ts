import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { RateVerdict } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from '#lib/actor.ts'
import type { LoanFigures, LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, readCase } from '#features/cases/engine/cases.service.ts'
import type { Guard } from '#features/cases/engine/engine.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { rateControl } from './rate-control.service.ts'

/** A case with the terms and the price that are asked about. */
export interface RatedCase {
  readonly row: Pick<CaseRow, 'type' | 'partnerId'>
  readonly stored: Pick<StoredQuestionnaire, 'sections'>
  readonly terms: LoanTerms
  readonly figures: Pick<LoanFigures, 'fullLoanCost'>
}

const codeIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The programme that a questionnaire asks for, of whichever product. */
const programmeOf = ({ sections: { CREDIT, LOAN } }: RatedCase['stored']) =>
  codeIn(CREDIT === undefined ? LOAN?.['productType'] : CREDIT['programme'])

/** What the bank's limits say of a case on these terms today. */
export async function rateOfCase(
  engine: BankFigures,
  db: Db,
  { row, stored, terms: { amount, termMonths, rate }, figures: { fullLoanCost } }: RatedCase,
): Promise<RateVerdict> {
  const { product } = caseTypes[row.type]
  if (product === null) throw new Error(`${row.type} is no loan`)
  const { bounds: _, ...verdict } = await rateControl(
    engine,
    db,
    {
      product,
      programme: programmeOf(stored),
      partnerId: row.partnerId,
      amount,
      months: termMonths,
      cost: fullLoanCost,
      rate,
    },
    bankDay(engine.clock),
  )
  return verdict
}

/** The same for whoever looks at the terms before they sign. */
export async function rateNotice(engine: BankFigures, db: Db, rated: RatedCase) {
  const { margin, refusals, warnings } = await rateOfCase(engine, db, rated)
  return { margin, refusals: [...refusals], warnings: [...warnings] }
}

/** Why terms may be neither approved nor offered, at the field of the rate. */
export async function rateIssues(engine: BankFigures, db: Db, rated: RatedCase): Promise<FieldError[]> {
  const { refusals } = await rateOfCase(engine, db, rated)
  return refusals.map((message) => ({ path: 'rate', message }))
}

const termsIn = ({ sections }: RatedCase['stored']): LoanTerms => {
  const { amount, termMonths, rate } = sections.CREDIT ?? sections.LOAN ?? {}
  return {
    amount: codeIn(amount),
    termMonths: typeof termMonths === 'number' ? termMonths : null,
    rate: codeIn(rate),
  }
}

/** How a case stands to the limits as its questionnaire has it now. */
async function rateAsWritten(engine: BankFigures, db: Db, row: CaseRow): Promise<RateVerdict> {
  const stored = await readQuestionnaire(db, row.id, row.type)
  const figures = await meansOfCase(db, engine, row.id, stored)
  return rateOfCase(engine, db, { row, stored, terms: termsIn(stored), figures })
}

/** Whether the system may approve a case by itself: what passes a limit is for people to look at. */
export async function keepsLimits(engine: BankFigures, db: Db, caseId: number): Promise<boolean> {
  const row = await readCase(db, caseId)
  return row === undefined || (await rateAsWritten(engine, db, row)).refusals.length === 0
}

/** What people of partners are told: by how much, and by which agreement, is the bank's own. */
const refusalForPartners =
  'Условия кредита выше предельных на сегодня: обратитесь в банк, чтобы их пересмотрели'

/** Why there can be no contract, as this person may know it; null: there can be. */
export function refusalFor(actor: Actor | null, { refusals }: RateVerdict): string | null {
  if (refusals.length === 0) return null
  return actor === null || actor.isAhml ? refusals.join('. ') : refusalForPartners
}

/** No contract is signed above the limit of the day of signing. */
const rateLimit: Guard = async ({ db, caseId, engine, mover: { actor } }) => {
  const row = await readCase(db, caseId)
  return row === undefined ? null : refusalFor(actor, await rateAsWritten(engine, db, row))
}

/** Conditions of moves by limits of rates. */
export const rateGuards = { rateLimit }
