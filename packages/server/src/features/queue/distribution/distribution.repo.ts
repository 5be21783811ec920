import type { RejectionReason } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType, WorkStatus } from '@ipoteka-office/contract/approvers/approvers.ts'
import { minuteOf } from '@ipoteka-office/contract/common/shift.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Decision, Waiting } from './distribution.rules.ts'
import type { Candidate } from './eligibility.rules.ts'

/** A candidate with the version of its settings, to notice a change between reading and writing. */
export type VersionedCandidate = Candidate & { readonly version: number }

/** A waiting application with what is already known of its waiting. */
export interface QueuedApplication extends Waiting {
  readonly dueAt: string
  readonly holder: number | null
  readonly wasUnassigned: boolean
}

/** Any number that nothing else locks with; the second key is the department. */
const distributionLock = 7_331
const lockKey: Record<ApproverType, number> = { oic: 1, nis: 2, uw: 3 }

/** One distribution of a department at a time; held until the transaction ends. Taken before any approver's row. */
export async function lockDepartment(db: Db, type: ApproverType): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${distributionLock}, ${lockKey[type]})`.execute(db)
}

/** As the tables have it: who prepared the case is still to be asked. */
export type QueuedRow = Omit<QueuedApplication, 'seenBy' | 'barredEmployees'> & {
  readonly caseType: CaseType
  readonly stage: string
}

interface CandidateRow {
  id: number
  employeeId: number
  version: number
  workStatus: WorkStatus
  shiftFrom: string | null
  shiftBy: string | null
  levels: string[]
  statuses: string[]
  partnerIds: number[]
  allPartners: boolean
  regions: string[]
  allRegions: boolean
  limit: number
  open: number
  lastAssignedAt: string | null
  authorities: NonNullable<Candidate['authorities']>
}

/** What an underwriter `a` may approve on a day; other departments approve nothing. */
const authoritiesOn = (
  day: string | null,
) => sql`CASE WHEN a.type = 'uw' THEN coalesce((SELECT json_agg(json_build_object(
    'product', d.product, 'regions', d.regions, 'maxExposure', d.max_exposure::text)) FROM decision_authority d
  WHERE d.employee_id = a.employee_id AND d.withdrawn_at IS NULL AND d.valid_from <= ${day}::date
    AND (d.valid_to IS NULL OR d.valid_to >= ${day}::date)), '[]') ELSE '[]' END`

/** All approvers of the department, whatever their status: those shut out are counted by reason. `day`: of the authorities, null where nobody asks for them. */
export async function findCandidates(
  db: Db,
  type: ApproverType,
  day: string | null,
): Promise<VersionedCandidate[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT a.id, a.employee_id AS "employeeId", a.version, a.work_status AS "workStatus", a.shift_from AS "shiftFrom", a.shift_by AS "shiftBy",
      a.level_codes AS levels, a.status_codes AS statuses, a.partner_ids AS "partnerIds",
      a.all_partners AS "allPartners", a.region_codes AS regions, a.all_regions AS "allRegions",
      coalesce(a.max_open, 0) AS limit, w.open_count AS open, w.last_assigned_at AS "lastAssignedAt",
      ${authoritiesOn(day)} AS authorities
    FROM approver a JOIN approver_workload w ON w.approver_id = a.id
    WHERE a.type = ${type} ORDER BY a.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    shiftFrom: row.shiftFrom === null ? null : minuteOf(row.shiftFrom),
    shiftBy: row.shiftBy === null ? null : minuteOf(row.shiftBy),
    lastAssignedAt: row.lastAssignedAt === null ? null : Date.parse(row.lastAssignedAt),
  }))
}

/** Locks the approvers' settings against change and answers their versions as they are now. */
export async function lockApprovers(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    SELECT id, version FROM approver WHERE id = ANY(${ids}::int[]) ORDER BY id FOR SHARE`.execute(db)
  return new Map(rows.map((row) => [row.id, row.version]))
}

/** The state by which approvers of НИС take: the stage of the case, unless another system has called it otherwise. */
export const takenBy = sql`coalesce(a.outside_status, f.stage)`
/** What the rules ask of a place in the queue, of `queuedFrom`. */
export const queuedColumns = sql`a.id, a.level_code AS level, ${takenBy} AS status, a.partner_id AS "partnerId",
  a.region_code AS region, a.due_at AS "dueAt", a.approver_id AS holder,
  a.unassigned_reasons IS NOT NULL AS "wasUnassigned", f.type AS "caseType", f.stage, f.amount::text AS amount`
