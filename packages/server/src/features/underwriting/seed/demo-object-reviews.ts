import { taskKinds } from '@ipoteka-office/contract/cases/task-kinds.ts'
import type {
  RealtyEncumbrance,
  RealtyOwner,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  answered,
  answerOf,
  type CheckQuestion,
  questionsOf,
  wordsOf,
} from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import { sql } from 'kysely'
import { insertRows } from '#db/seed/bulk-rows.ts'
import type { Db } from '#db/database.ts'

/** An object at its examination or past it, as far as a review is made up of it. */
interface ExaminedObject {
  readonly id: number
  readonly caseId: number
  readonly type: string
  readonly number: string
  readonly address: string
  readonly area: string
  readonly rightKind: string | null
  readonly ownership: string | null
  readonly owners: readonly RealtyOwner[]
  readonly encumbrances: readonly RealtyEncumbrance[]
  readonly extractDate: string | null
  readonly goal: string
  readonly replanning: string | null
  readonly maternity: boolean
  /** Who examined it, or has the task. */
  readonly checker: number
  /** When the case came to the examination, and how it left it; null: it is there. */
  readonly enteredAt: string
  readonly leftAt: string | null
  readonly action: string | null
}

async function findExamined(db: Db): Promise<ExaminedObject[]> {
  const { rows } = await sql<ExaminedObject>`
    SELECT o.id, o.case_id AS "caseId", o.type_code AS type, o.number, coalesce(o.address ->> 'value', '') AS address,
      coalesce(trim_scale(o.area)::text, '1') AS area, o.right_kind AS "rightKind", o.ownership, o.owners, o.encumbrances,
      o.extract_date::text AS "extractDate", coalesce(c.data ->> 'goal', '') AS goal, o.building ->> 'replanning' AS replanning,
      coalesce((c.data -> 'maternityCapital')::boolean, false) AS maternity, w.checker, s.entered_at AS "enteredAt",
      s.left_at AS "leftAt", s.action
    FROM realty_object o
    JOIN LATERAL (SELECT * FROM case_stage s WHERE s.case_id = o.case_id AND s.stage = 'REALTY_CHECK'
      ORDER BY s.id DESC LIMIT 1) s ON true
    JOIN LATERAL (SELECT coalesce(s.actor_id, (SELECT t.assignee_id FROM case_task t
      WHERE t.case_id = o.case_id AND t.stage = 'REALTY_CHECK' AND t.open LIMIT 1)) AS checker) w ON w.checker IS NOT NULL
    LEFT JOIN case_section c ON c.case_id = o.case_id AND c.section = 'CREDIT' AND c.participant_id IS NULL
    WHERE o.removed_at IS NULL AND (s.left_at IS NULL OR s.left_at > now() - interval '120 days')
    ORDER BY o.id`.execute(db)
  return rows
}

/** Whoever has accredited appraisers gets their reports from them. */
async function nameAppraisers(db: Db): Promise<void> {
  await sql`
    WITH known AS (
      SELECT p.short_name AS name, row_number() OVER (ORDER BY p.id) - 1 AS place, count(*) OVER () AS total
      FROM partner_role r JOIN partner p ON p.id = r.partner_id
      WHERE r.role_code = 'Appraiser' AND NOT r.not_active AND NOT p.not_active AND EXISTS (
        SELECT FROM accreditation a WHERE a.partner_role_id = r.id AND a.status = 'ACTIVE'
          AND a.date_from < now() - interval '200 days' AND coalesce(a.date_to, now()::date + 1) > now()::date))
    UPDATE realty_object o SET appraisals = (
      SELECT jsonb_agg(jsonb_set(x.report, '{appraiser}', to_jsonb(k.name)) ORDER BY x.place)
      FROM jsonb_array_elements(o.appraisals) WITH ORDINALITY x (report, place))
    FROM known k WHERE k.place = o.id % k.total AND o.appraisals <> '[]'`.execute(db)
}

const isOver = ({ action }: ExaminedObject) => action === 'acceptRealty'
/** How far whoever examines it now has come: an accepted one is whole. */
const progressOf = (one: ExaminedObject): number => (isOver(one) ? 6 : one.leftAt === null ? one.id % 7 : 4)

const rightsOf = (one: ExaminedObject, today: string) => {
  const extractDate = one.extractDate ?? today
  return {
    extractNumber: `КУВИ-001/${extractDate.slice(0, 4)}-${10_000_000 + one.id * 37}`,
    extractDate,
    extractCadastral: one.number,
    extractAddress: one.address,
    // Now and then the agent has taken the area of an advertisement.
    extractArea:
      isOver(one) || one.id % 5 !== 0 ? one.area : `${Math.max(1, Math.floor(Number(one.area)) - 1)}.5`,
    extractRightKind: one.rightKind ?? 'PROPERTY',
    extractOwnership: one.ownership ?? 'PROPERTY',
    extractOwners: one.owners.flatMap(({ holders, share }, entry) =>
      holders.map(({ name }, at) => ({
        key: `${entry}-${at}`,
        name,
        ...(one.ownership === 'SHARED_PROPERTY' && share),
        record: `${one.number}-${extractDate.slice(0, 4)}-${entry + 1}`,
      })),
    ),
    ...(one.encumbrances.length > 0 && {
      encumbrances: one.encumbrances.map(({ kind, beneficiary, plan }, at) => ({
        key: `e${at}`,
        kind,
        beneficiary,
        plan,
        action: 'Погасить остаток и снять запись',
        byWhom: 'Прежний кредитор по справке заёмщика',
        owner: 'CLIENT',
        until: later(extractDate, 60),
        ...(isOver(one) && { doneOn: later(extractDate, 10) }),
      })),
    }),
  }
}

