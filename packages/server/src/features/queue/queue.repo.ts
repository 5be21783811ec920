import type { Assignment, IntakeItem, QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType, CheckingType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { readPage } from '#lib/paging.ts'
import { type Reader, stageFor, stageNameFor } from '#lib/shown-stages.ts'
import { visibleTo } from '#lib/visibility.ts'
import { type QueuedRow, queuedColumns, queuedFrom, standsAtGroup } from './distribution/distribution.repo.ts'
import type { KnownCodes } from './intake.rules.ts'
import { type NamedProgramme, programmeIndex } from './programme-names.rules.ts'

const name = (
  dictionary: string,
  column: string,
) => sql`json_build_object('code', ${sql.ref(column)}, 'name', coalesce(
  (SELECT r.name FROM reference_item r WHERE r.dictionary = ${sql.lit(dictionary)} AND r.code = ${sql.ref(column)}),
  ${sql.ref(column)}))`

/** The workgroup at which what waits for underwriters stands. */
const groupOf = sql`(SELECT json_build_object('id', g.id, 'name', g.name) FROM case_task t
  JOIN workgroup g ON g.id = t.workgroup_id WHERE ${standsAtGroup} AND a.type = 'uw' AND a.approver_id IS NULL AND a.closed_at IS NULL LIMIT 1)`

const shape = sql`a.id, a.number, a.client_name AS "clientName", a.programme, a.type,
  ${name('loanApplicationLevel', 'a.level_code')} AS level,
  f.type AS "caseType", f.stage,
  CASE WHEN a.outside_status IS NOT NULL THEN ${name('loanApplicationStatus', 'a.outside_status')} END AS "outsideStatus",
  json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
  ${name('region', 'a.region_code')} AS region,
  a.received_at AS "receivedAt", a.due_at AS "dueAt", a.closed_at IS NULL AND a.due_at < now() AS overdue,
  CASE WHEN v.id IS NOT NULL THEN json_build_object('id', v.id, 'fullName', v.full_name) END AS approver,
  a.assigned_at AS "assignedAt", a.unassigned_reasons AS "unassignedReasons",
  ${groupOf} AS "group", a.version`

const from = sql`application a JOIN case_file f ON f.id = a.id JOIN partner p ON p.id = a.partner_id
  LEFT JOIN approver v ON v.id = a.approver_id`

type QueueRow = Omit<QueueApplication, 'status'> & { readonly caseType: CaseType; readonly stage: string }

/** Where an application stands, its case alone says: the queue keeps no state of its own. */
const withStage =
  (reader: Reader) =>
  ({ caseType, stage, ...row }: QueueRow): QueueApplication => ({
    ...row,
    group: reader.isAhml ? row.group : null,
    status: { code: stageFor(reader, caseType, stage), name: stageNameFor(reader, caseType, stage) },
  })

async function findPage(
  db: Db,
  reader: Reader,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  query: PageQuery,
): Promise<Page<QueueApplication>> {
  const read = sql<QueueRow>`
    SELECT ${shape} FROM ${from} WHERE ${where} ORDER BY ${order}
    LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows.map(withStage(reader)),
    count: () => countOf(db, sql`FROM application a WHERE ${where}`),
  })
}

const byDue = sql`a.due_at, a.id`
/** A place that nobody has, and the workgroup at which it stands. */
export type WaitingRow = QueuedRow & Pick<QueueApplication, 'group'>

/** Places that nobody has, most urgent first, as the rules ask about them. */
export async function findWaiting(
  db: Db,
  actor: Actor,
  type: ApproverType,
  id?: number,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT ${queuedColumns}, ${groupOf} AS "group" FROM ${queuedFrom}
    WHERE a.type = ${type} AND a.closed_at IS NULL AND a.approver_id IS NULL AND ${visibleTo(actor, 'a.partner_id')}
      ${id === undefined ? sql`` : sql`AND a.id = ${id}`} ORDER BY ${byDue}`.execute(db)
  return rows
}

/** Open applications of one approver, most urgent first; of an approver whom the reader does not see there are none. */
export function findHeld(db: Db, actor: Actor, type: ApproverType, approverId: number, query: PageQuery) {
  const where = sql`a.approver_id = ${approverId} AND a.type = ${type} AND a.closed_at IS NULL
    AND ${visibleTo(actor, 'a.partner_id')}
    AND EXISTS (SELECT FROM approver p WHERE p.id = a.approver_id AND ${visibleTo(actor, 'p.partner_id')})`
  return findPage(db, actor, where, byDue, query)
}

/** Applications by words of number and client; `mine` keeps the open ones of the caller. */
export function findQueue(
  db: Db,
  actor: Actor,
  { search, mine }: { search?: string | undefined; mine: boolean },
  query: PageQuery,
) {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  const conditions = [
    visibleTo(actor, 'a.partner_id'),
    ...words.map((w) => sql`a.search_text LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`),
    ...(mine
      ? [
          sql`a.closed_at IS NULL AND a.approver_id IN (SELECT id FROM approver WHERE employee_id = ${actor.employeeId})`,
        ]
      : []),
  ]
  return findPage(
    db,
    actor,
    sql.join(conditions, sql` AND `),
    sql`a.closed_at IS NOT NULL, a.due_at, a.id`,
    query,
  )
}

/** Those of the named that the caller may see. */
export async function findApplicationsByIds(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<QueueApplication[]> {
  const { rows } = await sql<QueueRow>`
    SELECT ${shape} FROM ${from} WHERE a.id = ANY(${[...ids]}::int[]) AND ${visibleTo(actor, 'a.partner_id')}
    ORDER BY ${byDue}`.execute(db)
  return rows.map(withStage(actor))
}

/** One application, when the caller may see it. */
export async function findApplication(
  db: Db,
  actor: Actor,
  id: number,
): Promise<QueueApplication | undefined> {
  const { rows } = await sql<QueueRow>`
    SELECT ${shape} FROM ${from} WHERE a.id = ${id} AND ${visibleTo(actor, 'a.partner_id')}`.execute(db)
  return rows.map(withStage(actor))[0]
}

/** The application's assignments, newest first. */
export async function findAssignments(db: Db, applicationId: number): Promise<Assignment[]> {
  const person = (alias: string) =>
    sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
      THEN json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`
  const { rows } = await sql<Assignment>`
    SELECT s.id, s.at, s.kind, ${person('v')} AS approver, ${person('w')} AS "previousApprover", s.rule, s.considered,
      s.candidates, s.rejected, coalesce(e.full_name, 'Распределение') AS actor, s.comment
    FROM assignment s LEFT JOIN approver v ON v.id = s.approver_id
    LEFT JOIN approver w ON w.id = s.previous_approver_id LEFT JOIN employee e ON e.id = s.actor_id
    WHERE s.application_id = ${applicationId} ORDER BY s.id DESC LIMIT 200`.execute(db)
  return rows
}

interface LockedApplication {
  readonly type: ApproverType
  readonly approverId: number | null
  readonly closed: boolean
  /** Another system has handed it in by intake, and decides on it. */
  readonly handedIn: boolean
}

/** An open application locked for a change; undefined when it is not there or not visible. */
export async function lockApplication(
  db: Db,
  actor: Actor,
  id: number,
): Promise<LockedApplication | undefined> {
  const { rows } = await sql<LockedApplication>`
    SELECT a.type, a.approver_id AS "approverId", a.closed_at IS NOT NULL AS closed,
      a.intake_hash IS NOT NULL AS "handedIn" FROM application a
    WHERE a.id = ${id} AND ${visibleTo(actor, 'a.partner_id')} FOR UPDATE OF a`.execute(db)
  return rows[0]
}

/** A valid item of the intake, with its department, deadline and the hash of what was given. */
export type NewApplication = IntakeItem & {
  type: CheckingType
  receivedAt: string
  dueAt: string
  hash: Buffer
  programmeCode: string
}

/** Stores those whose number is new; answers the ids by number. */
export async function insertApplications(
  db: Db,
  items: readonly NewApplication[],
): Promise<Map<string, number>> {
  if (items.length === 0) return new Map()
  const column = (of: (item: NewApplication) => unknown) => items.map(of)
  const { rows } = await sql<{ id: number; number: string }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
      received_at, due_at, intake_hash, programme_code)
    SELECT * FROM unnest(
      ${column((i) => i.number)}::text[], ${column((i) => i.type)}::text[], ${column((i) => i.clientName)}::text[],
      ${column((i) => i.programme)}::text[], ${column((i) => i.level)}::text[], ${column((i) => i.status)}::text[],
      ${column((i) => i.partnerId)}::int[], ${column((i) => i.region)}::text[],
      ${column((i) => i.receivedAt)}::timestamptz[], ${column((i) => i.dueAt)}::timestamptz[],
      ${column((i) => i.hash)}::bytea[], ${column((i) => i.programmeCode)}::text[])
    ON CONFLICT (number) DO NOTHING RETURNING id, number`.execute(db)
  return new Map(rows.map((row) => [row.number, row.id]))
}

/** What is stored under the numbers. */
export async function findByNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<
  Map<string, { id: number; hash: Buffer | null; approver: { id: number; fullName: string } | null }>
> {
  const { rows } = await sql<{
    number: string
    id: number
    hash: Buffer | null
    approver: { id: number; fullName: string } | null
  }>`
    SELECT a.number, a.id, a.intake_hash AS hash,
      CASE WHEN v.id IS NOT NULL THEN json_build_object('id', v.id, 'fullName', v.full_name) END AS approver
    FROM application a LEFT JOIN approver v ON v.id = a.approver_id
    WHERE a.number = ANY(${numbers}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.number, row]))
}

/** What an intake may name beside codes: programmes by all their names, and partners the caller sees. */
export async function findKnown(db: Db, actor: Actor, partnerIds: readonly number[]): Promise<KnownCodes> {
  const programmes = await sql<NamedProgramme>`
    SELECT code, name, attributes ->> 'aliases' AS aliases FROM reference_item
    WHERE dictionary = 'product/type' AND active ORDER BY sort_order, code`.execute(db)
  const partners = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE p.id = ANY(${partnerIds}::int[]) AND NOT p.not_active
      AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return {
    programmes: programmeIndex(programmes.rows),
    partners: new Set(partners.rows.map((row) => row.id)),
  }
}
