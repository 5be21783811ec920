import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Grading, QualityGrade } from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import type { QualityState } from '@ipoteka-office/contract/underwriting/quality/quality-machine.ts'
import type {
  QualityAnswer,
  QualityChecklist,
  QualityFilter,
  QualityQuestion,
  QualityRow,
  QualityTab,
  QualityTotals,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countOf } from '#db/count-of.ts'
import { readPage } from '#lib/paging.ts'

type Condition = RawBuilder<unknown>

/** Whose checks are read: everybody's, or those of one's own decisions. */
export interface QualityReader {
  readonly employeeId: number
  readonly seesAll: boolean
}

const person = (alias: string, name: string) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
  THEN json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END AS ${sql.id(name)}`

const shape = sql`q.id, q.sample_id AS "sampleId", q.case_id AS "caseId", f.type AS "caseType", f.number,
  f.client_name AS "clientName", d.at AS "decidedAt", d.outcome, d.level, ${person('s', 'subject')}, q.state,
  ${person('c', 'checker')}, q.score, q.grade, CASE WHEN q.grade IS NOT NULL
    THEN json_build_object('CRITICAL', q.critical, 'MAJOR', q.major, 'MINOR', q.minor) END AS errors,
  q.graded_at AS "gradedAt", q.version`
const joined = sql`quality_check q JOIN case_file f ON f.id = q.case_id JOIN case_decision d ON d.id = q.decision_id
  LEFT JOIN employee s ON s.id = q.subject_id LEFT JOIN employee c ON c.id = q.checker_id`

const seenBy = ({ seesAll, employeeId }: QualityReader): Condition =>
  seesAll ? sql`true` : sql`q.subject_id = ${employeeId} AND q.state NOT IN ('NEW', 'CANCELLED')`

/** What a tab shows; of those that wait nobody is offered their own work. */
const ofTab: Readonly<Record<QualityTab, (reader: QualityReader) => Condition>> = {
  OPEN: ({ employeeId }) => sql`q.state = 'NEW' AND ${employeeId} <> ALL(q.barred_ids)`,
  MINE: ({ employeeId }) =>
    sql`(q.checker_id = ${employeeId} OR q.subject_id = ${employeeId} AND q.state <> 'NEW')`,
  DISPUTED: () => sql`q.state = 'DISPUTED'`,
  DONE: () => sql`q.state IN ('GRADED', 'UPHELD', 'REVISED')`,
  ALL: () => sql`true`,
}

const conditionOf = (reader: QualityReader, tab: QualityTab, filter: Omit<QualityFilter, 'tab'>): Condition =>
  sql.join(
    [
      seenBy(reader),
      ofTab[tab](reader),
      ...(filter.sampleIds.length === 0 ? [] : [sql`q.sample_id = ANY(${filter.sampleIds}::int[])`]),
      ...(filter.subjectIds.length === 0 ? [] : [sql`q.subject_id = ANY(${filter.subjectIds}::int[])`]),
      ...(filter.grades.length === 0 ? [] : [sql`q.grade = ANY(${filter.grades}::text[])`]),
    ],
    sql` AND `,
  )

/** A page of checks: those that wait as they were drawn, the others the latest first. */
export const findChecks = (
  db: Db,
  reader: QualityReader,
  { tab, ...filter }: QualityFilter,
  query: PageQuery,
): Promise<Page<QualityRow>> => {
  const where = conditionOf(reader, tab, filter)
  return readPage(query, {
    rows: async () =>
      (
        await sql<QualityRow>`SELECT ${shape} FROM ${joined} WHERE ${where}
          ORDER BY q.state <> 'NEW', q.graded_at DESC NULLS LAST, q.id LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(
          db,
        )
      ).rows,
    count: () => countOf(db, sql`FROM quality_check q WHERE ${where}`),
  })
}