const later = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

const fineAnswers = (questions: readonly CheckQuestion[], count: number): Record<string, string> =>
  Object.fromEntries(
    questions
      .slice(0, count)
      .map(({ key, kind, answers }) =>
        kind === 'COMMENT'
          ? [wordsOf(key), 'Право подтверждено выпиской, препятствий для залога не найдено']
          : [answerOf(key), answers.find(({ effect }) => effect === 'FINE')?.text ?? ''],
      ),
  )

interface List {
  readonly id: number
  readonly goal: string
  readonly questions: readonly CheckQuestion[]
}

interface Written {
  readonly part: string
  readonly answers: object
  readonly told?: object
  readonly listId?: number
}

/** Parts that are written of an object, in the order in which they are. */
function partsOf(one: ExaminedObject, list: List | undefined, today: string): Written[] {
  const progress = progressOf(one)
  const isBuilt = one.type !== 'DDU_RIGHT'
  const parts: Written[] = [
    {
      part: 'OBJECT',
      answers: {
        layout: one.replanning === 'LEGALISED' ? 'AGREED' : 'MATCHES',
        ...(one.replanning === 'LEGALISED' && { layoutNote: 'Акт приёмочной комиссии в документах' }),
        emergency: 'NO',
        liquidity: one.id % 4 === 0 ? 'MEDIUM' : 'HIGH',
      },
    },
    ...(isBuilt
      ? [
          { part: 'RIGHTS', answers: rightsOf(one, today) },
          {
            part: 'APPRAISAL',
            answers: { report: 'ACCEPTED', appraisalNote: 'Аналоги сопоставимы по району и году' },
          },
        ]
      : []),
    {
      part: 'SELLER',
      answers: {
        relation: 'NONE',
        dealForm: 'SIMPLE',
        ...(one.maternity && { shareDuty: 'SIGNED' }),
      },
    },
    {
      part: 'INSURANCE',
      answers: isBuilt ? { property: 'BEFORE_ISSUE', life: 'BEFORE_ISSUE' } : { life: 'BEFORE_ISSUE' },
    },
  ]
  const done = parts.slice(0, progress)
  if (list === undefined || progress < 4) return done
  const count = progress >= 5 ? list.questions.length : Math.ceil(list.questions.length / 2)
  const answers = fineAnswers(list.questions, count)
  const told = Object.fromEntries(
    answered(list.questions, answers).flatMap(({ ask, answer, words }) =>
      answer === '' && words === '' ? [] : [[ask, answer || words]],
    ),
  )
  return [...done, { part: 'LEGAL', answers, told, listId: list.id }]
}

const minute = 60_000
/** Each part some minutes after the one before it, within the stay. */
function momentOf({ enteredAt, leftAt }: ExaminedObject, at: number, now: Date): string {
  const start = new Date(enteredAt).getTime()
  const end = leftAt === null ? now.getTime() : new Date(leftAt).getTime()
  return new Date(Math.min(start + (20 + at * 9) * minute, end - minute)).toISOString()
}

/**
 * What was decided on the objects at their examination, by whoever led the case out of it, a minute before. Runs after the
 * decisions on the whole, which came first.
 */
export async function writeExaminationWords(db: Db): Promise<void> {
  await sql`
    INSERT INTO subject_decision (case_id, realty_id, at, author_id, level, stage, code, reasons, comment, facts, figures)
    SELECT s.case_id, o.id, s.left_at - interval '1 minute', s.actor_id, 'UNDERWRITER', s.stage,
      CASE s.action WHEN 'acceptRealty' THEN 'POSITIVE' ELSE 'REWORK' END, '{}'::text[],
      coalesce(s.comment, CASE s.action WHEN 'acceptRealty' THEN 'Объект соответствует требованиям'
        ELSE 'Документы по объекту нужно дополнить' END), subject_facts(NULL, o.id), '{}'
    FROM case_stage s JOIN realty_object o ON o.case_id = s.case_id AND o.removed_at IS NULL AND o.role = 'MORTGAGESUBJECT'
    WHERE s.stage = 'REALTY_CHECK' AND s.actor_id IS NOT NULL AND s.action IN ('acceptRealty', 'reworkRealty')
    ORDER BY s.left_at, s.case_id`.execute(db)
}

