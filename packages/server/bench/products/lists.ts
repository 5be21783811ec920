import { ProductFilter, type ProductSort } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Db } from '#db/database.ts'
import { countTabs, findProductPage } from '#features/products/products-list.repo.ts'
import type { Actor } from '#lib/actor.ts'
import type { Query } from '../database.ts'

export const catalogueSizes = { products: 300, options: 400, promotions: 200, versions: 3_000 } as const
const versionsOfProduct = catalogueSizes.versions / catalogueSizes.products
const today = '2026-11-24'
const times = 40

/**
 * A big catalogue beside the product that is there: each product with nine versions that were or are in force, a month each,
 * and a draft of the next; options and promotions with one. Contents are those of the product: 5 000 cells.
 */
async function fill(sql: Query, productId: number): Promise<void> {
  const { products, options, promotions } = catalogueSizes
  await sql(`SET session_replication_role = replica`)
  await sql(
    `INSERT INTO product (kind, lending, code, type_code, department, owner_id, created_at)
     SELECT kind, 'MORTGAGE', kind || '-' || lpad(g::text, 4, '0'), (1 + g % 16)::text, 'OIC', 1 + g % 5, now()
     FROM (VALUES ('PRODUCT', $1::int), ('OPTION', $2), ('PROMOTION', $3)) k (kind, count), generate_series(1, k.count) g`,
    [products - 1, options, promotions],
  )
  await sql(
    `INSERT INTO product_version (product_id, number, state, content, name, search_text, rate_from, rate_to, points,
       region_codes, valid_from, in_force, released_at, released_by, author_id, contributors, created_at, changed_at)
     SELECT p.id, n, CASE WHEN n < $2 THEN 'RELEASED' ELSE 'DRAFT' END,
       (SELECT content FROM product_version WHERE product_id = $1 ORDER BY number LIMIT 1), 'Ипотека ' || p.code,
       search_form(p.code || ' Ипотека ' || p.code), 15 + p.id % 70 * 0.1, 22 + p.id % 50 * 0.1, NULL,
       CASE WHEN p.id % 3 = 0 THEN ARRAY[(1 + p.id % 80)::text] ELSE '{}' END,
       CASE WHEN n < $2 THEN '2026-03-01'::date + make_interval(months => n)::interval END,
       CASE WHEN n < $2 THEN daterange(('2026-03-01'::date + make_interval(months => n))::date,
         CASE WHEN n < $2 - 1 THEN ('2026-03-01'::date + make_interval(months => n + 1))::date END) END,
       CASE WHEN n < $2 THEN now() END, CASE WHEN n < $2 THEN 2 END, 1, ARRAY[1], now(), now() - make_interval(days => p.id % 300)
     FROM product p, generate_series(1, $2::int) n WHERE p.kind = 'PRODUCT' AND p.id <> $1`,
    [productId, versionsOfProduct],
  )
  await sql(
    `INSERT INTO product_version (product_id, number, state, content, name, search_text, points, valid_from, in_force,
       released_at, released_by, author_id, contributors, created_at, changed_at)
     SELECT p.id, 1, 'RELEASED', '{}', 'Условие ' || p.code, search_form(p.code), -0.3, '2026-03-01', daterange('2026-03-01', NULL),
       now(), 2, 1, ARRAY[1], now(), now()
     FROM product p WHERE p.kind <> 'PRODUCT' AND NOT EXISTS (SELECT FROM product_version v WHERE v.product_id = p.id)`,
  )
  await sql(`SET session_replication_role = DEFAULT`)
  await sql('ANALYZE product')
  await sql('ANALYZE product_version')
}

const questions: readonly (readonly [string, object, ProductSort | undefined])[] = [
  ['все продукты, по коду', {}, undefined],
  ['по числу заявок в работе', {}, { field: 'openCases', direction: 'desc' }],
  ['регион, ставка от и до', { regions: ['77'], rateMin: '16', rateMax: '20' }, undefined],
  ['слова и тип', { search: 'ипотека 01', types: ['2', '3'] }, undefined],
  ['с заявками в работе', { withCases: true }, undefined],
  ['опции', { tab: 'OPTION' }, undefined],
]

export interface ListsMeasured {
  readonly what: string
  readonly median: number
  readonly p95: number
}

/** Pages of twenty rows with their total, and the counts of the tabs, as a person of the bank asks for them. */
export async function measureLists(
  db: Db,
  sql: Query,
  { productId, actor }: { readonly productId: number; readonly actor: Actor },
): Promise<ListsMeasured[]> {
  await fill(sql, productId)
  const reader = { actor, today }
  const measured = async (what: string, ask: () => Promise<unknown>): Promise<ListsMeasured> => {
    const taken: number[] = []
    for (let time = 0; time < times; time += 1) {
      const start = performance.now()
      await ask()
      taken.push(performance.now() - start)
    }
    const sorted = taken.toSorted((one, other) => one - other)
    return { what, median: sorted[times / 2] ?? 0, p95: sorted[Math.floor(times * 0.95)] ?? 0 }
  }
  const lists: ListsMeasured[] = []
  for (const [what, asked, sort] of questions) {
    const filter = ProductFilter.parse(asked)
    lists.push(
      await measured(what, () => findProductPage(db, { ...reader, filter }, { page: 0, size: 20, sort })),
    )
  }
  const filter = ProductFilter.parse({})
  lists.push(await measured('счётчики вкладок', () => countTabs(db, reader, filter)))
  return lists
}
