import { approverTypes, checkingTypes } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { BankCard, Counts } from './readiness.rules.ts'

/** The bank of this database: it was made before anybody could ask. */
export async function findBankCard(db: Db): Promise<BankCard | undefined> {
  const { rows } = await sql<BankCard>`
    SELECT p.id, p.kpp, p.ogrn, nullif(p.legal_address ->> 'value', '') AS address, b.bic
    FROM partner p LEFT JOIN bank_profile b ON b.partner_id = p.id
    ORDER BY b.partner_id NULLS LAST, p.id LIMIT 1`.execute(db)
  return rows[0]
}

const departments = checkingTypes.map((type) => sql`(${sql.lit(type)}, ${sql.lit(approverTypes[type])})`)

/** Counts everything that a bank needs some of; roles of the person and of the groups count alike. */
export async function countParts(db: Db, bankId: number, today: string): Promise<Counts | undefined> {
  const sold = (lendings: string[]) => sql`(SELECT count(DISTINCT v.product_id)::int FROM product_version v
    JOIN product p ON p.id = v.product_id WHERE p.lending = ANY(${lendings}::text[]) AND p.kind = 'PRODUCT' AND v.in_force @> ${today}::date)`
  const { rows } = await sql<Counts>`
    WITH org AS (
      SELECT p.id, ${bankId} = ANY(p.ancestor_ids) AS own FROM partner p WHERE NOT p.not_active),
    person AS (
      SELECT e.id, e.partner_id, o.own, e.login IS NOT NULL AS may_sign,
        EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
          WHERE h.employee_id = e.id) AS has_role
      FROM employee e JOIN org o ON o.id = e.partner_id WHERE NOT e.not_active)
    SELECT
      (SELECT count(*)::int FROM org WHERE own AND id <> ${bankId}) AS branches,
      (SELECT count(*)::int FROM org WHERE NOT own) AS partners,
      (SELECT count(*)::int FROM org WHERE NOT own AND NOT EXISTS (
        SELECT FROM person WHERE partner_id = org.id AND may_sign)) AS "emptyPartners",
      (SELECT count(*)::int FROM person WHERE own) AS people,
      (SELECT count(*)::int FROM person WHERE own AND may_sign) AS "signingIn",
      (SELECT count(*)::int FROM person WHERE own AND may_sign AND NOT has_role) AS "withoutRole",
      (SELECT count(DISTINCT h.employee_id)::int FROM role_holder h JOIN person e ON e.id = h.employee_id AND e.own
        JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
        JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'UserRole' AND o.operation = 'Update'
      ) AS administrators,
      coalesce((SELECT enabled AND NOT killed FROM feature_toggle WHERE key = 'roles.fourEyes'), false) AS "fourEyes",
      ARRAY(SELECT d.name FROM (VALUES ${sql.join(departments)}) AS d(type, name)
        WHERE (d.type = 'oic' OR EXISTS (SELECT FROM product p JOIN product_version v ON v.product_id = p.id
            WHERE lower(p.department) = d.type AND v.in_force @> ${today}::date))
          AND NOT EXISTS (SELECT FROM approver a WHERE a.type = d.type AND a.work_status = 'ACTIVE')) AS unattended,
      ${sold(['MORTGAGE'])} AS mortgages, ${sold(['CASH_LOAN', 'CREDIT_CARD'])} AS loans`.execute(db)
  return rows[0]
}

/** Roles of the bank that nobody holds. */
export async function findIdleRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT r.name FROM user_role r WHERE NOT r.is_disabled AND NOT EXISTS (
      SELECT FROM role_holder h JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
      WHERE h.user_role_id = r.id) ORDER BY r.id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Parameters whose value of today is empty: the product cannot know it. */
export async function findEmptyParameters(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT p.code FROM parameter p JOIN LATERAL (
      SELECT value FROM parameter_value v WHERE v.parameter_id = p.id AND v.withdrawn_at IS NULL
        AND v.valid_from <= ${today}::date ORDER BY v.valid_from DESC, v.id DESC LIMIT 1) v ON true
    WHERE v.value = '""'::jsonb ORDER BY p.id`.execute(db)
  return rows.map(({ code }) => code)
}

export interface LastChange {
  readonly part: string
  readonly at: string
  readonly by: { readonly id: number; readonly fullName: string } | null
}

/** Rows of these types; one row of them alone where it has an id. */
export interface ToldRows {
  readonly types: readonly string[]
  readonly id?: number
}

/** Who changed such rows last, by the part that they belong to. */
export async function findLastChanges(
  db: Db,
  parts: Readonly<Record<string, ToldRows>>,
): Promise<LastChange[]> {
  const { rows } = await sql<LastChange>`
    SELECT w.part, h.at, CASE WHEN e.id IS NOT NULL THEN
      json_build_object('id', e.id, 'fullName', e.full_name) END AS by
    FROM jsonb_each(${JSON.stringify(parts)}::jsonb) w (part, told)
    CROSS JOIN LATERAL (
      SELECT max(last.id) AS id FROM jsonb_array_elements_text(w.told -> 'types') t (type)
      CROSS JOIN LATERAL (
        SELECT c.id FROM change_history c WHERE c.object_type = t.type
          AND (w.told -> 'id' IS NULL OR c.object_id = (w.told ->> 'id')::int)
        ORDER BY c.id DESC LIMIT 1) last) newest
    JOIN change_history h ON h.id = newest.id
    LEFT JOIN employee e ON e.id = h.actor_id`.execute(db)
  return rows
}
