import type { RightPath } from '@ipoteka-office/contract/roles/role-insight.ts'
import type { RolePerson } from '@ipoteka-office/contract/roles/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { OperationCode } from './role-changes.rules.ts'
import { personColumns } from './role-holders.repo.ts'

/** The first people of visible partners whose name holds every word, the inactive ones last. */
export async function findByName(db: Db, actor: Actor, fullName: string): Promise<RolePerson[]> {
  const words = fullName
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`AND e.search_text LIKE '%' || search_form(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`)
  // Without a word an order by activity first would sort everybody.
  const activeFirst = words.length > 0 ? sql`e.not_active,` : sql``
  const { rows } = await sql<RolePerson>`
    SELECT ${personColumns} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE ${visibleTo(actor, 'e.partner_id')} ${sql.join(words, sql` `)}
    ORDER BY ${activeFirst} e.full_name, e.id LIMIT 20`.execute(db)
  return rows
}

/** What a person is given, by which role and group; `exceptRoleId` leaves one role out. */
export interface GivenOperation extends OperationCode, RightPath {
  readonly employeeId: number
}

export async function findGiven(
  db: Db,
  employeeIds: readonly number[],
  { only = null, exceptRoleId = null }: { only?: OperationCode | null; exceptRoleId?: number | null } = {},
): Promise<GivenOperation[]> {
  const { rows } = await sql<GivenOperation>`
    SELECT h.employee_id AS "employeeId", o.object_type AS "objectType", o.operation AS code,
      jsonb_build_object('id', r.id, 'name', r.name) AS role,
      CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('id', w.id, 'name', w.name) END AS workgroup
    FROM role_holder h
    JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id
    LEFT JOIN workgroup w ON w.id = h.workgroup_id
    WHERE h.employee_id = ANY(${employeeIds}::int[]) AND r.id IS DISTINCT FROM ${exceptRoleId}::int
      AND (${only?.objectType ?? null}::text IS NULL OR (o.object_type = ${only?.objectType ?? null} AND o.operation = ${only?.code ?? null}))
    ORDER BY o.object_type, o.operation, w.id NULLS FIRST, r.name`.execute(db)
  return rows
}

/** A person with what decides whether rights act at all. */
export interface PersonState extends RolePerson {
  readonly notActive: boolean
  readonly partnerNotActive: boolean
  readonly canSignIn: boolean
  readonly isOperator: boolean
  readonly ancestorIds: number[]
}

export async function findPerson(db: Db, actor: Actor, id: number): Promise<PersonState | undefined> {
  const { rows } = await sql<PersonState>`
    SELECT ${personColumns}, e.not_active AS "notActive", p.not_active AS "partnerNotActive",
      coalesce(e.login, e.identity_id::text) IS NOT NULL AS "canSignIn", 'Ahml' = ANY(p.roles) AS "isOperator",
      p.ancestor_ids AS "ancestorIds"
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]
}

/** Roles that the person has been given but that give nothing now, with the reason. */
export async function findIdle(
  db: Db,
  employeeId: number,
): Promise<(RightPath & { roleDisabled: boolean; groupNotActive: boolean; holds: string[] })[]> {
  const { rows } = await sql<RightPath & { roleDisabled: boolean; groupNotActive: boolean; holds: string[] }>`
    SELECT jsonb_build_object('id', r.id, 'name', r.name) AS role,
      CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('id', w.id, 'name', w.name) END AS workgroup,
      r.is_disabled AS "roleDisabled", coalesce(w.not_active, false) AS "groupNotActive",
      ARRAY(SELECT o.object_type || '.' || o.operation FROM user_role_operation o WHERE o.user_role_id = r.id) AS holds
    FROM (
      SELECT d.user_role_id, NULL::int AS workgroup_id FROM employee_user_role d WHERE d.employee_id = ${employeeId}
      UNION ALL
      SELECT g.user_role_id, g.workgroup_id FROM workgroup_employee m
        JOIN workgroup_user_role g ON g.workgroup_id = m.workgroup_id WHERE m.employee_id = ${employeeId}) h
    JOIN user_role r ON r.id = h.user_role_id LEFT JOIN workgroup w ON w.id = h.workgroup_id
    WHERE r.is_disabled OR w.not_active ORDER BY r.name, w.name`.execute(db)
  return rows
}

/** Roles with the operation, and whether the person holds each in any way. */
export async function findRolesWith(
  db: Db,
  employeeId: number,
  { objectType, code }: OperationCode,
): Promise<{ id: number; name: string; isDisabled: boolean; held: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; isDisabled: boolean; held: boolean }>`
    SELECT r.id, r.name, r.is_disabled AS "isDisabled",
      EXISTS (SELECT FROM role_holder h WHERE h.user_role_id = r.id AND h.employee_id = ${employeeId}) AS held
    FROM user_role r JOIN user_role_operation o ON o.user_role_id = r.id
    WHERE o.object_type = ${objectType} AND o.operation = ${code} ORDER BY r.is_disabled, r.name`.execute(db)
  return rows
}

/** Groups that the person is or may be in and that would give the operation: of the person's partner and those above it. */
export async function findGroupsWith(
  db: Db,
  person: PersonState,
  { objectType, code }: OperationCode,
): Promise<{ id: number; name: string; notActive: boolean; member: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; notActive: boolean; member: boolean }>`
    SELECT w.id, w.name, w.not_active AS "notActive",
      EXISTS (SELECT FROM workgroup_employee m WHERE m.workgroup_id = w.id AND m.employee_id = ${person.id}) AS member
    FROM workgroup w
    WHERE w.partner_id = ANY(${person.ancestorIds}::int[]) AND EXISTS (
      SELECT FROM workgroup_user_role g JOIN user_role r ON r.id = g.user_role_id AND NOT r.is_disabled
      JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = ${objectType} AND o.operation = ${code}
      WHERE g.workgroup_id = w.id)
    ORDER BY w.not_active, w.name LIMIT 50`.execute(db)
  return rows
}

/**
 * At most ten active people who may give the person a role with the operation: they assign roles, see the person's
 * partner and hold the operation themselves. Those of the person's own partner come first.
 */
export async function findGranters(
  db: Db,
  person: PersonState,
  { objectType, code }: OperationCode,
): Promise<RolePerson[]> {
  const holds = (object: string, operation: string) => sql`e.id IN (
    SELECT h.employee_id FROM user_role_operation o JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id WHERE o.object_type = ${object} AND o.operation = ${operation})`
  const { rows } = await sql<RolePerson>`
    SELECT ${personColumns} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE NOT e.not_active AND NOT p.not_active AND e.id <> ${person.id}
      AND ('Ahml' = ANY(p.roles) OR p.id = ANY(${person.ancestorIds}::int[]))
      AND ${holds('PartnerEmployee', 'UpdateRoles')} AND ${holds(objectType, code)}
    ORDER BY coalesce(array_position(${person.ancestorIds}::int[], p.id), 0) DESC, e.full_name, e.id LIMIT 10`.execute(
    db,
  )
  return rows
}
