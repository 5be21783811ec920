import type { QualityRule, QualitySample } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Condition = RawBuilder<unknown>

/** Everything by which a sample is drawn: the same gives the same for ever. */
export interface Draw {
  readonly rule: QualityRule
  readonly from: string
  readonly to: string
  readonly seed: string
  readonly size: number
  readonly lastDecisionId: number
  readonly timeZone: string
  /** Null: it is drawn now; else the sample that is drawn again. */
  readonly sampleId: number | null
}

const ofRule: Readonly<Record<QualityRule, Condition>> = {
  RANDOM: sql`true`,
  AUTOMATIC: sql`d.level = 'SYSTEM' AND d.outcome = 'APPROVE'`,
  OVERRIDES: sql`(d.against_engine OR d.against_score)`,
  EACH: sql`d.author_id IS NOT NULL`,
}

/** Decisions that suit, on `decision_fact d`: those sampled before are left out. */
const suits = ({
  rule,
  from,
  to,
  lastDecisionId,
  timeZone,
  sampleId,
}: Omit<Draw, 'seed' | 'size'>): Condition => sql`
  d.at >= ${from}::date::timestamp AT TIME ZONE ${timeZone} AND d.at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}
  AND d.decision_id <= ${lastDecisionId} AND ${ofRule[rule]}
  AND NOT EXISTS (SELECT FROM quality_check q WHERE q.decision_id = d.decision_id
    ${sampleId === null ? sql`` : sql`AND q.sample_id < ${sampleId}`})`

export async function lastDecision(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`SELECT coalesce(max(decision_id), 0) AS id FROM decision_fact`.execute(db)
  return rows[0]?.id ?? 0
}

export async function countSuiting(db: Db, draw: Omit<Draw, 'seed' | 'size'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM decision_fact d WHERE ${suits(draw)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The decisions that the seed draws: in the order of a hash of the seed and their number; of EACH so many of everybody. */
export async function drawDecisions(db: Db, draw: Draw): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT x.id FROM (SELECT d.decision_id AS id, row_number() OVER (${draw.rule === 'EACH' ? sql`PARTITION BY d.author_id` : sql``}
      ORDER BY sha256(convert_to(${`${draw.seed} `} || d.decision_id, 'UTF8')), d.decision_id) AS place
      FROM decision_fact d WHERE ${suits(draw)}) x
    WHERE x.place <= ${draw.size} ORDER BY x.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps a sample and begins a check of each of its decisions. Two drawn at once wait for each other. */
export async function insertSample(
  db: Db,
  draw: Omit<Draw, 'sampleId' | 'timeZone'>,
  made: {
    readonly decisions: readonly number[]
    readonly population: number
    readonly checklistId: number
    readonly by: number
    readonly at: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO quality_sample (drawn_at, drawn_by, rule, from_day, to_day, seed, size, population, last_decision_id, checklist_id)
    VALUES (${made.at}, ${made.by}, ${draw.rule}, ${draw.from}::date, ${draw.to}::date, ${draw.seed}, ${draw.size},
      ${made.population}, ${draw.lastDecisionId}, ${made.checklistId}) RETURNING id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`
    INSERT INTO quality_check (sample_id, case_id, decision_id, subject_id, barred_ids)
    SELECT ${id}::int, d.case_id, d.decision_id, d.author_id, ARRAY(
      SELECT o.author_id FROM case_decision o WHERE o.case_id = d.case_id AND o.author_id IS NOT NULL
      UNION SELECT m.actor_id FROM case_stage m WHERE m.case_id = d.case_id AND m.actor_id IS NOT NULL
      UNION SELECT s.saved_by FROM case_section s WHERE s.case_id = d.case_id AND s.saved_by IS NOT NULL
      UNION SELECT f.created_by FROM case_file f WHERE f.id = d.case_id AND f.created_by IS NOT NULL)
    FROM decision_fact d WHERE d.decision_id = ANY(${[...made.decisions]}::int[]) ORDER BY d.decision_id`.execute(
    db,
  )
  return id
}

/** A check that has just been drawn, and who may not grade it. */
export interface DrawnCheck {
  readonly id: number
  readonly caseId: number
  readonly barredIds: readonly number[]
}

export async function findDrawnChecks(db: Db, sampleId: number): Promise<DrawnCheck[]> {
  const { rows } = await sql<DrawnCheck>`
    SELECT id, case_id AS "caseId", barred_ids AS "barredIds" FROM quality_check WHERE sample_id = ${sampleId} ORDER BY id`.execute(
    db,
  )
  return rows
}

export async function writeTaskOf(db: Db, id: number, taskId: number): Promise<void> {
  await sql`UPDATE quality_check SET task_id = ${taskId} WHERE id = ${id}`.execute(db)
}

/** One draws at a time: what another has just drawn is not drawn again. */
export async function holdSamples(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('quality_sample'))`.execute(db)
}

/** The samples, the latest first. */
export async function findSamples(db: Db, id: number | null = null): Promise<QualitySample[]> {
  const { rows } = await sql<QualitySample>`
    SELECT s.id, s.drawn_at AS at, json_build_object('id', e.id, 'fullName', e.full_name) AS by, s.rule,
      s.from_day::text AS "from", s.to_day::text AS "to", s.seed, s.population,
      (SELECT count(*)::int FROM quality_check q WHERE q.sample_id = s.id) AS drawn,
      (SELECT count(*)::int FROM quality_check q WHERE q.sample_id = s.id AND q.state = 'NEW') AS "left", c.number AS checklist
    FROM quality_sample s JOIN employee e ON e.id = s.drawn_by JOIN quality_checklist c ON c.id = s.checklist_id
    ${id === null ? sql`` : sql`WHERE s.id = ${id}`} ORDER BY s.id DESC LIMIT 200`.execute(db)
  return rows
}

/** What a sample was drawn by. */
export async function findDraw(db: Db, id: number): Promise<Omit<Draw, 'timeZone'> | undefined> {
  const { rows } = await sql<Omit<Draw, 'timeZone'>>`
    SELECT rule, from_day::text AS "from", to_day::text AS "to", seed, size, last_decision_id AS "lastDecisionId", id AS "sampleId"
    FROM quality_sample WHERE id = ${id}`.execute(db)
  return rows[0]
}

export async function findDrawn(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT decision_id AS id FROM quality_check WHERE sample_id = ${id} ORDER BY decision_id`.execute(db)
  return rows.map((row) => row.id)
}
