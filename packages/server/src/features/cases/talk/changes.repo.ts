import type { ChangesFilter } from '@ipoteka-office/contract/cases/case-changes.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { knownTotal } from '#lib/paging.ts'
import { changesOfCase, isTold } from './case-history.repo.ts'
import type { CaseObjects } from './case-labels.ts'
import type { AnyChange } from './changes.rules.ts'

/** Whose changes are looked for: the objects of the case, its documents, and what people may know of these. */
export interface ChangesScope {
  readonly objects: CaseObjects
  /** The owner of the documents of the case; null: the reader sees none of them. */
  readonly documentsOf: string | null
  readonly documentsOfRealty: boolean
  /** `type.field` of documents, remarks and checkers. */
  readonly known: readonly string[]
  /** Actions of the machine that happen at their time. */
  readonly timed: readonly string[]
  /** Which tasks `t` of the case the reader may know of. */
  readonly tasks: RawBuilder<unknown>
  readonly timeZone: string
}

/** How a change came, by who is written with it. */
const sourceBy = (requestId: RawBuilder<unknown>, actorId: RawBuilder<unknown>) => sql`CASE
    WHEN ${requestId} LIKE 'timer-%' THEN 'TIMER'
    WHEN ${requestId} LIKE 'import-%' OR ${requestId} LIKE 'upload-%' THEN 'IMPORT'
    WHEN ${requestId} LIKE 'pre-decision-%' OR ${requestId} LIKE 'auto-check-%' THEN 'OUTSIDE'
    WHEN coalesce(${actorId}, 0) = 0 THEN 'SYSTEM' ELSE 'PERSON' END`

/** Columns that every kind of change has, over a history row `h` that knows its place. */
const ofHistory = (rows: RawBuilder<unknown>) => sql`
  SELECT 'h' || h.id AS id, h.at, h.action, h.version, h.request_id, h.object_type, h.object_id, h.old_values, h.new_values,
    CASE WHEN h.object_type = 'caseSection' AND EXISTS (
        SELECT FROM case_section_source c WHERE c.section_id = h.object_id AND c.version = h.version) THEN 'RECOGNITION'
      ELSE ${sourceBy(sql`h.request_id`, sql`h.actor_id`)} END AS source,
    h.section, h.participant_id, h.participant, h.actor_id
  FROM (${rows}) h`

const ofRemarks = ({ objects: { caseId }, known }: ChangesScope) => sql`
  SELECT h.*, 'REMARKS' AS section, NULL::int AS participant_id, NULL AS participant
  FROM case_remark r JOIN change_history h ON h.object_type = 'caseRemark' AND h.object_id = r.id
  WHERE r.case_id = ${caseId} AND ${isTold(known)}`

const ofControls = ({ objects: { caseId }, known }: ChangesScope) => sql`
  SELECT h.*, 'CONTROL' AS section, NULL::int AS participant_id, p.name AS participant
  FROM individual_control c JOIN case_participant p ON p.id = c.participant_id
  JOIN change_history h ON h.object_type = 'individualControl' AND h.object_id = c.id
  WHERE c.case_id = ${caseId} AND ${isTold(known)}`

const ofConditions = ({ objects: { caseId }, known }: ChangesScope) => sql`
  SELECT h.*, 'CONDITIONS' AS section, NULL::int AS participant_id, NULL AS participant
  FROM case_condition c JOIN change_history h ON h.object_type = 'caseCondition' AND h.object_id = c.id
  WHERE c.case_id = ${caseId} AND ${isTold(known)}`
/** What the bank's people wrote of the objects, and what lawyers did. */
const ofObjectReviews = ({ objects: { caseId }, known }: ChangesScope) => sql`
  SELECT h.*, 'OBJECT_REVIEW' AS section, NULL::int AS participant_id, o.number AS participant
  FROM object_review r JOIN realty_object o ON o.id = r.object_id
  JOIN change_history h ON h.object_type = 'objectReview' AND h.object_id = r.id
  WHERE r.case_id = ${caseId} AND ${isTold(known)}
  UNION ALL
  SELECT h.*, 'OBJECT_REVIEW', NULL::int, o.number
  FROM legal_opinion l JOIN realty_object o ON o.id = l.object_id
  JOIN change_history h ON h.object_type = 'legalOpinion' AND h.object_id = l.id
  WHERE l.case_id = ${caseId} AND ${isTold(known)}`

