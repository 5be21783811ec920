import { caseTypes, type CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ConditionPoint } from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import {
  type ConditionState,
  holdingStates,
} from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import {
  type ConditionTemplate,
  conditionTemplates,
  type ConditionTerms,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A condition of a decision as it is stored. */
export interface ConditionRow extends ConditionTerms {
  readonly id: number
  readonly caseId: number
  readonly caseType: CaseType
  readonly state: ConditionState
  readonly returns: number
  readonly answer: string | null
  readonly answeredBy: string | null
  readonly answeredAt: string | null
  readonly papers: { readonly id: number; readonly name: string }[]
  readonly waitsFor: string[]
  readonly verdict: string | null
  readonly taskId: number | null
  readonly createdAt: string
  readonly version: number
}

/** A scan that nobody has sorted yet has neither a title nor a type. */
const documentName = sql`coalesce(nullif(d.title, ''), t.name, d.type_code, 'Документ без вида')`
const rowsOf = (where: ReturnType<typeof sql>, lock: ReturnType<typeof sql>) => sql<ConditionRow>`
  SELECT c.id, c.case_id AS "caseId", f.type AS "caseType", c.template, c.text, c.category, c.point, c.owner, c.clearer,
    c.due_on AS "dueOn", c.shortens, c.documents, c.printed, c.state, c.returns, c.answer, e.full_name AS "answeredBy",
    c.answered_at AS "answeredAt", c.verdict, c.task_id AS "taskId", c.created_at AS "createdAt", c.version,
    (SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', ${documentName}) ORDER BY d.id), '[]')
      FROM document d LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
      WHERE d.id = ANY(c.papers)) AS papers,
    (SELECT coalesce(json_agg(coalesce(t.name, w.code) ORDER BY w.place), '[]')
      FROM unnest(c.documents) WITH ORDINALITY w (code, place)
      LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = w.code) AS "waitsFor"
  FROM case_condition c JOIN case_file f ON f.id = c.case_id LEFT JOIN employee e ON e.id = c.answered_by
  WHERE ${where} ORDER BY c.id ${lock}`

/** Conditions of a case, those that a new decision has replaced apart. */
export async function findConditions(db: Db, caseId: number): Promise<ConditionRow[]> {
  const { rows } = await rowsOf(sql`c.case_id = ${caseId} AND c.state <> 'SUPERSEDED'`, sql``).execute(db)
  return rows
}

/** One of them, held until the transaction ends. */
export async function holdCondition(db: Db, caseId: number, id: number): Promise<ConditionRow | undefined> {
  const { rows } = await rowsOf(sql`c.case_id = ${caseId} AND c.id = ${id}`, sql`FOR UPDATE OF c`).execute(db)
  return rows[0]
}

/** What holds a case at one of the points. */
export async function findHolding(
  db: Db,
  caseId: number,
  points: readonly ConditionPoint[],
): Promise<{ text: string; printed: boolean; owner: ConditionTerms['owner'] }[]> {
  const { rows } = await sql<{ text: string; printed: boolean; owner: ConditionTerms['owner'] }>`
    SELECT text, printed, owner FROM case_condition WHERE case_id = ${caseId}
      AND state = ANY(${[...holdingStates]}::text[]) AND point = ANY(${[...points]}::text[]) ORDER BY id`.execute(
    db,
  )
  return rows
}

/** The approval that a case stands on, as far as conditions belong to it. */
export async function findLastApproval(db: Db, caseId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_decision WHERE case_id = ${caseId} AND outcome = 'APPROVE' ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]?.id
}

export async function insertCondition(
  db: Db,
  { caseId, decisionId, at }: { readonly caseId: number; readonly decisionId: number; readonly at: Date },
  c: ConditionTerms,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO case_condition (case_id, decision_id, template, text, category, point, owner, clearer, due_on, shortens, documents,
      printed, created_at)
    VALUES (${caseId}, ${decisionId}, ${c.template}, ${c.text}, ${c.category}, ${c.point}, ${c.owner}, ${c.clearer}, ${c.dueOn}, ${c.shortens},
      ${[...c.documents]}::text[], ${c.printed}, ${at}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No condition was written for the case ${caseId}`)
  return row.id
}

export async function writeTask(db: Db, id: number, taskId: number | null): Promise<void> {
  await sql`UPDATE case_condition SET task_id = ${taskId} WHERE id = ${id}`.execute(db)
}

/** What a move of a condition changes. */
export interface ConditionChange {
  readonly state: ConditionState
  readonly answer?: {
    readonly text: string
    readonly by: number
    readonly at: Date
    readonly papers: readonly number[]
  }
  readonly verdict?: string | null
  readonly isReturned?: boolean
}

/** Writes the new state, and with it the answer or the word on it. */
export async function writeCondition(db: Db, id: number, change: ConditionChange): Promise<void> {
  const { state, answer, verdict, isReturned = false } = change
  await sql`
    UPDATE case_condition SET state = ${state}, version = version + 1, returns = returns + ${isReturned ? 1 : 0},
      answer = coalesce(${answer?.text ?? null}, answer), answered_by = coalesce(${answer?.by ?? null}::int, answered_by),
      answered_at = coalesce(${answer?.at ?? null}::timestamptz, answered_at),
      papers = coalesce(${answer === undefined ? null : [...answer.papers]}::int[], papers),
      verdict = CASE WHEN ${verdict === undefined} THEN verdict ELSE ${verdict ?? null} END
    WHERE id = ${id}`.execute(db)
}

/** Templates that fit the product and the programme, as the dictionary has them. */
export async function findTemplates(
  db: Db,
  { product, programmeCode }: { readonly product: string | null; readonly programmeCode: string | null },
): Promise<{ code: string; name: string; attributes: Partial<Record<keyof ConditionTemplate, unknown>> }[]> {
  const { rows } = await sql<{
    code: string
    name: string
    attributes: Partial<Record<keyof ConditionTemplate, unknown>>
  }>`
    SELECT code, name, attributes FROM reference_item
    WHERE dictionary = ${conditionTemplates} AND active
      AND coalesce(attributes ->> 'product', '') IN ('', ${product ?? ''})
      AND (coalesce(attributes ->> 'programmes', '') = ''
        OR ${programmeCode ?? ''} = ANY(regexp_split_to_array(attributes ->> 'programmes', '\\s*,\\s*')))
    ORDER BY sort_order, code`.execute(db)
  return rows
}

/** Documents of a case with which a condition may be answered; those that the bank makes for itself are the bank's. */
export async function findPapers(
  db: Db,
  { id, type, isAhml }: { readonly id: number; readonly type: CaseType; readonly isAhml: boolean },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT d.id, ${documentName} AS name FROM document d
    LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
    WHERE d.owner_type = ${caseTypes[type].documents.owner} AND d.owner_id = ${id} AND d.deleted_at IS NULL
      AND (NOT d.internal OR ${isAhml}) ORDER BY d.id LIMIT 300`.execute(db)
  return rows
}
