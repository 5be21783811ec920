import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { EngineResult } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import type {
  JournalFilter,
  JournalFlag,
  JournalPreset,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Condition = RawBuilder<unknown>

/** A stage whose task ends with a signature that the reader may give. */
export interface SignedStage {
  readonly type: CaseType
  readonly stage: string
  readonly product: string
}

/** Who reads a journal. */
export interface JournalReader {
  readonly employeeId: number
  readonly signs: readonly SignedStage[]
  /** The bank's day. */
  readonly today: string
}

const myGroups = ({ employeeId }: JournalReader) => sql`(SELECT m.workgroup_id FROM workgroup_worker m
  JOIN workgroup g ON g.id = m.workgroup_id AND NOT g.not_active WHERE m.employee_id = ${employeeId})`

/** A check that stops, or one of a blacklist that found somebody: those have an index of their own. */
const isStop = sql`(c.state = 'FAIL' OR c.state = 'WARN' AND c.code LIKE 'BLACKLIST%')`
const wasSuspected = sql`EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'FRAUD_CHECK')`

/** Moves that send a case back to the underwriter, or through them to whoever prepared it; in the words of the index of them. */
const wasReturned = sql`EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.left_at IS NOT NULL
    AND s.action IN ('returnForRework', 'returnToUnderwriter', 'reviewDecision', 'reconsider') AND s.stage <> 'DOCS_CHECK')`

/** Who waits for this person's signature: the task is theirs or free, not of their own work, and they have authority. */
const waitsForSignature = ({ employeeId, signs, today }: JournalReader) => sql`f.id IN (
  SELECT t.case_id FROM case_task t
  JOIN unnest(${signs.map(({ type }) => type)}::text[], ${signs.map(({ stage }) => stage)}::text[],
    ${signs.map(({ product }) => product)}::text[]) AS mine (type, stage, product)
    ON mine.type = t.case_type AND mine.stage = t.stage
  WHERE t.open AND coalesce(t.assignee_id, ${employeeId}) = ${employeeId} AND ${employeeId} <> ALL(t.barred_ids)
    AND EXISTS (SELECT FROM decision_authority a WHERE a.employee_id = ${employeeId} AND a.product = mine.product
      AND a.withdrawn_at IS NULL AND a.valid_from <= ${today}::date AND (a.valid_to IS NULL OR a.valid_to >= ${today}::date)
      AND (a.regions = '{}' OR (SELECT r.region_code FROM case_file r WHERE r.id = t.case_id) = ANY(a.regions))))`

/** What a preset asks, on `case_file f`; null: nothing. */
export const presetCondition: Record<JournalPreset, (reader: JournalReader) => Condition | null> = {
  ALL: () => null,
  MY: ({ employeeId }) => sql`f.id IN (SELECT t.case_id FROM case_task t
    WHERE t.open AND t.stage IS NOT NULL AND t.assignee_id = ${employeeId})`,
  GROUP: (reader) => sql`f.id IN (SELECT t.case_id FROM case_task t
    WHERE t.open AND t.stage IS NOT NULL AND t.workgroup_id IN ${myGroups(reader)}
    UNION SELECT g.id FROM case_file g WHERE g.workgroup_id IN ${myGroups(reader)})`,
  OVERDUE: () => sql`NOT f.closed AND f.due_at < now()`,
  FLAGGED: () =>
    sql`(EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND ${isStop}) OR ${wasSuspected})`,
  RETURNED: () => wasReturned,
  SIGN: waitsForSignature,
}

/** Both conditions, of which either may be none. */
export const bothOf = (one: Condition | null, other: Condition | null): Condition | null =>
  one === null || other === null ? (one ?? other) : sql`${one} AND ${other}`

/** Whose clients and what answer of the engine are asked for; null: any. */
export function ofColumns({ clientCategories, engineResults }: ColumnsAsked): Condition | null {
  const categories =
    clientCategories.length === 0 ? null : sql`f.client_categories && ${[...clientCategories]}::text[]`
  // In the words of the index.
  const results =
    engineResults.length === 0
      ? null
      : sql`coalesce(f.engine_result, '') = ANY(${[...engineResults]}::text[])`
  return bothOf(categories, results)
}
type ColumnsAsked = Pick<JournalFilter, 'clientCategories' | 'engineResults'>

/** What a row of a journal shows beside the list's own. */
export interface JournalPart {
  readonly id: number
  readonly coBorrowers: number
  readonly flags: JournalFlag[]
  readonly receivedAt: string | null
  readonly review: number
  readonly clientCategories: ClientCategory[]
  readonly engineResult: EngineResult | null
}

/** The parts of these cases. */
export async function findJournalParts(db: Db, ids: readonly number[]): Promise<JournalPart[]> {
  const { rows } = await sql<JournalPart>`
    SELECT f.id, coalesce(f.client_categories, '{}') AS "clientCategories", f.engine_result AS "engineResult",
      (SELECT count(*)::int FROM case_participant p WHERE p.case_id = f.id AND p.removed_at IS NULL
        AND p.role = ANY(${debtorRoles.filter((role) => role !== 'MAIN_BORROWER')}::text[])) AS "coBorrowers",
      array_remove(ARRAY[
        CASE WHEN EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND ${isStop} AND c.code LIKE 'BLACKLIST%')
          THEN 'BLACKLIST' END,
        CASE WHEN ${wasSuspected} THEN 'FRAUD' END,
        CASE WHEN EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND c.state = 'FAIL'
          AND c.code NOT LIKE 'BLACKLIST%') THEN 'STOP' END], NULL) AS flags,
      (SELECT min(s.entered_at) FROM case_stage s WHERE s.case_id = f.id AND s.stage IN ('AUTO_CHECKS', 'UNDERWRITING'))
        AS "receivedAt",
      (SELECT count(*)::int FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'UNDERWRITING') AS review
    FROM case_file f WHERE f.id = ANY(${[...ids]}::int[])`.execute(db)
  return rows
}

/** Names of the levels of decisions by their codes. */
export async function findLevelNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary = 'loanApplicationLevel'`.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}