/** What an underwriter writes of somebody beside the questionnaire: tables with the names that the history has for them. */
const sheets = [
  ['underwriting_worksheet', 'underwritingWorksheet'],
  ['underwriting_obligation', 'underwritingObligation'],
  ['underwriting_income', 'underwritingIncome'],
  ['underwriting_call', 'underwritingCall'],
] as const

const ofWorksheets = ({ objects: { caseId }, known }: ChangesScope) =>
  sql.join(
    sheets.map(
      ([table, objectType]) => sql`
  SELECT h.*, 'WORKSHEET' AS section, NULL::int AS participant_id, p.name AS participant
  FROM ${sql.table(table)} w JOIN case_participant p ON p.id = w.participant_id
  JOIN change_history h ON h.object_type = ${sql.lit(objectType)} AND h.object_id = w.id
  WHERE w.case_id = ${caseId} AND ${isTold(known)}`,
    ),
    sql` UNION ALL `,
  )

/** Documents of the case and of its objects, by the ids that their history has. */
export const documentsOfCase = ({
  objects: { caseId },
  documentsOf,
  documentsOfRealty,
}: Pick<ChangesScope, 'objects' | 'documentsOf' | 'documentsOfRealty'>) => sql`
  SELECT d.id, coalesce(nullif(d.title, ''), t.name, d.type_code) AS name FROM document d
  LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
  WHERE d.owner_type = ${documentsOf} AND d.owner_id = ${caseId}
    OR ${documentsOfRealty} AND d.owner_type = 'REALTY_OBJECT'
      AND d.owner_id IN (SELECT o.id FROM realty_object o WHERE o.case_id = ${caseId})`

const ofDocuments = (scope: ChangesScope) => sql`
  SELECT h.*, 'DOCUMENTS' AS section, NULL::int AS participant_id, d.name AS participant
  FROM (${documentsOfCase(scope)}) d JOIN change_history h ON h.object_type = 'document' AND h.object_id = d.id
  WHERE ${isTold(scope.known)}
  UNION ALL
  SELECT h.*, 'DOCUMENTS', NULL::int, d.name
  FROM (${documentsOfCase(scope)}) d JOIN change_history h ON h.owner_type = 'document' AND h.owner_id = d.id
  WHERE ${isTold(scope.known)}`

const nothing = sql`NULL::int AS participant_id, NULL AS participant`

const ofStages = ({ objects: { caseId }, timed }: ChangesScope) => sql`
  SELECT 's' || s.id, s.left_at, 'UPDATE', NULL::int, s.request_id, 'stage', s.id::int,
    jsonb_build_object('stage', s.stage, 'action', s.action),
    jsonb_strip_nulls(jsonb_build_object('stage', (SELECT n.stage FROM case_stage n WHERE n.case_id = s.case_id AND n.id > s.id
      ORDER BY n.id LIMIT 1), 'reason', s.reason, 'comment', s.comment)),
    CASE WHEN EXISTS (SELECT FROM case_decision d WHERE d.case_id = s.case_id AND d.at = s.left_at AND d.level = 'OUTSIDE')
        THEN 'OUTSIDE'
      WHEN s.actor_id IS NULL AND s.action = ANY(${timed}::text[]) THEN 'TIMER'
      ELSE ${sourceBy(sql`s.request_id`, sql`s.actor_id`)} END,
    'STAGES', ${nothing}, s.actor_id
  FROM case_stage s WHERE s.case_id = ${caseId} AND s.left_at IS NOT NULL`

const ofDecisions = ({ objects: { caseId } }: ChangesScope) => sql`
  SELECT 'd' || d.id, d.at, 'INSERT', NULL::int, d.request_id, 'decision', d.id, NULL::jsonb,
    jsonb_strip_nulls(jsonb_build_object('outcome', d.outcome, 'level', d.level, 'amount', d.amount::text,
      'termMonths', d.term_months, 'rate', trim_scale(d.rate)::text, 'validTo', d.valid_to,
      'reasons', CASE WHEN d.reasons <> '{}' THEN d.reasons END, 'clientText', nullif(d.client_text, ''),
      'comment', nullif(d.comment, ''))),
    CASE d.level WHEN 'OUTSIDE' THEN 'OUTSIDE' WHEN 'SYSTEM' THEN 'SYSTEM' ELSE 'PERSON' END,
    'DECISIONS', ${nothing}, coalesce(d.author_id, d.handed_in_by)
  FROM case_decision d WHERE d.case_id = ${caseId}`