export const queuedFrom = sql`application a JOIN case_file f ON f.id = a.id`

/** By task `t` the case of place `a` stands at a workgroup. */
export const standsAtGroup = sql`t.case_id = a.id AND t.open AND t.stage IS NOT NULL AND t.workgroup_id IS NOT NULL`

/** Underwriters of a group take by themselves what was handed to it. */
const isOfGroup = sql`EXISTS (SELECT FROM case_task t WHERE ${standsAtGroup})`

/** The next waiting applications after the given one, most urgent first; those in another transaction's hands are passed over. */
export async function takeWaiting(
  db: Db,
  type: ApproverType,
  after: { dueAt: string; id: number } | null,
  limit: number,
  only?: readonly number[],
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT ${queuedColumns} FROM ${queuedFrom}
    WHERE a.type = ${type} AND a.closed_at IS NULL AND a.approver_id IS NULL ${type === 'uw' ? sql`AND NOT ${isOfGroup}` : sql``}
      ${after ? sql`AND (a.due_at, a.id) > (${after.dueAt}::timestamptz, ${after.id}::int)` : sql``}
      ${only ? sql`AND a.id = ANY(${only}::int[])` : sql``}
    ORDER BY a.due_at, a.id LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED`.execute(db)
  return rows
}

/** Open applications of one approver, most urgent first; locked unless it is only a preview. */
export async function takeHeld(
  db: Db,
  approverId: number,
  { lock }: { lock: boolean },
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT ${queuedColumns} FROM ${queuedFrom} WHERE a.approver_id = ${approverId} AND a.closed_at IS NULL
    ORDER BY a.due_at, a.id ${lock ? sql`FOR UPDATE OF a` : sql``}`.execute(db)
  return rows
}