const question = 'Проверить цепочку переходов права и риск оспаривания сделки'
const { operation } = taskKinds.LEGAL_OPINION

/** Every so many objects a lawyer was asked about; of those that stand at the examination some wait for the answer. */
async function writeOpinions(db: Db): Promise<void> {
  await sql`
    WITH asked AS (
      SELECT r.object_id, r.case_id, r.saved_by AS by, r.saved_at + interval '3 minutes' AS at, f.type, f.partner_id,
        s.left_at IS NOT NULL OR r.object_id % 2 = 0 AND r.saved_at < now() - interval '3 hours' AS is_answered,
        (SELECT id FROM employee WHERE login = 'lawyer') AS lawyer
      FROM object_review r JOIN case_file f ON f.id = r.case_id
      JOIN LATERAL (SELECT left_at FROM case_stage s WHERE s.case_id = r.case_id AND s.stage = 'REALTY_CHECK'
        ORDER BY s.id DESC LIMIT 1) s ON true
      WHERE r.part = 'LEGAL' AND r.object_id % 3 = 0 AND (s.left_at IS NULL OR s.left_at > r.saved_at + interval '2 hours')),
    given AS (
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, details, operation, author_id, handed_by, assignee_id,
        state, created_at, taken_at, due_at, completed_at, outcome, comment, barred_ids)
      SELECT a.case_id, a.type, a.partner_id, 'LEGAL_OPINION', 'Дать правовое заключение по объекту', ${question}, ${operation},
        a.by, a.by, a.lawyer, CASE WHEN a.is_answered THEN 'COMPLETED' ELSE 'RUNNING' END, a.at, a.at,
        a.at + interval '2 days', CASE WHEN a.is_answered THEN a.at + interval '90 minutes' END,
        CASE WHEN a.is_answered THEN 'Положительное' END, CASE WHEN a.is_answered THEN 'Право подтверждено' END, ARRAY[a.by]
      FROM asked a ORDER BY a.object_id RETURNING id, case_id),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
      SELECT g.id, g.case_id, e.at, e.kind, e.actor, a.lawyer, e.comment FROM given g JOIN asked a ON a.case_id = g.case_id,
        LATERAL (VALUES (a.at, 'CREATED', a.by, ${question}),
          (CASE WHEN a.is_answered THEN a.at + interval '90 minutes' END, 'COMPLETED', a.lawyer, 'Право подтверждено'))
          AS e (at, kind, actor, comment) WHERE e.at IS NOT NULL)
    INSERT INTO legal_opinion (case_id, object_id, question, requested_by, requested_at, task_id, answers, saved_by, saved_at,
      conclusion, signed_by, signed_at, version)
    SELECT a.case_id, a.object_id, ${question}, a.by, a.at, g.id,
      CASE WHEN a.is_answered THEN jsonb_build_object('conclusion', 'POSITIVE', 'text',
        'Право продавца подтверждено выпиской и документом-основанием. Споров, арестов и притязаний не найдено. Препятствий для залога нет.')
        ELSE '{}' END,
      CASE WHEN a.is_answered THEN a.lawyer END, CASE WHEN a.is_answered THEN a.at + interval '89 minutes' END,
      CASE WHEN a.is_answered THEN 'POSITIVE' END, CASE WHEN a.is_answered THEN a.lawyer END,
      CASE WHEN a.is_answered THEN a.at + interval '90 minutes' END, CASE WHEN a.is_answered THEN 3 ELSE 1 END
    FROM asked a JOIN given g ON g.case_id = a.case_id ORDER BY a.object_id`.execute(db)
}

async function findListsOf(db: Db): Promise<List[]> {
  const { rows } = await sql<{ id: number; goal: string; content: Record<string, unknown> }>`
    SELECT DISTINCT ON (goal) id, goal, content FROM check_list_version WHERE state = 'PUBLISHED' ORDER BY goal, number DESC`.execute(
    db,
  )
  return rows.map(({ id, goal, content }) => ({ id, goal, questions: questionsOf(content) }))
}

/** What the bank's people found of the objects, each step by whoever may take it. Runs when objects and stages are written. */
export async function writeObjectReviews(db: Db, now: Date): Promise<void> {
  await nameAppraisers(db)
  const lists = await findListsOf(db)
  const today = now.toISOString().slice(0, 10)
  const rows = (await findExamined(db)).flatMap((one) => {
    const list = lists.find(({ goal }) => goal === one.goal)
    return partsOf(one, list, today).map(({ part, answers, told, listId }, at) => [
      one.caseId,
      one.id,
      part,
      listId ?? null,
      JSON.stringify(answers),
      told === undefined ? null : JSON.stringify(told),
      one.checker,
      momentOf(one, at, now),
    ])
  })
  await insertRows(
    db,
    'object_review',
    {
      case_id: 'int',
      object_id: 'int',
      part: 'text',
      list_id: 'int',
      answers: 'jsonb',
      told: 'jsonb',
      saved_by: 'int',
      saved_at: 'timestamptz',
    },
    rows,
  )
  await writeOpinions(db)
}
