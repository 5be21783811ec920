import type { PartnerDependants, TreeNode } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { Partner, PartnerInput } from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Horizon } from '#lib/bank-time.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import { branchesOf, named, parentOf, rolesOf } from './partner-shape.repo.ts'

const card = (
  horizon: Horizon,
) => sql`p.id, p.uid, p.short_name AS "shortName", p.full_name AS "fullName", p.inn, p.kpp, p.ogrn,
  p.okopf_code AS "okopfCode", ${named('okopf', 'p.okopf_code')} AS "okopfName",
  p.branch_type_code AS "branchTypeCode", ${named('partner/branchType', 'p.branch_type_code')} AS "branchTypeName",
  p.business_profile_codes AS "businessProfileCodes",
  coalesce((SELECT json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code)) ORDER BY r.sort_order, c.code)
    FROM unnest(p.business_profile_codes) AS c(code)
    LEFT JOIN reference_item r ON r.dictionary = 'partner/businessProfile' AND r.code = c.code), '[]') AS "businessProfiles",
  p.company_group_code AS "companyGroupCode", ${named('companyGroup', 'p.company_group_code')} AS "companyGroupName",
  p.region_code AS "regionCode", ${named('region', 'p.region_code')} AS "regionName",
  p.legal_address AS "legalAddress", p.actual_address AS "actualAddress", p.postal_address AS "postalAddress",
  p.tenancy_type_code AS "tenancyTypeCode", ${named('partner/tenancyType', 'p.tenancy_type_code')} AS "tenancyTypeName",
  p.tenant_type_code AS "tenantTypeCode", ${named('partner/tenantType', 'p.tenant_type_code')} AS "tenantTypeName",
  p.tenancy_to AS "tenancyTo", p.parent_id AS "parentId", ${parentOf} AS parent, ${rolesOf(horizon)} AS roles,
  ${branchesOf} AS "branchesCount",
  (SELECT d.text FROM partner_description d WHERE d.partner_id = p.id ORDER BY d.id DESC LIMIT 1) AS description,
  p.not_active AS "notActive", p.not_active_since AS "notActiveSince", p.created_at AS "createdAt", p.version`

/** A card by id or uid; undefined when the caller may not see it. */
export async function findCard(
  db: Db,
  actor: Actor,
  key: { id: number } | { uid: string },
  horizon: Horizon,
): Promise<Partner | undefined> {
  const chosen = 'id' in key ? sql`p.id = ${key.id}` : sql`p.uid = ${key.uid}::uuid`
  const { rows } = await sql<Partner>`
    SELECT ${card(horizon)} FROM partner p WHERE ${chosen} AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows[0]
}

/** What decides about a change of a partner. */
export interface PartnerPlace {
  readonly id: number
  readonly shortName: string
  readonly inn: string
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly parentId: number | null
  readonly ancestorIds: number[]
  readonly roles: string[]
  readonly notActive: boolean
  readonly version: number
}

const place = sql`p.id, p.short_name AS "shortName", p.inn, p.kpp, p.ogrn, p.parent_id AS "parentId",
  p.ancestor_ids AS "ancestorIds", p.roles, p.not_active AS "notActive", p.version`

/** The partner when the caller may see it. */
export async function findPlace(db: Db, actor: Actor, id: number): Promise<PartnerPlace | undefined> {
  const { rows } = await sql<PartnerPlace>`
    SELECT ${place} FROM partner p WHERE p.id = ${id} AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows[0]
}

/** The same, and nobody else changes it or its parts until the transaction ends. */
export async function lockPlace(db: Db, actor: Actor, id: number): Promise<PartnerPlace | undefined> {
  const { rows } = await sql<PartnerPlace>`
    SELECT ${place} FROM partner p WHERE p.id = ${id} AND ${visibleTo(actor, 'p.id')} FOR NO KEY UPDATE`.execute(
    db,
  )
  return rows[0]
}

