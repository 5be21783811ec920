import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { endOf, startOf } from './demo-case-facts.ts'
import type { PlannedCase } from './demo-case-plan.ts'
import { clockOf, tasksOf, timersOfCase, type WrittenCase } from './demo-case-rows.ts'
import { actorOf } from '#db/seed/rulebook/staff.ts'
import { commentsOf, reasonsOf, reasonsOfStrained } from '#db/seed/rulebook/ways.ts'

/** A moment as the database reads it. */
export const text = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** What would have fired in the hours before the start fires in the first hour after it. */
const ahead = (at: Date): Date => new Date(Math.max(at.getTime(), Date.now() + 3_600_000))

export async function writeFiles(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  await insertRows(
    db,
    'case_file',
    {
      id: 'int',
      type: 'text',
      number: 'text',
      partner_id: 'int',
      region_code: 'text',
      programme_code: 'text',
      programme: 'text',
      client_name: 'text',
      person_id: 'int',
      client_phone: 'text',
      amount: 'numeric',
      channel: 'text',
      stage: 'text',
      stage_since: 'timestamptz',
      due_at: 'timestamptz',
      closed: 'boolean',
      archived_at: 'timestamptz',
      responsible_id: 'int',
      source_id: 'int',
      created_at: 'timestamptz',
      created_by: 'int',
    },
    cases.map((c) => {
      const last = c.steps.at(-1)
      const { client } = c.household.borrower
      const product = c.programme ?? c.loan
      return [
        c.id,
        c.type,
        c.number,
        c.partner.id,
        c.partner.region.code,
        product?.code ?? null,
        product?.name ?? null,
        client.fullName,
        c.personId,
        client.phone,
        `${c.deal.amount}.00`,
        'AGENT',
        endOf(c),
        text(last?.from),
        text(clockOf(c)?.dueAt),
        machines[c.type].states[endOf(c)]?.final ?? false,
        endOf(c) === 'ARCHIVE' ? text(last?.from) : null,
        c.responsibleId,
        c.sourceId,
        text(startOf(c)),
        c.agentId,
      ]
    }),
  )
}

/** Whose each case is from its first day: as in the running bank, nobody is responsible without a word about it. */
export async function writeManagers(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  await insertRows(
    db,
    'case_manager_change',
    { case_id: 'int', at: 'timestamptz', actor_id: 'int', to_id: 'int' },
    cases
      .filter(({ responsibleId }) => responsibleId !== null)
      .map((c) => [c.id, text(startOf(c)), c.agentId, c.responsibleId]),
  )
}

/** Why a way was taken, where its dictionary is asked. */
export function reasonOf({ isStrained, serial }: PlannedCase, dictionary: string | undefined): string | null {
  if (dictionary === undefined) return null
  const ofDecision = dictionary === 'underwritingDecisionsType' && isStrained
  const list = ofDecision ? reasonsOfStrained : (reasonsOf[dictionary] ?? [])
  return list[serial % Math.max(1, list.length)] ?? null
}

export async function writeStages(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  await insertRows(
    db,
    'case_stage',
    {
      case_id: 'int',
      stage: 'text',
      entered_at: 'timestamptz',
      left_at: 'timestamptz',
      action: 'text',
      actor_id: 'int',
      reason: 'text',
      comment: 'text',
    },
    cases.flatMap((c) =>
      c.steps.map(({ stage, from, to, left }) => [
        c.id,
        stage,
        text(from),
        text(to),
        left?.action ?? null,
        left === null ? null : actorOf(left, c.team, c.agentId),
        reasonOf(c, left?.reasons),
        left?.comment === 'required' ? (commentsOf[left.action] ?? 'По результатам рассмотрения') : null,
      ]),
    ),
  )
  await insertRows(
    db,
    'case_clock',
    {
      case_id: 'int',
      stage: 'text',
      target_minutes: 'int',
      spent_minutes: 'int',
      running_since: 'timestamptz',
      due_at: 'timestamptz',
      segments: 'jsonb',
    },
    cases.flatMap((c) => {
      const clock = clockOf(c)
      return clock === null
        ? []
        : [
            [
              c.id,
              clock.stage,
              clock.targetMinutes,
              clock.spentMinutes,
              text(clock.runningSince),
              text(clock.dueAt),
              JSON.stringify(clock.segments),
            ],
          ]
    }),
  )
  await insertRows(
    db,
    'case_timer',
    { case_id: 'int', action: 'text', fire_at: 'timestamptz' },
    cases.flatMap((c) => timersOfCase(c).map(({ action, at }) => [c.id, action, text(ahead(at))])),
  )
}

export async function writeTasks(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  await insertRows(
    db,
    'case_task',
    {
      case_id: 'int',
      case_type: 'text',
      partner_id: 'int',
      stage: 'text',
      title: 'text',
      operation: 'text',
      assignee_id: 'int',
      state: 'text',
      created_at: 'timestamptz',
      taken_at: 'timestamptz',
      due_at: 'timestamptz',
      completed_at: 'timestamptz',
      outcome: 'text',
    },
    cases.flatMap((c) =>
      tasksOf(c).map((t) => [
        c.id,
        c.type,
        c.partner.id,
        t.stage,
        t.title,
        t.operation,
        t.assigneeId,
        t.state,
        text(t.from),
        t.assigneeId === null ? null : text(t.from),
        text(t.dueAt),
        text(t.to),
        t.outcome,
      ]),
    ),
  )
  await sql`
    UPDATE case_task t SET barred_ids = b.ids
    FROM jsonb_to_recordset(${JSON.stringify(
      cases.flatMap((c) =>
        tasksOf(c).flatMap(({ to, barredIds }) =>
          to === null && barredIds.length > 0 ? [{ id: c.id, ids: barredIds }] : [],
        ),
      ),
    )}::text::jsonb) b (id int, ids int[]) WHERE t.case_id = b.id AND t.open`.execute(db)
  await sql`
    INSERT INTO case_task_event (task_id, case_id, at, kind, assignee_id)
    SELECT t.id, t.case_id, e.at, e.kind, t.assignee_id FROM case_task t, LATERAL (VALUES (t.created_at, 'CREATED'),
      (t.completed_at, t.state)) AS e (at, kind)
    WHERE t.case_id = ANY(${cases.map(({ id }) => id)}::int[]) AND e.at IS NOT NULL ORDER BY e.at`.execute(db)
}
