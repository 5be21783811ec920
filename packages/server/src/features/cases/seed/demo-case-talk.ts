import { withoutHistory } from '#db/seed/without-indexes.ts'
import { caseTypesWith, queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { employee, seenBy } from './demo-case-people.ts'
import { seedAssignments } from './demo-assignments.ts'

/** Everybody who signs in to the demo bank and leads or checks cases. */
const people = ['admin', 'workload', 'underwriter', 'agent', 'partner-admin'] as const

/** Cases that each of the people sees and that are not over, of each type, numbered from the latest: looked up once. */
const lookUp = (db: Db) =>
  sql`
  CREATE TEMP TABLE seen_case ON COMMIT DROP AS
  SELECT e.login, f.id, f.type, row_number() OVER (PARTITION BY e.login, f.type ORDER BY f.stage_since DESC, f.id)::int AS n
  FROM case_file f, employee e JOIN partner p ON p.id = e.partner_id
  WHERE e.login = ANY(${[...people]}::text[]) AND NOT f.closed AND f.archived_at IS NULL AND ('Ahml' = ANY(p.roles) OR EXISTS (
    SELECT FROM partner own WHERE own.id = f.partner_id AND own.ancestor_ids @> ARRAY[p.id]))`.execute(db)

/** What each of the people has marked and opened lately. */
async function markAndVisit(db: Db): Promise<void> {
  for (const login of people) {
    await sql`INSERT INTO case_favourite (employee_id, case_id)
      SELECT ${employee(login)}, c.id FROM ${seenBy(login)} c WHERE c.n % 5 = 2 AND c.n <= 20`.execute(db)
    await sql`INSERT INTO case_visit (employee_id, case_id, at)
      SELECT ${employee(login)}, c.id, now() - make_interval(mins => 7 * c.n + length(c.type))
      FROM ${seenBy(login)} c WHERE c.n <= 4`.execute(db)
    await sql`INSERT INTO case_task_watcher (employee_id, task_id)
      SELECT ${employee(login)}, t.id FROM ${seenBy(login)} c JOIN case_task t ON t.case_id = c.id AND t.open
      WHERE c.n % 6 = 3 AND c.n <= 18`.execute(db)
  }
}

/** Open tasks of a person that the queue of the approvers does not give out, numbered by their deadline. */
const tasksOf = (
  login: string,
) => sql`(SELECT t.id, row_number() OVER (ORDER BY t.due_at, t.id)::int AS n FROM case_task t
  WHERE t.open AND t.assignee_id = ${employee(login)} AND t.stage <> 'DOCS_CHECK')`

/** A few applications wait for any underwriter: whatever the hour of the start, somebody who signs in finds work to take. */
const freeForUnderwriters = sql`
  UPDATE case_task SET assignee_id = NULL, state = 'IDLE', taken_at = NULL WHERE id IN (
    SELECT t.id FROM case_task t JOIN employee e ON e.id = t.assignee_id
    WHERE t.open AND t.case_type = ${queuedType} AND t.stage = 'UNDERWRITING' AND e.login IS NULL
      AND ${employee('underwriter')} <> ALL(t.barred_ids)
    ORDER BY t.due_at DESC, t.id LIMIT 3)`

/** Some tasks are put off, some are urgent, and some were handed over: to a colleague or to a group. */
async function moveTasks(db: Db): Promise<void> {
  await freeForUnderwriters.execute(db)
  for (const login of people) {
    await sql`UPDATE case_task t SET follow_up_at = now() + make_interval(hours => 5 + c.n)
      FROM ${tasksOf(login)} c WHERE t.id = c.id AND c.n % 7 = 5`.execute(db)
    await sql`UPDATE case_task t SET priority = CASE c.n % 7 WHEN 1 THEN 'HIGH' ELSE 'LOW' END
      FROM ${tasksOf(login)} c WHERE t.id = c.id AND c.n % 7 IN (1, 6)`.execute(db)
  }
  const handed = (by: string, to: string | null) => sql`
    WITH given AS (
      UPDATE case_task t SET handed_by = ${employee(by)}, assignee_id = ${to === null ? null : employee(to)},
        workgroup_id = ${to === null ? sql`(SELECT id FROM workgroup WHERE name = 'Ипотечные агенты')` : null},
        state = ${to === null ? 'IDLE' : 'RUNNING'}, taken_at = ${to === null ? null : sql`now() - interval '1 hour'`},
        comment = 'Посмотрите, пожалуйста: ухожу в отпуск'
      FROM ${tasksOf(by)} c WHERE t.id = c.id AND c.n = 2 RETURNING t.id, t.case_id, t.assignee_id)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
    SELECT id, case_id, now() - interval '1 hour', 'TRANSFERRED', ${employee(by)}, assignee_id,
      'Посмотрите, пожалуйста: ухожу в отпуск' FROM given`
  await handed('agent', null).execute(db)
  await handed('underwriter', 'admin').execute(db)
}

/** «@Орлова В. П.», as a mention stands in a text. */
const mention = (login: string) => sql`(SELECT '@' || last_name || ' ' || left(first_name, 1) || '.'
  || CASE WHEN coalesce(middle_name, '') <> '' THEN ' ' || left(middle_name, 1) || '.' ELSE '' END FROM employee WHERE login = ${login})`

/** What colleagues write to each other, with mentions and answers. */
async function talk(db: Db): Promise<void> {
  const say = (
    author: string,
    to: string,
    words: string,
    { nth, minutesAgo, isInternal = false }: { nth: number; minutesAgo: number; isInternal?: boolean },
  ) => sql`
    INSERT INTO case_comment (case_id, author_id, at, text, mentions, internal)
    SELECT c.id, ${employee(author)}, now() - make_interval(mins => ${minutesAgo}::int + 3 * c.n),
      ${mention(to)} || ${`, ${words}`}, ARRAY[${employee(to)}], ${isInternal}
    FROM ${seenBy('agent')} c WHERE c.n % 4 = ${nth} AND c.n <= 40`
  await say('agent', 'underwriter', 'клиент принёс справку о доходах, посмотрите, пожалуйста', {
    nth: 1,
    minutesAgo: 300,
  }).execute(db)
  await say('underwriter', 'agent', 'вижу; работодатель подтвердил, осталось согласие супруга', {
    nth: 1,
    minutesAgo: 120,
  }).execute(db)
  await say('admin', 'agent', 'перезвоните клиенту до конца дня', { nth: 2, minutesAgo: 90 }).execute(db)
  await say('underwriter', 'workload', 'проверьте, кто ещё из этой фирмы подавал заявки за год', {
    nth: 1,
    minutesAgo: 60,
    isInternal: true,
  }).execute(db)
}

/** Types of cases that are checked by their questionnaire. */
const withQuestions = caseTypesWith(({ questions }) => questions !== undefined)

/** Remarks to what was sent back: waiting for an answer, answered, and taken off. */
async function remark(db: Db): Promise<void> {
  await sql`
    INSERT INTO case_remark (case_id, section, type_code, text, author_id, at, state, answer, answered_by, answered_at, closed_at, closed_by)
    SELECT f.id, r.section, r.type, r.text, ${employee('underwriter')}, f.stage_since, r.state, r.answer,
      CASE WHEN r.answer IS NOT NULL THEN coalesce(f.responsible_id, ${employee('agent')}) END,
      CASE WHEN r.answer IS NOT NULL THEN f.stage_since + interval '2 minutes' END,
      CASE WHEN r.state = 'CLOSED' THEN f.stage_since + interval '3 minutes' END,
      CASE WHEN r.state = 'CLOSED' THEN ${employee('underwriter')} END
    FROM case_file f, (VALUES
      ('INCOME', 'INCOME_MISMATCH', 'Доход в анкете больше, чем в справке: поправьте или приложите вторую справку', 'OPEN', NULL),
      ('PERSONAL', 'PASSPORT_MISMATCH', 'Код подразделения не сходится с паспортом', 'ANSWERED', 'Исправили по скану паспорта'),
      ('EMPLOYMENT', 'EMPLOYER_NOT_CONFIRMED', 'Телефон работодателя не отвечает', 'CLOSED', 'Дали городской номер бухгалтерии')
    ) AS r (section, type, text, state, answer)
    WHERE f.type = ANY(${withQuestions}::text[]) AND f.stage = 'REWORK'`.execute(db)
  await sql`
    INSERT INTO case_remark (case_id, section, type_code, text, author_id, at, state, answer, answered_by, answered_at, closed_at, closed_by)
    SELECT f.id, 'CONSENTS', 'DOC_NOT_CERTIFIED', 'Проверьте дату согласия на запрос кредитной истории', ${employee('underwriter')},
      f.created_at + interval '1 hour', 'CLOSED', 'Согласие подписано заново', coalesce(f.responsible_id, ${employee('agent')}),
      f.created_at + interval '2 hours', f.created_at + interval '3 hours', ${employee('underwriter')}
    FROM case_file f WHERE f.type = ANY(${withQuestions}::text[]) AND f.stage IN ('UNDERWRITING', 'APPROVED')
      AND f.created_at < now() - interval '4 hours' AND EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'FILLING')`.execute(
    db,
  )
}

/** What people have done with the cases of the demo bank: marks, tasks put off, handed over and given, comments, remarks. */
export async function seedDemoTalk(db: Db): Promise<void> {
  await moveTasks(db)
  await lookUp(db)
  await markAndVisit(db)
  await talk(db)
  await seedAssignments(db)
  // Nobody has written them at the moment of seeding.
  await withoutHistory(db, ['case_remark'], () => remark(db))
}
