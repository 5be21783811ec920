import type {
  CalculationContent,
  SavedCalculation,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A kept result as it is stored; whether its method is outdated is the caller's to know. */
export type StoredCalculation = Omit<SavedCalculation, 'outdated'>

const columns = sql`c.id, c.kind, c.title, c.comment, c.figures, c.method_version AS "methodVersion",
  jsonb_build_object('id', e.id, 'fullName', e.full_name) AS author, c.created_at AS "createdAt",
  c.deleted_at IS NOT NULL AS deleted, c.version`
const from = sql`FROM calculation c JOIN employee e ON e.id = c.employee_id`

export interface CalculationFilter {
  readonly query: string
  readonly kind?: SavedCalculation['kind'] | undefined
  readonly mine: boolean
  readonly deleted: boolean
}

export async function findCalculations(
  db: Db,
  actor: Actor,
  { query, kind, mine, deleted }: CalculationFilter,
  page: PageQuery,
): Promise<Page<StoredCalculation>> {
  const where = sql`${visibleTo(actor, 'c.partner_id')} AND (c.deleted_at IS NOT NULL) = ${deleted}
    AND (NOT ${mine} OR c.employee_id = ${actor.employeeId}) AND (${kind ?? null}::text IS NULL OR c.kind = ${kind ?? null})
    AND (${query} = '' OR c.search_text LIKE search_form(${anywhere(query)}))`
  const read = sql<StoredCalculation>`
    SELECT ${columns} ${from} WHERE ${where} ORDER BY c.id DESC
    LIMIT ${page.size} OFFSET ${page.page * page.size}`
  return readPage(page, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, sql`${from} WHERE ${where}`),
  })
}

export async function findCalculation(
  db: Db,
  actor: Actor,
  id: number,
): Promise<StoredCalculation | undefined> {
  const { rows } = await sql<StoredCalculation>`
    SELECT ${columns} ${from} WHERE c.id = ${id} AND ${visibleTo(actor, 'c.partner_id')}`.execute(db)
  return rows[0]
}

/** Inputs and result of a visible calculation. */
export async function findContent(db: Db, id: number): Promise<Omit<CalculationContent, 'kind'> | undefined> {
  return db
    .selectFrom('calculation_content')
    .select(['inputs', 'result'])
    .where('calculation_id', '=', id)
    .executeTakeFirst() as Promise<Omit<CalculationContent, 'kind'> | undefined>
}

export interface NewCalculation extends Pick<SavedCalculation, 'title' | 'comment' | 'figures'> {
  readonly content: CalculationContent
  readonly methodVersion: string
}

export async function insertCalculation(db: Db, actor: Actor, given: NewCalculation): Promise<number> {
  const { id } = await db
    .insertInto('calculation')
    .values({
      kind: given.content.kind,
      title: given.title,
      comment: given.comment,
      figures: JSON.stringify(given.figures),
      method_version: given.methodVersion,
      partner_id: actor.partnerId,
      employee_id: actor.employeeId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('calculation_content')
    .values({
      calculation_id: id,
      inputs: JSON.stringify(given.content.inputs),
      result: JSON.stringify(given.content.result),
    })
    .execute()
  return id
}

export async function lockCalculation(db: Db, id: number): Promise<void> {
  await sql`SELECT 1 FROM calculation WHERE id = ${id} FOR UPDATE`.execute(db)
}

export async function updateCalculation(
  db: Db,
  id: number,
  { title, comment, deleted }: Pick<SavedCalculation, 'title' | 'comment' | 'deleted'>,
): Promise<void> {
  await sql`UPDATE calculation SET title = ${title}, comment = ${comment}, version = version + 1,
    deleted_at = CASE WHEN ${deleted} THEN coalesce(deleted_at, now()) END WHERE id = ${id}`.execute(db)
}