/** With whom the check of the documents was; of one that is over the event names who had it. */
const ofCheckers = ({ objects: { caseId } }: ChangesScope) => sql`
  SELECT 'a' || s.id, s.at, 'UPDATE', NULL::int, s.request_id, 'checker', s.id::int,
    jsonb_build_object('checker', CASE s.kind WHEN 'CLOSED' THEN v.employee_id ELSE p.employee_id END),
    jsonb_build_object('checker', CASE s.kind WHEN 'CLOSED' THEN NULL ELSE v.employee_id END),
    ${sourceBy(sql`s.request_id`, sql`s.actor_id`)}, 'CHECKERS', ${nothing}, s.actor_id
  FROM assignment s LEFT JOIN approver v ON v.id = s.approver_id LEFT JOIN approver p ON p.id = s.previous_approver_id
  WHERE s.application_id = ${caseId} AND (v.id IS NOT NULL OR p.id IS NOT NULL)`

/** Whoever reads this list is of the bank, and reads every comment; of one that was taken back only that it was. */
const ofComments = ({ objects: { caseId } }: ChangesScope) => sql`
  SELECT 'c' || m.id, m.at, 'INSERT', NULL::int, NULL::text, 'comment', m.id, NULL::jsonb,
    CASE WHEN m.deleted_at IS NULL THEN jsonb_build_object('text', m.text) ELSE '{}' END, 'PERSON', 'COMMENTS', ${nothing},
    m.author_id
  FROM case_comment m WHERE m.case_id = ${caseId}
  UNION ALL
  SELECT 'x' || m.id, m.deleted_at, 'DELETE', NULL::int, NULL::text, 'comment', m.id, NULL::jsonb, NULL::jsonb, 'PERSON',
    'COMMENTS', ${nothing}, m.author_id
  FROM case_comment m WHERE m.case_id = ${caseId} AND m.deleted_at IS NOT NULL`

/** What happened to tasks; of those of the stages only what is no move of the case: the stages tell the rest. */
const ofTasks = ({ objects: { caseId }, tasks }: ChangesScope) => sql`
  SELECT 't' || v.id, v.at, CASE v.kind WHEN 'CREATED' THEN 'INSERT' ELSE 'UPDATE' END, NULL::int, NULL::text, 'task', t.id,
    NULL::jsonb, jsonb_strip_nulls(jsonb_build_object('event', v.kind, 'title', t.title, 'assignee', v.assignee_id,
      'comment', nullif(v.comment, ''))),
    CASE WHEN v.actor_id IS NULL THEN 'SYSTEM' ELSE 'PERSON' END, 'TASKS', ${nothing}, v.actor_id
  FROM case_task t JOIN case_task_event v ON v.task_id = t.id
  WHERE t.case_id = ${caseId} AND ${tasks}
    AND (t.kind <> 'STAGE' OR v.kind IN ('TAKEN', 'RETURNED', 'TRANSFERRED', 'POSTPONED', 'CAME_BACK', 'PRIORITY'))`

const place = sql`coalesce(c.section, CASE c.object_type WHEN 'caseParticipant' THEN 'PARTICIPANTS'
  WHEN 'realtyObject' THEN 'REALTY_OBJECTS' ELSE 'CASE' END)`

/** What a field of a change is called by, before its name: the section of the questionnaire, or the type of the row. */
const fieldPlace = sql`CASE c.object_type WHEN 'caseSection' THEN c.section ELSE c.object_type END`

const changesOf = (scope: ChangesScope) => sql`(
  ${ofHistory(sql`${changesOfCase(scope.objects)} UNION ALL ${ofRemarks(scope)} UNION ALL ${ofControls(scope)} UNION ALL ${ofConditions(scope)}
    UNION ALL ${ofWorksheets(scope)}
    UNION ALL ${ofObjectReviews(scope)}
    ${scope.documentsOf === null ? sql`` : sql`UNION ALL ${ofDocuments(scope)}`}`)}
  UNION ALL ${ofStages(scope)} UNION ALL ${ofDecisions(scope)} UNION ALL ${ofCheckers(scope)}
  UNION ALL ${ofComments(scope)} UNION ALL ${ofTasks(scope)}) c`

const among = (column: RawBuilder<unknown>, values: readonly unknown[], type: 'int' | 'text') =>
  values.length === 0 ? [] : [sql`${column} = ANY(${values}::${sql.raw(type)}[])`]

