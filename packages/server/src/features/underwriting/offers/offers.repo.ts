import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DecisionLevel, DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { OfferFacts } from './offer-facts.rules.ts'

/** The last decision that ended a review of a case, with what an offer keeps in its snapshot. */
export interface LastEnding {
  readonly id: number
  readonly type: CaseType
  readonly outcome: DecisionOutcome
  readonly level: DecisionLevel
  readonly authorId: number | null
  readonly authorityId: number | null
  readonly amount: string | null
  readonly termMonths: number | null
  readonly rate: string | null
  readonly validTo: string | null
  readonly facts: OfferFacts | null
  readonly offers: unknown
}

export async function findLastEnding(db: Db, caseId: number): Promise<LastEnding | undefined> {
  const { rows } = await sql<LastEnding>`
    SELECT d.id, f.type, d.outcome, d.level, d.author_id AS "authorId", d.authority_id AS "authorityId", d.amount,
      d.term_months AS "termMonths", trim_scale(d.rate) AS rate, d.valid_to AS "validTo", d.snapshot -> 'facts' AS facts,
      d.snapshot -> 'offers' AS offers
    FROM case_decision d JOIN case_file f ON f.id = d.case_id
    WHERE d.case_id = ${caseId} AND d.outcome <> 'ESCALATE' ORDER BY d.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Whether two employees are one human being, under a second account too. */
export async function isSamePerson(db: Db, one: number, other: number): Promise<boolean> {
  const { rows } = await sql<{
    same: boolean
  }>`SELECT same_person(${one}::int, ${other}::int) AS same`.execute(db)
  return rows[0]?.same ?? false
}