/** Who was assigned each application within the last days, latest first. */
export async function findSeenBy(
  db: Db,
  applicationIds: readonly number[],
  days: number,
  now: Date,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; seenBy: number[] }>`
    SELECT application_id AS id, array_agg(approver_id ORDER BY id DESC) AS "seenBy" FROM assignment
    WHERE application_id = ANY(${applicationIds}::int[]) AND kind IN ('ASSIGNED', 'REASSIGNED')
      AND approver_id IS NOT NULL AND at >= ${now}::timestamptz - make_interval(days => ${days}::int)
      -- Whoever has given it back by hand does not get it again for having had it.
      AND NOT EXISTS (SELECT FROM assignment r WHERE r.application_id = assignment.application_id AND r.id > assignment.id
        AND r.kind = 'UNASSIGNED' AND r.previous_approver_id = assignment.approver_id AND r.actor_id IS NOT NULL AND r.considered = 0)
    GROUP BY application_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.seenBy]))
}

/** Who caused the assignments: an employee's call, or the schedule. */
export interface Cause {
  readonly actorId: number | null
  readonly requestId: string | null
  /** Why a person decided so by hand. */
  readonly comment?: string
  /** The handing over of an approver's work that they are part of. */
  readonly redistributionId?: number
}

/** Begins the record of what became of an approver's applications. */
export async function insertRedistribution(
  db: Db,
  {
    approverId,
    version,
    at,
    cause,
  }: { readonly approverId: number; readonly version: number; readonly at: Date; readonly cause: Cause },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO approver_redistribution (approver_id, version, at, actor_id, request_id)
    VALUES (${approverId}, ${version}, ${at}, ${cause.actorId}, ${cause.requestId}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The redistribution was not written')
  return row.id
}

interface Change {
  readonly application: QueuedApplication
  readonly decision: Decision
}

const reasonsOf = (rejected: Partial<Record<RejectionReason, number>>) => JSON.stringify(rejected)

/** Writes the decisions: the applications' holders, the loads, the reasons. Fails as a whole when a limit would be passed. */
export async function writeDecisions(
  db: Db,
  changes: readonly Change[],
  now: Date,
  cause: Cause,
): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map((c) => c.application.id)
  const approvers = changes.map((c) => c.decision.approverId)
  const reasons = changes.map((c) => (c.decision.approverId === null ? reasonsOf(c.decision.rejected) : null))
  await sql`
    UPDATE application a SET approver_id = d.approver_id, unassigned_reasons = d.reasons::jsonb, version = a.version + 1,
      assigned_at = CASE WHEN d.approver_id IS NOT NULL THEN ${now}::timestamptz END
    FROM unnest(${ids}::int[], ${approvers}::int[], ${reasons}::text[]) AS d(id, approver_id, reasons)
    WHERE a.id = d.id AND a.closed_at IS NULL
      AND (a.approver_id, a.unassigned_reasons) IS DISTINCT FROM (d.approver_id, d.reasons::jsonb)`.execute(
    db,
  )
  await moveLoads(db, changes, now)
  await insertAssignments(db, changes, now, cause)
}

async function moveLoads(db: Db, changes: readonly Change[], now: Date): Promise<void> {
  const given = new Map<number, number>()
  const taken = new Map<number, number>()
  for (const { application, decision } of changes) {
    if (decision.approverId !== null)
      given.set(decision.approverId, (given.get(decision.approverId) ?? 0) + 1)
    if (application.holder !== null) taken.set(application.holder, (taken.get(application.holder) ?? 0) + 1)
  }
  if (taken.size > 0)
    await sql`
      UPDATE approver_workload w SET open_count = w.open_count - d.n
      FROM unnest(${[...taken.keys()]}::int[], ${[...taken.values()]}::int[]) AS d(id, n)
      WHERE w.approver_id = d.id`.execute(db)
  if (given.size === 0) return
  const { numAffectedRows } = await sql`
    UPDATE approver_workload w SET open_count = w.open_count + d.n, last_assigned_at = ${now}::timestamptz
    FROM unnest(${[...given.keys()]}::int[], ${[...given.values()]}::int[]) AS d(id, n)
    JOIN approver a ON a.id = d.id
    WHERE w.approver_id = d.id AND w.open_count + d.n <= a.max_open`.execute(db)
  // The rows are locked and their versions checked, so this is a fault of ours; nothing of it may be stored.
  if (numAffectedRows !== BigInt(given.size)) throw new Error('Distribution would have passed a limit')
}

/** Who was first to be without an approver is an event; staying without one is not. */
const isEvent = ({ application, decision }: Change) =>
  decision.approverId !== null || application.holder !== null || !application.wasUnassigned

const kindOf = ({ application, decision }: Change) => {
  if (decision.approverId === null) return 'UNASSIGNED'
  return application.holder === null ? 'ASSIGNED' : 'REASSIGNED'
}

async function insertAssignments(db: Db, changes: readonly Change[], now: Date, cause: Cause): Promise<void> {
  const events = changes.filter(isEvent)
  const column = <T>(of: (change: Change) => T) => events.map(of)
  await sql`
    INSERT INTO assignment (application_id, kind, approver_id, previous_approver_id, rule, considered, candidates,
      rejected, at, actor_id, request_id, comment, redistribution_id)
    SELECT d.*, ${now}::timestamptz, ${cause.actorId}::int, ${cause.requestId}::text, ${cause.comment ?? null}::text,
      ${cause.redistributionId ?? null}::int FROM unnest(
      ${column((c) => c.application.id)}::int[], ${column(kindOf)}::text[],
      ${column((c) => c.decision.approverId)}::int[], ${column((c) => c.application.holder)}::int[],
      ${column((c) => c.decision.rule)}::text[], ${column((c) => c.decision.considered)}::int[],
      ${column((c) => c.decision.candidates)}::int[],
      ${column((c) => reasonsOf(c.decision.rejected))}::jsonb[]) AS d`.execute(db)
}

/** Heads of the workgroups in which the department's approvers work, and who was not told within the last ten minutes. */
export async function findHeadsToAlert(db: Db, type: ApproverType, link: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT g.head_id AS id FROM workgroup g
    JOIN workgroup_employee m ON m.workgroup_id = g.id
    JOIN approver a ON a.employee_id = m.employee_id AND a.type = ${type}
    WHERE g.head_id IS NOT NULL AND NOT g.not_active AND NOT EXISTS (
      SELECT FROM notification n WHERE n.employee_id = g.head_id AND n.link = ${link} AND n.at > now() - interval '10 minutes')
    ORDER BY 1`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether a shift of the department starts in one of the minutes of the day. */
export async function hasShiftStart(
  db: Db,
  type: ApproverType,
  minutes: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ starts: boolean }>`
    SELECT EXISTS (SELECT FROM approver WHERE type = ${type} AND work_status = 'ACTIVE'
      AND (extract(epoch FROM shift_from) / 60)::int = ANY(${minutes}::int[])) AS starts`.execute(db)
  return rows[0]?.starts ?? false
}