function whereOf({ timeZone }: ChangesScope, filter: ChangesFilter): RawBuilder<unknown> {
  const { actorIds, sections, sources, fields, from, to } = filter
  const start = (day: string, shift: number) =>
    sql`((${day}::date + ${shift}::int)::timestamp AT TIME ZONE ${timeZone})`
  const conditions = [
    ...among(sql`c.actor_id`, actorIds, 'int'),
    ...among(place, sections, 'text'),
    ...among(sql`c.source`, sources, 'text'),
    ...(from === undefined ? [] : [sql`c.at >= ${start(from, 0)}`]),
    ...(to === undefined ? [] : [sql`c.at < ${start(to, 1)}`]),
    ...(fields.length === 0
      ? []
      : [
          sql`EXISTS (SELECT FROM unnest(${fields}::text[]) f(name) WHERE split_part(f.name, '.', 1) = ${fieldPlace}
            AND coalesce(c.new_values, '{}') || coalesce(c.old_values, '{}') ? split_part(f.name, '.', 2))`,
        ]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}

const columns = sql`c.id, c.at, c.action, c.version, c.request_id AS "requestId", c.object_type AS "objectType",
  c.object_id AS "objectId", c.old_values AS "oldValues", c.new_values AS "newValues", c.source, c.section,
  c.participant_id AS "participantId", c.participant, coalesce(e.full_name, 'Система') AS actor,
  CASE WHEN c.id LIKE 'h%' AND c.action = 'UPDATE' AND c.object_type <> 'caseSection' THEN (
    SELECT b.new_values FROM change_history b
    WHERE b.object_type = c.object_type AND b.object_id = c.object_id AND b.action = 'INSERT'
    ORDER BY b.id DESC LIMIT 1) END AS created`
/** Of one moment, the later written first. */
const order = sql`ORDER BY c.at DESC, left(c.id, 1), substr(c.id, 2)::bigint DESC`

export async function countChanges(db: Db, scope: ChangesScope, filter: ChangesFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${changesOf(scope)} WHERE ${whereOf(scope, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A page of everything that changed in a case, newest first. */
export async function findChanges(
  db: Db,
  scope: ChangesScope,
  filter: ChangesFilter,
  query: PageQuery,
): Promise<{ rows: AnyChange[]; total: number }> {
  const { rows } = await sql<AnyChange>`
    SELECT ${columns} FROM ${changesOf(scope)} LEFT JOIN employee e ON e.id = c.actor_id
    WHERE ${whereOf(scope, filter)} ${order} LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(
    db,
  )
  return { rows, total: knownTotal(rows.length, query) ?? (await countChanges(db, scope, filter)) }
}

/** Ids of all of the filter in the order of the list. */
export async function findChangeIds(db: Db, scope: ChangesScope, filter: ChangesFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM ${changesOf(scope)} WHERE ${whereOf(scope, filter)} ${order}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findChangesByIds(
  db: Db,
  scope: ChangesScope,
  ids: readonly string[],
): Promise<AnyChange[]> {
  const { rows } = await sql<AnyChange>`
    SELECT ${columns} FROM ${changesOf(scope)} LEFT JOIN employee e ON e.id = c.actor_id
    WHERE c.id = ANY(${ids}::text[]) ${order}`.execute(db)
  return rows
}

/** What changed at all: by whom, in which places, which of their fields. */
export async function findChoices(
  db: Db,
  scope: ChangesScope,
): Promise<{
  actors: { id: number; fullName: string }[]
  sections: string[]
  fields: { place: string; objectType: string; field: string }[]
}> {
  const { rows } = await sql<{
    actors: { id: number; fullName: string }[] | null
    sections: string[] | null
    fields: { place: string; objectType: string; field: string }[] | null
  }>`
    WITH c AS MATERIALIZED (SELECT c.* FROM ${changesOf(scope)})
    SELECT
      (SELECT json_agg(json_build_object('id', e.id, 'fullName', e.full_name) ORDER BY e.full_name, e.id) FROM employee e
        WHERE e.id IN (SELECT c.actor_id FROM c)) AS actors,
      (SELECT json_agg(DISTINCT ${place}) FROM c) AS sections,
      (SELECT json_agg(DISTINCT jsonb_build_object('place', ${fieldPlace}, 'objectType', c.object_type, 'field', k.name))
        FROM c, jsonb_object_keys(coalesce(c.new_values, '{}') || coalesce(c.old_values, '{}')) k(name)) AS fields`.execute(
    db,
  )
  const [found] = rows
  return { actors: found?.actors ?? [], sections: found?.sections ?? [], fields: found?.fields ?? [] }
}
