import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { isSilentReason, visibleTo } from '#lib/visibility.ts'
import type { StageRow } from './phases.rules.ts'

/** A case as its table has it. */
export interface CaseRow {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
  readonly programme: string | null
  readonly clientName: string
  readonly personId: number | null
  /** Digits. */
  readonly clientPhone: string | null
  readonly amount: string | null
  readonly channel: string | null
  readonly stage: string
  readonly stageSince: string
  readonly dueAt: string | null
  readonly closed: boolean
  readonly archivedAt: string | null
  readonly responsibleId: number | null
  readonly workgroupId: number | null
  readonly sourceId: number | null
  readonly createdAt: string
  readonly createdBy: number | null
  readonly version: number
}

const columns = sql`f.id, f.type, f.number, f.partner_id AS "partnerId", f.region_code AS "regionCode",
  f.programme_code AS "programmeCode", f.programme, f.client_name AS "clientName", f.person_id AS "personId",
  f.client_phone AS "clientPhone", f.amount, f.channel, f.stage, f.stage_since AS "stageSince", f.due_at AS "dueAt",
  f.closed, f.archived_at AS "archivedAt", f.responsible_id AS "responsibleId", f.workgroup_id AS "workgroupId",
  f.source_id AS "sourceId", f.created_at AS "createdAt", f.created_by AS "createdBy", f.version`

/** How a case is held while it is worked on: `update` waits for everybody, `share` only for moves and changes of the head. */
export type CaseLock = 'update' | 'share'
const locks = { update: sql`FOR NO KEY UPDATE OF f`, share: sql`FOR SHARE OF f` }

/** A case; of an actor only what they see. */
export async function findCase(
  db: Db,
  actor: Actor | null,
  id: number,
  lock?: CaseLock,
): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    SELECT ${columns} FROM case_file f
    WHERE f.id = ${id} AND ${actor === null ? sql`true` : visibleTo(actor, 'f.partner_id')}
    ${lock === undefined ? sql`` : locks[lock]}`.execute(db)
  return rows[0]
}

/** What the head of a page shows beside the row. */
export interface HeadRow extends CaseRow {
  readonly partner: { id: number; shortName: string }
  readonly region: { code: string; name: string } | null
  readonly responsible: { id: number; fullName: string } | null
  readonly workgroup: { id: number; name: string } | null
  /** Full name of the approver who has it in the queue. */
  readonly checker: string | null
  readonly favourite: boolean
}

export async function findHead(db: Db, actor: Actor, id: number): Promise<HeadRow | undefined> {
  const { rows } = await sql<HeadRow>`
    SELECT ${columns}, json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      CASE WHEN f.region_code IS NOT NULL THEN json_build_object('code', f.region_code, 'name', coalesce(r.name, f.region_code)) END AS region,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS responsible,
      CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS workgroup,
      (SELECT v.full_name FROM application a JOIN approver v ON v.id = a.approver_id WHERE a.id = f.id AND a.closed_at IS NULL) AS checker,
      EXISTS (SELECT FROM case_favourite v WHERE v.employee_id = ${actor.employeeId} AND v.case_id = f.id) AS favourite
    FROM case_file f JOIN partner p ON p.id = f.partner_id
    LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = f.region_code
    LEFT JOIN employee e ON e.id = f.responsible_id LEFT JOIN workgroup w ON w.id = f.workgroup_id
    WHERE f.id = ${id} AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]
}

/** A case that has to do with another. */
export interface RelatedRow {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly stage: string
  readonly relation: 'SOURCE' | 'RESULT' | 'LINKED'
}

/** The case this one was made of, those made of it, and those linked as the same client's, as far as the person sees them. */
export async function findRelated(
  db: Db,
  actor: Actor,
  { id, sourceId }: Pick<CaseRow, 'id' | 'sourceId'>,
): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    SELECT f.id, f.type, f.number, f.stage, CASE WHEN f.id = ${sourceId}::int THEN 'SOURCE'
      WHEN f.source_id = ${id} THEN 'RESULT' ELSE 'LINKED' END AS relation
    FROM case_file f
    WHERE f.id IN (SELECT ${sourceId}::int UNION SELECT c.id FROM case_file c WHERE c.source_id = ${id}
        UNION SELECT l.other_id FROM case_link l WHERE l.case_id = ${id}
        UNION SELECT l.case_id FROM case_link l WHERE l.other_id = ${id})
      AND ${visibleTo(actor, 'f.partner_id')}
    ORDER BY f.id LIMIT 50`.execute(db)
  return rows
}

/** What a new case begins with. */
export interface NewCase {
  readonly type: CaseType
  readonly number: string
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
  readonly programme: string | null
  readonly clientName: string
  readonly personId: number | null
  readonly clientPhone: string | null
  readonly amount: string | null
  readonly channel: string | null
  readonly sourceId: number | null
  readonly stage: string
  readonly createdBy: number | null
  readonly at: Date
}

export async function insertCase(db: Db, c: NewCase): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO case_file (type, number, partner_id, region_code, programme_code, programme, client_name, person_id,
      client_phone, amount, channel, source_id, stage, stage_since, created_at, created_by)
    VALUES (${c.type}, ${c.number}, ${c.partnerId}, ${c.regionCode}, ${c.programmeCode}, ${c.programme}, ${c.clientName},
      ${c.personId}, ${c.clientPhone}, ${c.amount}, ${c.channel}, ${c.sourceId}, ${c.stage}, ${c.at}, ${c.at},
      ${c.createdBy}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The case was not written')
  return row.id
}

/** The next number of the type in the year. */
export async function takeNumber(db: Db, type: CaseType, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO case_number AS n (type, year, last) VALUES (${type}, ${year}, 1)
    ON CONFLICT (type, year) DO UPDATE SET last = n.last + 1 RETURNING last`.execute(db)
  return rows[0]?.last ?? 1
}

