import type { CaseComment } from '@ipoteka-office/contract/cases/cases.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'

/** A comment with what only its author is shown when it is deleted. */
const shape = ({ employeeId: reader }: Pick<Actor, 'employeeId'>): RawBuilder<unknown> => sql`c.id,
  CASE WHEN c.internal THEN 'INTERNAL' ELSE 'SHARED' END AS kind, c.at,
  json_build_object('id', a.id, 'fullName', a.full_name) AS author,
  CASE WHEN c.deleted_at IS NULL OR c.author_id = ${reader} THEN c.text ELSE '' END AS text,
  coalesce((SELECT json_agg(json_build_object('id', m.id, 'fullName', m.full_name) ORDER BY m.full_name, m.id)
    FROM employee m WHERE m.id = ANY(c.mentions) AND c.deleted_at IS NULL), '[]') AS mentions,
  c.edited_at AS "editedAt", c.deleted_at IS NOT NULL AS deleted, c.author_id = ${reader} AS mine, c.version`

const from = sql`case_comment c JOIN employee a ON a.id = c.author_id`

type Talker = Pick<Actor, 'employeeId' | 'isAhml'>

/** Comments `c` that the person may know of. */
const isToldTo = ({ isAhml }: Talker) => (isAhml ? sql`true` : sql`NOT c.internal`)

/** Comments of a case, newest first. */
export async function findComments(
  db: Db,
  reader: Talker,
  caseId: number,
  query: PageQuery,
): Promise<Page<CaseComment>> {
  const read = sql<CaseComment>`
    SELECT ${shape(reader)} FROM ${from} WHERE c.case_id = ${caseId} AND ${isToldTo(reader)}
    ORDER BY c.id DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countComments(db, reader, caseId),
  })
}

async function countComments(db: Db, reader: Talker, caseId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM case_comment c WHERE c.case_id = ${caseId} AND ${isToldTo(reader)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** One comment of the case, locked where it is going to be changed. */
export async function findComment(
  db: Db,
  reader: Talker,
  caseId: number,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<CaseComment | undefined> {
  const { rows } = await sql<CaseComment>`
    SELECT ${shape(reader)} FROM ${from} WHERE c.case_id = ${caseId} AND c.id = ${id} AND ${isToldTo(reader)}
    ${lock ? sql`FOR UPDATE OF c` : sql``}`.execute(db)
  return rows[0]
}

export async function insertComment(
  db: Db,
  comment: {
    caseId: number
    authorId: number
    text: string
    mentions: readonly number[]
    internal: boolean
  },
): Promise<number> {
  const { id } = await db
    .insertInto('case_comment')
    .values({
      case_id: comment.caseId,
      author_id: comment.authorId,
      text: comment.text,
      mentions: [...comment.mentions],
      internal: comment.internal,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateComment(
  db: Db,
  id: number,
  { text, mentions }: { text: string; mentions: readonly number[] },
): Promise<void> {
  await sql`UPDATE case_comment SET text = ${text}, mentions = ${mentions}::int[], edited_at = clock_timestamp(),
    version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function markDeleted(db: Db, id: number, deleted: boolean): Promise<void> {
  await sql`UPDATE case_comment SET deleted_at = CASE WHEN ${deleted} THEN clock_timestamp() END,
    version = version + 1 WHERE id = ${id}`.execute(db)
}

/** A colleague who may be mentioned. */
export interface Mentionable {
  readonly id: number
  readonly fullName: string
  readonly jobTitle: string
}

/**
 * Those who see the case: active, with the right to read cases of its type, of the operator or of a partner that is the
 * case's or stands above it.
 */
export async function findMentionable(
  db: Db,
  { object, partnerId }: { object: string; partnerId: number },
  {
    words = [],
    ids,
    ofBank = false,
    limit,
  }: { words?: readonly string[]; ids?: readonly number[]; ofBank?: boolean; limit: number },
): Promise<Mentionable[]> {
  const matches = words.map(
    (word) =>
      sql` AND ' ' || search_form(e.full_name) LIKE '% ' || search_form(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  const { rows } = await sql<Mentionable>`
    SELECT e.id, e.full_name AS "fullName", e.job_title AS "jobTitle"
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE NOT e.not_active AND NOT p.not_active
      ${ids === undefined ? sql`` : sql`AND e.id = ANY(${ids}::int[])`} ${sql.join(matches, sql``)}
      AND ('Ahml' = ANY(p.roles) OR ${!ofBank} AND (SELECT c.ancestor_ids FROM partner c WHERE c.id = ${partnerId}) @> ARRAY[p.id])
      AND EXISTS (SELECT FROM role_holder h JOIN user_role ur ON ur.id = h.user_role_id AND NOT ur.is_disabled
        JOIN user_role_operation uo ON uo.user_role_id = h.user_role_id
        WHERE h.employee_id = e.id AND uo.object_type = ${object} AND uo.operation = 'Read')
    ORDER BY e.full_name, e.id LIMIT ${limit}`.execute(db)
  return rows
}
