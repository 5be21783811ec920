import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import type { PartnerItem } from '@ipoteka-office/contract/partners/partner-names.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import { meetsAll, orderOf } from '#db/search-conditions.ts'
import type { Actor } from '#lib/actor.ts'
import { paginate } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { PartnerField, PartnerSearch } from './partner-conditions.rules.ts'

const columns = { fullName: 'full_name', shortName: 'short_name' } as const

const expression = ({ name }: PartnerField) => sql.ref(columns[name])

/** The trigram index is on both names together: it narrows a search by a part of a name, the conditions decide. */
const narrowed = ({ where }: PartnerSearch) =>
  where
    .filter(({ predicate }) => predicate === 'LIKE')
    .map(({ tests }) => sql<boolean>`search_text LIKE search_form(${anywhere(String(tests[0]?.value))})`)

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

/** Visible partners that meet all the conditions, in the order asked for, then by name; DISTINCT keeps the first of equal ones. */
export async function findPartners(
  db: Db,
  actor: Actor,
  search: PartnerSearch,
  page: PageQuery,
): Promise<Page<PartnerItem>> {
  let query = visiblePartners(db, actor)
  for (const condition of [...narrowed(search), ...meetsAll(search, expression)])
    query = query.where(condition)
  if (search.distinct.length > 0) {
    const keys = sql.join(search.distinct.map(expression))
    const first = query
      .select(sql<number>`DISTINCT ON (${keys}) id`.as('id'))
      .orderBy(keys)
      .orderBy('short_name')
      .orderBy('id')
    query = query.where('id', 'in', db.selectFrom(first.as('first')).select('first.id'))
  }
  for (const order of orderOf(search, expression)) query = query.orderBy(order)
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
