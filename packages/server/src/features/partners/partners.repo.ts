import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import type { PartnerItem, SearchCondition } from '@ipoteka-office/contract/partners.ts'
import { type Expression, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { paginate } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

type Condition = z.output<typeof SearchCondition>

const columns = { fullName: 'full_name', shortName: 'short_name' } as const

/** Case and ё/е make no difference; any of the fields may hold the text. */
function matches({ fields, value }: Condition): Expression<boolean> {
  const pattern = sql`search_form(${anywhere(value)})`
  const found = fields.map((field) => sql<boolean>`search_form(${sql.ref(columns[field])}) LIKE ${pattern}`)
  // The trigram index is on both names together and narrows the search; the fields decide.
  return sql<boolean>`(search_text LIKE ${pattern} AND (${sql.join(found, sql` OR `)}))`
}

const visiblePartners = (db: Db, actor: Actor) =>
  db.selectFrom('partner').where('not_active', '=', false).where(visibleTo(actor, 'partner.id'))

/** All visible partners by name. */
export async function listPartners(db: Db, actor: Actor): Promise<{ id: number; shortName: string }[]> {
  return visiblePartners(db, actor)
    .select(['id', 'short_name as shortName'])
    .orderBy('short_name')
    .orderBy('id')
    .execute()
}

/** Visible partners that meet all the conditions; an empty text meets everything. */
export async function findPartners(
  db: Db,
  actor: Actor,
  conditions: readonly Condition[],
  page: PageQuery,
): Promise<Page<PartnerItem>> {
  let query = visiblePartners(db, actor)
  for (const condition of conditions.filter(({ value }) => value !== ''))
    query = query.where(matches(condition))
  return paginate(
    query
      .select(['id', 'short_name as shortName', 'full_name as fullName'])
      .orderBy('short_name')
      .orderBy('id'),
    page,
  )
}

/** Codes in force of a small dictionary, in the bank's order. */
export const listOptions = (db: Db, dictionary: string): Promise<Option[]> =>
  db
    .selectFrom('reference_item')
    .select(['code', 'name'])
    .where('dictionary', '=', dictionary)
    .where('active', '=', true)
    .orderBy('sort_order')
    .orderBy('code')
    .execute()
