import type { RecordVersion } from '@ipoteka-office/contract/history/history.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { knownTotal } from '#lib/paging.ts'
import type { Reader } from '#lib/shown-stages.ts'
import { isEntryFor } from '#lib/visibility.ts'
import { changeColumns, changesOfCase } from './case-history.repo.ts'
import type { CaseChange } from './case-history.rules.ts'
import type { CaseObjects } from './case-labels.ts'
import type { CaseObject, ChangeSince } from './case-versions.rules.ts'

/** A version with the places that changed, not named yet. */
export interface FoundVersion extends Pick<RecordVersion, 'at' | 'kind'> {
  readonly actor: string | null
  readonly places: readonly Pick<CaseChange, 'objectType' | 'section' | 'participant'>[]
  readonly stage: string | null
}

const versionsOf = (reader: Reader, objects: CaseObjects) => sql`(
  SELECT max(h.at) AS at, 'CHANGE' AS kind, max(h.actor_id) AS actor_id, NULL AS stage,
    json_agg(DISTINCT jsonb_build_object('objectType', h.object_type, 'section', h.section, 'participant', h.participant))
      AS places
  FROM (${changesOfCase(objects)}) h GROUP BY coalesce(h.request_id, h.at::text)
  UNION ALL
  SELECT s.entered_at, 'STAGE', NULL, s.stage, '[]' FROM case_stage s
  WHERE s.case_id = ${objects.caseId} AND ${isEntryFor(reader)})`

/** A page of the versions of a case, newest first. */
export async function findVersions(
  db: Db,
  reader: Reader,
  objects: CaseObjects,
  query: PageQuery,
): Promise<{ rows: FoundVersion[]; total: number }> {
  const { rows } = await sql<FoundVersion>`
    SELECT v.at, v.kind, v.places, v.stage, CASE v.kind WHEN 'CHANGE' THEN coalesce(e.full_name, 'Система') END AS actor
    FROM ${versionsOf(reader, objects)} v LEFT JOIN employee e ON e.id = v.actor_id
    ORDER BY v.at DESC, v.kind LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const total = knownTotal(rows.length, query)
  if (total !== undefined) return { rows, total }
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${versionsOf(reader, objects)} v`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** Tables of what a history tells of, with the column that holds the case's id. */
const tables: Readonly<Record<string, { readonly table: string; readonly caseId: string }>> = {
  case: { table: 'case_file', caseId: 'id' },
  lead: { table: 'lead', caseId: 'id' },
  leadContact: { table: 'lead_contact', caseId: 'lead_id' },
  shortApplication: { table: 'short_application', caseId: 'id' },
  shortConsent: { table: 'short_consent', caseId: 'application_id' },
  loanApplication: { table: 'loan_application', caseId: 'id' },
  realtyObject: { table: 'realty_object', caseId: 'case_id' },
}

/** Rows of the case as they are now, people in the order of the case. */
export async function findObjects(
  db: Db,
  caseId: number,
  objectTypes: readonly string[],
): Promise<CaseObject[]> {
  const cards = objectTypes.flatMap((type) => {
    const from = tables[type]
    if (from === undefined) return []
    return [
      sql`SELECT ${type}::text AS "objectType", t.id AS "objectId", to_jsonb(t) AS values, NULL AS section,
        NULL::int AS "participantId", NULL AS participant, 0 AS sort
        FROM ${sql.table(from.table)} t WHERE t.${sql.ref(from.caseId)} = ${caseId}`,
    ]
  })
  const people = sql`SELECT 'caseParticipant', p.id, to_jsonb(p), NULL, p.id, p.name, p.sort FROM case_participant p
    WHERE p.case_id = ${caseId}`
  const sections = sql`SELECT 'caseSection', s.id, s.data, s.section, s.participant_id, p.name, coalesce(p.sort, 0)
    FROM case_section s LEFT JOIN case_participant p ON p.id = s.participant_id WHERE s.case_id = ${caseId}`
  const { rows } = await sql<CaseObject>`
    SELECT "objectType", "objectId", values, section, "participantId", participant
    FROM (${sql.join([...cards, people, sections], sql` UNION ALL `)}) o ORDER BY sort, "objectId"`.execute(
    db,
  )
  return rows
}

/** Every change of a case after a moment, newest first, at most `limit`. */
export async function findChangesSince(
  db: Db,
  objects: CaseObjects,
  { from, to, limit }: { from: string; to: string | undefined; limit: number },
): Promise<ChangeSince[]> {
  const { rows } = await sql<ChangeSince>`
    SELECT ${changeColumns}, ${to === undefined ? sql`false` : sql`h.at > ${to}::timestamptz`} AS later
    FROM (${changesOfCase(objects)}) h LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.at > ${from}::timestamptz ORDER BY h.id DESC LIMIT ${limit}`.execute(db)
  return rows
}