/** Another partner with the same ИНН and КПП. */
export async function findTwin(
  db: Db,
  actor: Actor,
  { inn, kpp }: Pick<PartnerInput, 'inn' | 'kpp'>,
  exceptId: number | null,
): Promise<{ shortName: string | null } | undefined> {
  const { rows } = await sql<{ shortName: string | null }>`
    SELECT CASE WHEN ${visibleTo(actor, 'p.id')} THEN p.short_name END AS "shortName" FROM partner p
    WHERE p.inn = ${inn} AND coalesce(p.kpp, '') = ${kpp ?? ''} AND p.id IS DISTINCT FROM ${exceptId}::int LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value))

const toRow = (input: PartnerInput) => ({
  short_name: input.shortName,
  full_name: input.fullName,
  inn: input.inn,
  kpp: input.kpp,
  ogrn: input.ogrn,
  okopf_code: input.okopfCode,
  branch_type_code: input.branchTypeCode,
  business_profile_codes: input.businessProfileCodes,
  company_group_code: input.companyGroupCode,
  region_code: input.regionCode,
  legal_address: json(input.legalAddress),
  actual_address: json(input.actualAddress),
  postal_address: json(input.postalAddress),
  tenancy_type_code: input.tenancyTypeCode,
  tenant_type_code: input.tenantTypeCode,
  tenancy_to: input.tenancyTo,
})

export async function insertPartner(db: Db, input: PartnerInput, parentId: number | null): Promise<number> {
  const { id } = await db
    .insertInto('partner')
    .values({ ...toRow(input), parent_id: parentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePartner(db: Db, id: number, input: PartnerInput): Promise<void> {
  await db
    .updateTable('partner')
    .set((eb) => ({ ...toRow(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Hangs the partner, with all that is under it, elsewhere. */
export async function moveUnder(db: Db, id: number, parentId: number | null): Promise<void> {
  await db
    .updateTable('partner')
    .set((eb) => ({ parent_id: parentId, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function setActivity(db: Db, id: number, notActiveSince: string | null): Promise<void> {
  await db
    .updateTable('partner')
    .set((eb) => ({
      not_active: notActiveSince !== null,
      not_active_since: notActiveSince,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** What would go on under a deactivated partner. */
export async function findDependants(db: Db, id: number): Promise<PartnerDependants> {
  const { rows } = await sql<Omit<PartnerDependants, 'total'>>`
    SELECT (SELECT count(*)::int FROM case_file f WHERE f.partner_id = ${id} AND NOT f.closed AND f.archived_at IS NULL)
        AS "openCases",
      (SELECT count(*)::int FROM employee e WHERE e.partner_id = ${id} AND NOT e.not_active) AS "activeEmployees",
      (SELECT count(*)::int FROM partner b WHERE b.ancestor_ids @> ARRAY[${id}::int] AND b.id <> ${id} AND NOT b.not_active)
        AS "activeBranches",
      (SELECT count(*)::int FROM workgroup w WHERE w.partner_id = ${id} AND NOT w.not_active) AS "activeWorkgroups",
      (SELECT count(DISTINCT l.partner_id)::int FROM partner_link l WHERE l.linked_partner_id = ${id}) AS "linkedPartners"`.execute(
    db,
  )
  const counts = rows[0] ?? {
    openCases: 0,
    activeEmployees: 0,
    activeBranches: 0,
    activeWorkgroups: 0,
    linkedPartners: 0,
  }
  return { ...counts, total: Object.values(counts).reduce((sum, number) => sum + number, 0) }
}

export async function insertRoles(db: Db, partnerId: number, codes: readonly string[]): Promise<void> {
  await sql`INSERT INTO partner_role (partner_id, role_code) SELECT ${partnerId}::int, unnest(${codes}::text[])`.execute(
    db,
  )
}

export async function insertDescription(
  db: Db,
  partnerId: number,
  text: string,
  authorId: number,
): Promise<void> {
  await db
    .insertInto('partner_description')
    .values({ partner_id: partnerId, text, author_id: authorId })
    .execute()
}

/** The newest description. */
export async function findDescription(
  db: Db,
  partnerId: number,
): Promise<{ text: string; author: string | null; createdAt: string | null }> {
  const { rows } = await sql<{ text: string; author: string | null; createdAt: string }>`
    SELECT d.text, e.full_name AS author, d.created_at AS "createdAt" FROM partner_description d
    LEFT JOIN employee e ON e.id = d.author_id WHERE d.partner_id = ${partnerId} ORDER BY d.id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0] ?? { text: '', author: null, createdAt: null }
}

const node = (
  actor: Actor,
  depth: ReturnType<typeof sql>,
) => sql`p.id, p.short_name AS "shortName", p.parent_id AS "parentId",
  ${depth} AS depth, ${named('partner/branchType', 'p.branch_type_code')} AS "branchTypeName",
  ${named('region', 'p.region_code')} AS "regionName", p.not_active AS "notActive", ${branchesOf} AS "branchesCount",
  ${visibleTo(actor, 'p.id')} AS visible`

/** The subtree, each partner right after its parent, siblings by name. */
export async function findBranches(
  db: Db,
  actor: Actor,
  id: number,
  limit: number,
): Promise<{ nodes: TreeNode[]; total: number }> {
  const { rows } = await sql<TreeNode>`
    WITH RECURSIVE tree AS (
      SELECT p.id, ARRAY[]::text[] COLLATE "ru-x-icu" AS path FROM partner p WHERE p.id = ${id}
      UNION ALL
      SELECT b.id, tree.path || b.short_name || lpad(b.id::text, 10, '0') FROM tree JOIN partner b ON b.parent_id = tree.id)
    SELECT ${node(actor, sql`cardinality(tree.path) / 2`)} FROM tree JOIN partner p ON p.id = tree.id
    ORDER BY tree.path COLLATE "ru-x-icu" LIMIT ${limit}`.execute(db)
  if (rows.length < limit) return { nodes: rows, total: rows.length }
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM partner WHERE ancestor_ids @> ARRAY[${id}::int]`.execute(db)
  return { nodes: rows, total: counted.rows[0]?.count ?? rows.length }
}

/** From the top down to the partner itself; names of those above are told even where their cards do not open. */
export async function findHeads(db: Db, actor: Actor, id: number): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    SELECT ${node(actor, sql`(above.place - 1)::int`)}
    FROM partner own CROSS JOIN unnest(own.ancestor_ids) WITH ORDINALITY AS above(id, place)
    JOIN partner p ON p.id = above.id WHERE own.id = ${id} ORDER BY above.place`.execute(db)
  return rows
}
