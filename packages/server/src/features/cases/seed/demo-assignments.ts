import { taskKinds } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { employee, seenBy } from './demo-case-people.ts'

/** An assignment of the demo bank; `days` until it is due, and how it ended where it has. */
interface DemoAssignment {
  readonly by: string
  /** A login; null: the group of agents. */
  readonly to: string | null
  readonly title: string
  readonly details: string | null
  readonly days: number
  readonly end?: { readonly code: 'DONE' | 'DECLINED'; readonly answer: string }
}

const assignments: readonly DemoAssignment[] = [
  {
    by: 'underwriter',
    to: 'agent',
    title: 'Запросить у клиента оригинал справки о доходах',
    details: 'На скане не читается печать работодателя',
    days: 2,
  },
  { by: 'agent', to: null, title: 'Согласовать с клиентом день осмотра', details: null, days: 3 },
  {
    by: 'workload',
    to: 'underwriter',
    title: 'Проверить стаж на прежнем месте',
    details: 'В трудовой книжке перерыв полгода: нет ли ошибки в дате увольнения',
    days: 1,
  },
  {
    by: 'admin',
    to: 'agent',
    title: 'Взять у клиента согласие супруга',
    details: null,
    days: 1,
    end: { code: 'DONE', answer: 'Согласие подписано и загружено в документы' },
  },
  {
    by: 'agent',
    to: 'underwriter',
    title: 'Пересчитать сумму по новой справке',
    details: null,
    days: 2,
    end: { code: 'DECLINED', answer: 'Справка старше 30 дней: нужна свежая' },
  },
]

const { operation, outcomes } = taskKinds.ASSIGNMENT

/** Types of cases in which there is something to ask of each other. */
const types = caseTypesWith(({ questions }) => questions !== undefined)

/** Writes an assignment into one case of each type, with its history. */
async function write(db: Db, one: DemoAssignment, at: number): Promise<void> {
  const { by, to, end } = one
  const outcome = end && outcomes[end.code]
  const state = outcome?.state ?? (to === null ? 'IDLE' : 'RUNNING')
  await sql`
    WITH given AS (
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, details, operation, author_id, handed_by,
        assignee_id, workgroup_id, state, created_at, taken_at, due_at, completed_at, outcome, comment, barred_ids)
      SELECT f.id, f.type, f.partner_id, 'ASSIGNMENT', ${one.title}, ${one.details}, ${operation},
        ${employee(by)}, ${employee(by)}, ${employee(to)},
        (SELECT id FROM workgroup WHERE name = 'Ипотечные агенты' AND ${to}::text IS NULL), ${state}, m.given_at,
        CASE WHEN ${to}::text IS NOT NULL THEN m.given_at END, m.given_at + make_interval(days => ${one.days}),
        CASE WHEN ${state} IN ('COMPLETED', 'FAILED') THEN m.given_at + interval '2 hours' END,
        ${outcome?.label ?? null}, ${end?.answer ?? null}, ARRAY[${employee(by)}]
      FROM ${seenBy('agent')} c JOIN case_file f ON f.id = c.id,
        (SELECT date_trunc('minute', now()) - make_interval(mins => ${190 + 25 * at}) AS given_at) m
      WHERE c.type = ANY(${types}::text[]) AND c.n = ${3 + at} RETURNING *)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
    SELECT g.id, g.case_id, e.at, e.kind, e.actor_id, g.assignee_id, e.comment FROM given g, LATERAL (VALUES
      (g.created_at, 'CREATED', g.author_id, g.details), (g.completed_at, g.state, g.assignee_id, g.comment)
    ) AS e (at, kind, actor_id, comment) WHERE e.at IS NOT NULL ORDER BY e.at`.execute(db)
}

/** What colleagues have asked of each other about the cases, answered and not. */
export async function seedAssignments(db: Db): Promise<void> {
  for (const [at, one] of assignments.entries()) await write(db, one, at)
}
