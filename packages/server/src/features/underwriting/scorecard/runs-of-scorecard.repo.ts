import type { ScorecardFacts } from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import type { ScoreAdvice } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { FinalOutcome } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A score as it was computed. */
export interface RunOfScorecard {
  readonly id: number
  readonly versionId: number
  readonly role: 'CHAMPION' | 'CHALLENGER'
  readonly at: string
  readonly stage: string
  readonly score: number
  readonly advice: ScoreAdvice
  readonly facts: ScorecardFacts
}

const shape = sql`r.id, r.version_id AS "versionId", r.role, r.at, r.stage, r.score, r.advice, r.facts`

/** Scores of a case, the latest first. */
export async function findCaseRuns(db: Db, caseId: number): Promise<RunOfScorecard[]> {
  const { rows } = await sql<RunOfScorecard>`SELECT ${shape} FROM scorecard_run r WHERE r.case_id = ${caseId}
    ORDER BY r.id DESC LIMIT 100`.execute(db)
  return rows
}

/** Keeps what versions say of a case at one moment. */
export async function insertRuns(
  db: Db,
  { caseId, stage, by, at }: { caseId: number; stage: string; by: number | null; at: Date },
  runs: readonly {
    readonly versionId: number
    readonly role: 'CHAMPION' | 'CHALLENGER'
    readonly score: number
    readonly advice: ScoreAdvice
    readonly facts: ScorecardFacts
  }[],
): Promise<void> {
  await sql`
    INSERT INTO scorecard_run (case_id, version_id, score, at, requested_by, role, advice, stage, facts)
    SELECT ${caseId}::int, r."versionId", r.score, ${at}::timestamptz, ${by}::int, r.role, r.advice, ${stage}::text, r.facts
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::text::jsonb) r ("versionId" int, role text, score smallint, advice text,
      facts jsonb)`.execute(db)
}

/** An application with what the champion knew of it and what was decided. */
export interface ScoredDecision {
  readonly facts: ScorecardFacts
  readonly outcome: FinalOutcome
  /** By a person. */
  readonly byHand: boolean
}

/** The last decided applications that have a score of a champion. */
export async function findScoredDecisions(db: Db, last: number): Promise<ScoredDecision[]> {
  const { rows } = await sql<ScoredDecision>`
    SELECT r.facts, d.outcome, d.author_id IS NOT NULL AS "byHand"
    FROM (SELECT * FROM decision_fact d WHERE d.latest AND d.score IS NOT NULL ORDER BY d.at DESC LIMIT ${last}) d
    CROSS JOIN LATERAL (SELECT r.facts FROM scorecard_run r WHERE r.case_id = d.case_id AND r.role = 'CHAMPION'
      AND r.at <= d.at ORDER BY r.id DESC LIMIT 1) r`.execute(db)
  return rows
}