export async function countTabs(
  db: Db,
  reader: QualityReader,
  filter: Omit<QualityFilter, 'tab'>,
): Promise<Record<QualityTab, number>> {
  const tabs = Object.keys(ofTab) as QualityTab[]
  const columns = tabs.map((tab) => sql`count(*) FILTER (WHERE ${ofTab[tab](reader)})::int AS ${sql.id(tab)}`)
  const { rows } = await sql<Record<QualityTab, number>>`SELECT ${sql.join(columns)} FROM quality_check q
    WHERE ${conditionOf(reader, 'ALL', filter)}`.execute(db)
  return rows[0] ?? { OPEN: 0, MINE: 0, DISPUTED: 0, DONE: 0, ALL: 0 }
}

/** A check as it is stored, with what was decided. */
export interface StoredQuality extends QualityRow {
  readonly amount: string | null
  readonly comment: string
  readonly reasons: string[]
  readonly questions: QualityQuestion[]
  readonly answers: QualityAnswer[]
  readonly gradeComment: string
  readonly dispute: { readonly text: string; readonly at: string } | null
  readonly answer: { readonly text: string; readonly by: PersonRef; readonly at: string } | null
  readonly barredIds: number[]
  readonly subjectId: number | null
  readonly drawnAt: string
}

/** The check; `lock` keeps it until the transaction ends. */
export async function findCheck(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredQuality | undefined> {
  if (lock) await sql`SELECT FROM quality_check WHERE id = ${id} FOR UPDATE`.execute(db)
  const { rows } = await sql<StoredQuality>`
    SELECT ${shape}, d.amount, d.comment, ARRAY(SELECT coalesce((SELECT i.name FROM reference_item i
        WHERE i.dictionary = 'underwritingDecisionsType' AND i.code = r), r) FROM unnest(d.reasons) r) AS reasons,
      l.questions, q.answers, q.comment AS "gradeComment",
      CASE WHEN q.dispute IS NOT NULL THEN json_build_object('text', q.dispute, 'at', q.disputed_at) END AS dispute,
      CASE WHEN q.answer IS NOT NULL THEN json_build_object('text', q.answer, 'at', q.answered_at,
        'by', json_build_object('id', w.id, 'fullName', w.full_name)) END AS answer,
      q.barred_ids AS "barredIds", q.subject_id AS "subjectId", m.drawn_at AS "drawnAt"
    FROM ${joined} JOIN quality_sample m ON m.id = q.sample_id JOIN quality_checklist l ON l.id = m.checklist_id
    LEFT JOIN employee w ON w.id = q.answered_by WHERE q.id = ${id}`.execute(db)
  return rows[0]
}

interface Graded {
  readonly answers: readonly QualityAnswer[]
  readonly grading: Grading
}
const graded = ({ answers, grading }: Graded) => sql`answers = ${JSON.stringify(answers)}::text::jsonb,
  score = ${grading.score}, grade = ${grading.grade satisfies QualityGrade}, critical = ${grading.errors.CRITICAL},
  major = ${grading.errors.MAJOR}, minor = ${grading.errors.MINOR}`

const update = async (db: Db, id: number, set: RawBuilder<unknown>): Promise<void> => {
  await sql`UPDATE quality_check SET ${set}, version = version + 1 WHERE id = ${id}`.execute(db)
}

/** The task of a check; null: it was drawn before checks had tasks. */
export async function findTaskOf(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ taskId: number | null }>`
    SELECT task_id AS "taskId" FROM quality_check WHERE id = ${id}`.execute(db)
  return rows[0]?.taskId ?? null
}

export const writeState = (db: Db, id: number, state: QualityState) => update(db, id, sql`state = ${state}`)

export const writeGrade = (
  db: Db,
  id: number,
  {
    comment,
    by,
    at,
    ...found
  }: Graded & { readonly comment: string; readonly by: number; readonly at: Date },
) =>
  update(
    db,
    id,
    sql`state = 'GRADED', ${graded(found)}, comment = ${comment}, checker_id = ${by}, graded_at = ${at}`,
  )

