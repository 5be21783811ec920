import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DecisionLevel, DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { CounterOffer } from '@ipoteka-office/contract/underwriting/offers.ts'
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

/** The last counter-offer of a case, and what became of it. */
export async function findCounterOffer(
  db: Db,
  caseId: number,
): Promise<(Omit<CounterOffer, 'offers'> & { readonly offers: unknown }) | undefined> {
  const { rows } = await sql<Omit<CounterOffer, 'offers'> & { offers: unknown }>`
    SELECT d.at, d.valid_to AS "validTo", d.snapshot -> 'offers' AS offers,
      CASE s.action WHEN 'acceptOffer' THEN 'ACCEPTED' WHEN 'otherTerms' THEN 'OTHER_TERMS' WHEN 'refuseByClient' THEN 'REFUSED'
        WHEN 'offerExpired' THEN 'EXPIRED' WHEN 'reconsiderTerms' THEN 'WITHDRAWN' ELSE 'OPEN' END AS state,
      (SELECT (a.snapshot -> 'offer' ->> 'place')::int FROM case_decision a
        WHERE a.case_id = d.case_id AND a.id > d.id AND (a.snapshot -> 'offer' ->> 'decisionId')::int = d.id LIMIT 1) AS accepted
    FROM case_decision d LEFT JOIN LATERAL (SELECT action FROM case_stage
      WHERE case_id = d.case_id AND stage = 'COUNTER_OFFER' AND entered_at >= d.at ORDER BY id LIMIT 1) s ON true
    WHERE d.case_id = ${caseId} AND d.outcome = 'COUNTER' ORDER BY d.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
