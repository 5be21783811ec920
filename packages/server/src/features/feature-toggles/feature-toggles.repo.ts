import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  type FeatureToggle,
  productFeatures,
  type ToggleInput,
  type ToggleKind,
  type ToggleRule,
  type ToggleState,
  type ToggleSubject,
  type toggleSortFields,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { DB } from '#db/schema.gen.ts'
import { readPage } from '#lib/paging.ts'

/** A toggle as it lies in the store. */
export type StoredToggle = Omit<FeatureToggle, 'stale'>

const columns = [
  'id',
  'key',
  'title',
  'description',
  'owner',
  'enabled',
  'killed',
  'rules',
  'expires_on as expiresOn',
  'version',
] as const

const pending = sql<number | null>`(SELECT c.id FROM change_request c WHERE c.object_type = 'feature_toggle'
  AND c.object_id = feature_toggle.id AND c.status = 'PENDING' AND c.expires_at > now())`
const selected = (query: SelectQueryBuilder<DB, 'feature_toggle', object>) =>
  query.select(columns).select(pending.as('pendingRequestId'))
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

const toToggle = (row: Row): StoredToggle => ({
  ...row,
  rules: row.rules as ToggleRule[],
  delivered: Object.hasOwn(productFeatures, row.key),
})

export interface ToggleQuery extends PageQuery {
  readonly kind?: ToggleKind | undefined
  readonly search: string
  readonly sort: { readonly field: (typeof toggleSortFields)[number]; readonly direction: 'asc' | 'desc' }
}

const ofKind = (today: string): Record<ToggleKind, RawBuilder<SqlBool>> => ({
  on: sql`(enabled AND NOT killed)`,
  off: sql`(NOT enabled OR killed)`,
  rules: sql`(jsonb_array_length(rules) > 0)`,
  stale: sql`coalesce(expires_on < ${today}::date, false)`,
})

/** A page of the toggles that a search finds, and how many of them are of each kind. */
export async function findToggles(
  db: Db,
  { kind, search, sort, ...page }: ToggleQuery,
  today: string,
): Promise<Page<StoredToggle> & { counts: Record<ToggleKind | 'all', number> }> {
  const found = sql<SqlBool>`search_form(key || ' ' || title || ' ' || owner) LIKE search_form(${anywhere(search)})`
  const { on, off, rules, stale } = ofKind(today)
  const counted = await sql<Record<ToggleKind | 'all', number>>`SELECT count(*)::int AS all,
    count(*) FILTER (WHERE ${on})::int AS on, count(*) FILTER (WHERE ${off})::int AS off,
    count(*) FILTER (WHERE ${rules})::int AS rules, count(*) FILTER (WHERE ${stale})::int AS stale
    FROM feature_toggle WHERE ${found}`.execute(db)
  const counts = counted.rows[0] ?? { all: 0, on: 0, off: 0, rules: 0, stale: 0 }
  const shown = await readPage(page, {
    rows: () =>
      selected(db.selectFrom('feature_toggle'))
        .where(found)
        .$if(kind !== undefined, (query) => query.where(ofKind(today)[kind ?? 'on']))
        .orderBy(sort.field, sort.direction)
        .orderBy('id')
        .limit(page.size)
        .offset(page.page * page.size)
        .execute(),
    count: async () => counts[kind ?? 'all'],
  })
  return { ...shown, content: shown.content.map(toToggle), counts }
}

export async function listToggles(db: Db): Promise<StoredToggle[]> {
  const rows = await selected(db.selectFrom('feature_toggle')).orderBy('key').execute()
  return rows.map(toToggle)
}

export async function findToggle(db: Db, id: number): Promise<StoredToggle | undefined> {
  const row = await selected(db.selectFrom('feature_toggle')).where('id', '=', id).executeTakeFirst()
  return row && toToggle(row)
}

/** The same, held until the transaction ends. */
export async function lockToggle(db: Db, id: number): Promise<StoredToggle | undefined> {
  const row = await selected(db.selectFrom('feature_toggle'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toToggle(row)
}

export async function findStateByKey(db: Db, key: string): Promise<ToggleState | undefined> {
  const row = await selected(db.selectFrom('feature_toggle')).where('key', '=', key).executeTakeFirst()
  return row && toToggle(row)
}

/** Null when the key is taken. */
export async function insertToggle(
  db: Db,
  { expiresOn, rules, ...rest }: ToggleInput,
): Promise<number | null> {
  const row = await db
    .insertInto('feature_toggle')
    .values({ ...rest, rules: JSON.stringify(rules), expires_on: expiresOn })
    .onConflict((c) => c.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type ToggleSettings = Omit<ToggleInput, 'key'> & { killed: boolean }

export async function updateToggle(
  db: Db,
  id: number,
  { expiresOn, rules, ...rest }: ToggleSettings,
): Promise<void> {
  await db
    .updateTable('feature_toggle')
    .set({ ...rest, rules: JSON.stringify(rules), expires_on: expiresOn })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteToggle(db: Db, id: number): Promise<void> {
  await db.deleteFrom('feature_toggle').where('id', '=', id).execute()
}

/** Roles and partners that a person has now: own roles, those of the person's groups, the partner and those above it. */
export async function findSubject(db: Db, employeeId: number): Promise<ToggleSubject> {
  const { rows } = await sql<ToggleSubject>`
    SELECT e.id AS "employeeId", coalesce(p.ancestor_ids, '{}') AS "partnerIds",
      coalesce((SELECT array_agg(r.code ORDER BY r.code) FROM user_role r WHERE NOT r.is_disabled
        AND r.id IN (SELECT h.user_role_id FROM role_holder h WHERE h.employee_id = e.id)), '{}') AS "roleCodes"
    FROM employee e JOIN partner p ON p.id = e.partner_id WHERE e.id = ${employeeId}`.execute(db)
  return rows[0] ?? { employeeId, partnerIds: [], roleCodes: [] }
}

/** Of the roles and partners that rules name, those there are. */
export async function findNamed(db: Db, roles: string[], partners: number[]) {
  const { rows } = await sql<{ roles: string[]; partners: number[] }>`
    SELECT coalesce((SELECT array_agg(code) FROM user_role WHERE code = ANY(${roles}::text[])), '{}') AS roles,
      coalesce((SELECT array_agg(id) FROM partner WHERE id = ANY(${partners}::int[])), '{}') AS partners`.execute(
    db,
  )
  return { roles: new Set(rows[0]?.roles), partners: new Set(rows[0]?.partners) }
}