export const writeDispute = (
  db: Db,
  id: number,
  { text, at }: { readonly text: string; readonly at: Date },
) => update(db, id, sql`state = 'DISPUTED', dispute = ${text}, disputed_at = ${at}`)

export const writeAnswer = (
  db: Db,
  id: number,
  {
    state,
    text,
    by,
    at,
    found,
  }: {
    readonly state: 'UPHELD' | 'REVISED'
    readonly text: string
    readonly by: number
    readonly at: Date
    readonly found: Graded | null
  },
) =>
  update(
    db,
    id,
    sql`state = ${state}, answer = ${text}, answered_by = ${by}, answered_at = ${at}
      ${found === null ? sql`` : sql`, ${graded(found)}`}`,
  )

const version = sql`SELECT c.id, c.number, c.questions, json_build_object('id', e.id, 'fullName', e.full_name) AS author,
  c.created_at AS "createdAt" FROM quality_checklist c JOIN employee e ON e.id = c.author_id`

/** The latest list of questions. */
export async function findChecklist(db: Db): Promise<QualityChecklist | null> {
  const { rows } = await sql<QualityChecklist>`${version} ORDER BY c.number DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

export async function insertChecklist(
  db: Db,
  {
    number,
    questions,
    by,
    at,
  }: { number: number; questions: readonly QualityQuestion[]; by: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO quality_checklist (number, questions, author_id, created_at)
    VALUES (${number}, ${JSON.stringify(questions)}::text::jsonb, ${by}, ${at}) ON CONFLICT DO NOTHING RETURNING id`.execute(
    db,
  )
  return rows.length > 0
}

const totals = sql`count(*)::int AS checked, round(avg(q.score), 1)::float8 AS score,
  json_build_object('CRITICAL', coalesce(sum(q.critical), 0), 'MAJOR', coalesce(sum(q.major), 0),
    'MINOR', coalesce(sum(q.minor), 0)) AS errors,
  count(*) FILTER (WHERE q.dispute IS NOT NULL)::int AS disputed, count(*) FILTER (WHERE q.state = 'REVISED')::int AS revised`

/** Results since a moment: of everybody, and by who decided, the worst first. */
export async function findTotals(
  db: Db,
  since: Date,
): Promise<{ total: QualityTotals; people: (QualityTotals & { subject: PersonRef | null })[] }> {
  const { rows: all } = await sql<QualityTotals>`SELECT ${totals} FROM quality_check q
    WHERE q.grade IS NOT NULL AND q.graded_at >= ${since}`.execute(db)
  const { rows: people } = await sql<QualityTotals & { subject: PersonRef | null }>`
    SELECT ${person('e', 'subject')}, ${totals} FROM quality_check q LEFT JOIN employee e ON e.id = q.subject_id
    WHERE q.grade IS NOT NULL AND q.graded_at >= ${since} GROUP BY e.id, e.full_name
    ORDER BY avg(q.score), count(*) DESC, e.id LIMIT 200`.execute(db)
  const [total] = all
  if (total === undefined) throw new Error('Totals of no rows are a row')
  return { total, people }
}

/** Results of one person, for their card. */
export async function findTotalsOf(db: Db, subjectId: number, since: Date): Promise<QualityTotals> {
  const { rows } = await sql<QualityTotals>`SELECT ${totals} FROM quality_check q
    WHERE q.grade IS NOT NULL AND q.subject_id = ${subjectId} AND q.graded_at >= ${since}`.execute(db)
  const [total] = rows
  if (total === undefined) throw new Error('Totals of no rows are a row')
  return total
}

/** People who answer disputes of the bank, but these. */
export async function findAnswerers(db: Db, except: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled AND r.code <> 'ADMINISTRATOR'
    JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting' AND o.operation = 'AnswerQuality'
    JOIN employee e ON e.id = h.employee_id AND NOT e.not_active JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    WHERE e.id <> ALL(${[...except]}::int[]) ORDER BY e.id LIMIT 20`.execute(db)
  return rows.map(({ id }) => id)
}
