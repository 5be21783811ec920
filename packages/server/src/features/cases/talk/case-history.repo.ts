import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { knownTotal } from '#lib/paging.ts'
import type { CaseChange } from './case-history.rules.ts'
import type { CaseObjects } from './case-labels.ts'

/** What of it is asked for. */
export interface CaseChangeFilter {
  /** A section's code; `CASE`, `PARTICIPANTS` and `REALTY_OBJECTS` for what is not in a section. */
  readonly section?: string | undefined
  readonly actorId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly field?: string | undefined
}

/** Condition on `change_history h`: it changes something that people know of. */
export const isTold = (known: readonly string[]) => sql`EXISTS (
  SELECT FROM unnest(${known}::text[]) AS k(type_field) WHERE split_part(k.type_field, '.', 1) = h.object_type
    AND (h.action <> 'UPDATE' OR h.new_values ? split_part(k.type_field, '.', 2)))`

const ofCard = ({ caseId, own, known }: CaseObjects) => sql`
  SELECT h.*, NULL AS section, NULL::int AS participant_id, NULL AS participant FROM change_history h
  WHERE h.object_type = ANY(${own}::text[]) AND h.object_id = ${caseId} AND ${isTold(known)}`

const ofParts = ({ caseId, own, known }: CaseObjects, isPart = sql`true`) => sql`
  SELECT h.*, NULL AS section, NULL::int AS participant_id, NULL AS participant FROM change_history h
  WHERE h.owner_type = ANY(${own}::text[]) AND h.owner_id = ${caseId} AND ${isPart} AND ${isTold(known)}`

const isRealty = sql`h.object_type = 'realtyObject'`
const ofCase = (objects: CaseObjects) => sql`
  ${ofCard(objects)} UNION ALL ${ofParts(objects, sql`NOT ${isRealty}`)}`

const ofParticipants = ({ caseId, known }: CaseObjects) => sql`
  SELECT h.*, NULL AS section, p.id AS participant_id, p.name AS participant FROM case_participant p JOIN change_history h
    ON h.object_type = 'caseParticipant' AND h.object_id = p.id
  WHERE p.case_id = ${caseId} AND ${isTold(known)}`

const ofSections = ({ caseId }: CaseObjects, code: string | undefined) => sql`
  SELECT h.*, s.section, s.participant_id, p.name AS participant
  FROM case_section s LEFT JOIN case_participant p ON p.id = s.participant_id
  JOIN change_history h ON h.object_type = 'caseSection' AND h.object_id = s.id
  WHERE s.case_id = ${caseId} ${code === undefined ? sql`` : sql`AND s.section = ${code}`}`

/** Every change of the case, or of one place in it. */
export function changesOfCase(objects: CaseObjects, section?: string): RawBuilder<unknown> {
  if (section === 'CASE') return ofCase(objects)
  if (section === 'REALTY_OBJECTS') return ofParts(objects, isRealty)
  if (section === 'PARTICIPANTS') return ofParticipants(objects)
  if (section !== undefined) return ofSections(objects, section)
  return sql`${ofCard(objects)} UNION ALL ${ofParts(objects)} UNION ALL ${ofParticipants(objects)}
    UNION ALL ${ofSections(objects, undefined)}`
}

function whereOf({ actorId, from, to, field }: CaseChangeFilter): RawBuilder<unknown> {
  const conditions = [
    ...(actorId === undefined ? [] : [sql`h.actor_id = ${actorId}`]),
    ...(from === undefined ? [] : [sql`h.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`h.at <= ${to}::timestamptz`]),
    ...(field === undefined ? [] : [sql`coalesce(h.new_values, h.old_values) ? ${field}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}

/** Columns of a change as the rules take it. */
export const changeColumns = sql`h.id::text AS id, h.at, h.action, h.version, h.request_id AS "requestId",
  h.object_type AS "objectType", h.object_id AS "objectId", h.old_values AS "oldValues", h.new_values AS "newValues",
  CASE WHEN h.object_type = 'caseSection' AND EXISTS (
    SELECT FROM case_section_source c WHERE c.section_id = h.object_id AND c.version = h.version)
    THEN 'распознавание' END AS source,
  h.section, h.participant_id AS "participantId", h.participant, coalesce(e.full_name, 'Система') AS actor,
  CASE WHEN h.action = 'UPDATE' AND h.object_type <> 'caseSection' THEN (
    SELECT c.new_values FROM change_history c
    WHERE c.object_type = h.object_type AND c.object_id = h.object_id AND c.action = 'INSERT'
    ORDER BY c.id DESC LIMIT 1) END AS created`

/** A page of the changes of a case, newest first. */
export async function findCaseChanges(
  db: Db,
  objects: CaseObjects,
  filter: CaseChangeFilter,
  query: PageQuery,
): Promise<{ rows: CaseChange[]; total: number }> {
  const from = sql`(${changesOfCase(objects, filter.section)}) h`
  const { rows } = await sql<CaseChange>`
    SELECT ${changeColumns} FROM ${from} LEFT JOIN employee e ON e.id = h.actor_id WHERE ${whereOf(filter)}
    ORDER BY h.id DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const total = knownTotal(rows.length, query)
  if (total !== undefined) return { rows, total }
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${from} WHERE ${whereOf(filter)}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}