/** What of the head a section's save keeps in step. */
export interface HeadChange {
  readonly clientName?: string
  readonly personId?: number | null
  readonly clientPhone?: string | null
  readonly amount?: string | null
  readonly programmeCode?: string | null
  readonly programme?: string | null
  readonly regionCode?: string | null
  readonly channel?: string | null
}

/** Writes what differs; answers whether anything did. The version stays: it is of moves and of the responsible. */
export async function writeHead(db: Db, id: number, change: HeadChange): Promise<boolean> {
  const columnsOf: [keyof HeadChange, string, string][] = [
    ['clientName', 'client_name', 'text'],
    ['personId', 'person_id', 'int'],
    ['clientPhone', 'client_phone', 'text'],
    ['amount', 'amount', 'numeric'],
    ['programmeCode', 'programme_code', 'text'],
    ['programme', 'programme', 'text'],
    ['regionCode', 'region_code', 'text'],
    ['channel', 'channel', 'text'],
  ]
  const given = columnsOf.filter(([key]) => change[key] !== undefined)
  if (given.length === 0) return false
  const value = ([key, , type]: (typeof columnsOf)[number]) => sql`${change[key]}::${sql.raw(type)}`
  const { numAffectedRows } = await sql`
    UPDATE case_file SET ${sql.join(given.map((c) => sql`${sql.ref(c[1])} = ${value(c)}`))}
    WHERE id = ${id} AND (${sql.join(
      given.map((c) => sql`${sql.ref(c[1])} IS DISTINCT FROM ${value(c)}`),
      sql` OR `,
    )})`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Puts the case into the archive, or takes it out. */
export async function writeArchived(db: Db, id: number, at: Date | null): Promise<void> {
  await sql`UPDATE case_file SET archived_at = ${at}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function findStages(db: Db, caseId: number): Promise<StageRow[]> {
  const { rows } = await sql<StageRow>`
    SELECT s.stage, s.entered_at AS "enteredAt", s.left_at AS "leftAt", s.action, e.full_name AS actor,
      s.reason AS "reasonCode", coalesce(r.name, s.reason) AS reason,
      s.reason IS NOT NULL AND coalesce(r.silent, true) AS silent, s.comment
    FROM case_stage s LEFT JOIN employee e ON e.id = s.actor_id
    LEFT JOIN LATERAL (SELECT i.name, ${isSilentReason('i')} AS silent FROM reference_item i WHERE i.code = s.reason
      AND i.dictionary IN ('clientRefusalReason', 'leadDisqualificationReason', 'underwritingDecisionsType') LIMIT 1) r ON true
    WHERE s.case_id = ${caseId} ORDER BY s.id`.execute(db)
  return rows
}

/** `UTC+3` of each region; one that is not known is absent. */
export async function findZones(db: Db, regionCodes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; zone: string }>`
    SELECT code, attributes ->> 'timezone' AS zone FROM reference_item
    WHERE dictionary = 'region' AND code = ANY(${regionCodes}::text[]) AND attributes ? 'timezone'`.execute(
    db,
  )
  return new Map(rows.map(({ code, zone }) => [code, zone]))
}

/** Who was made responsible for a case, by whom and why. */
export interface LeadChange {
  readonly caseId: number
  /** Null: the system. */
  readonly actorId: number | null
  readonly fromId: number | null
  readonly toId: number | null
  readonly workgroupId: number | null
  readonly comment: string | null
  readonly at: Date
}

/** Makes people responsible for cases and keeps who was before; each case once. */
export async function writeLeadChanges(db: Db, changes: readonly LeadChange[]): Promise<void> {
  const of = <T>(value: (change: LeadChange) => T) => changes.map(value)
  await sql`
    WITH change AS (
      SELECT * FROM unnest(${of((c) => c.caseId)}::int[], ${of((c) => c.at)}::timestamptz[],
        ${of((c) => c.actorId)}::int[], ${of((c) => c.fromId)}::int[], ${of((c) => c.toId)}::int[],
        ${of((c) => c.workgroupId)}::int[], ${of((c) => c.comment)}::text[])
        AS d(case_id, at, actor_id, from_id, to_id, workgroup_id, comment)),
    changed AS (
      UPDATE case_file f SET responsible_id = d.to_id, workgroup_id = d.workgroup_id FROM change d WHERE f.id = d.case_id)
    INSERT INTO case_manager_change (case_id, at, actor_id, from_id, to_id, workgroup_id, comment)
    SELECT case_id, at, actor_id, from_id, to_id, workgroup_id, comment FROM change`.execute(db)
}
