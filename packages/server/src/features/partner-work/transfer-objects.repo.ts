import { byCaseType, type CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  isCaseKind,
  isOfEmployee,
  type ReassignmentType,
  type TransferKind,
  transferKindsOf,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What a transfer takes from whom. */
export interface TransferScope {
  readonly partnerId: number
  readonly typeCode: ReassignmentType
  readonly regionCode: string | null
  readonly employeeId: number | null
}

/** Open cases of a type that a transfer takes: the partner's, those of a region, or an employee's who leads or checks them. */
const casesOf =
  (type: CaseType, name: string): ((scope: TransferScope) => RawBuilder<unknown>) =>
  ({ partnerId, typeCode, regionCode, employeeId }) =>
    sql`
    SELECT f.id AS object_id, ${name}::text || ' ' || f.number || ', ' || f.client_name AS title FROM case_file f
    WHERE f.type = ${type} AND f.partner_id = ${partnerId} AND NOT f.closed AND f.archived_at IS NULL
      ${typeCode === 'BY_REGION' || regionCode !== null ? sql`AND f.region_code = ${regionCode}` : sql``}
      ${
        isOfEmployee(typeCode)
          ? sql`AND (f.responsible_id = ${employeeId}::int OR EXISTS (SELECT FROM application a
              JOIN approver h ON h.id = a.approver_id
              WHERE a.id = f.id AND a.closed_at IS NULL AND h.employee_id = ${employeeId}::int))`
          : sql``
      }`

/** The objects of a kind as (object_id, title): what is counted before is what is collected later. */
const objectsOf: Record<TransferKind, (scope: TransferScope) => RawBuilder<unknown>> = {
  ...byCaseType((type, { name }) => casesOf(type, name)),
  PARTNER_LINK: ({ partnerId }) => sql`
    SELECT l.id AS object_id, 'Связь: ' || p.short_name || ', ' || coalesce(i.name, l.role_code) AS title
    FROM partner_link l
    JOIN partner p ON p.id = CASE WHEN l.partner_id = ${partnerId} THEN l.linked_partner_id ELSE l.partner_id END
    LEFT JOIN reference_item i ON i.dictionary = 'partnerRole' AND i.code = l.role_code
    WHERE l.partner_id = ${partnerId} OR l.linked_partner_id = ${partnerId}`,
  WORKGROUP: ({ partnerId }) => sql`
    SELECT g.id AS object_id, 'Группа «' || g.name || '»' AS title FROM workgroup g
    WHERE g.partner_id = ${partnerId} AND NOT g.not_active`,
  WORKGROUP_MEMBER: ({ employeeId }) => sql`
    SELECT m.id AS object_id, 'Участие в группе «' || g.name || '»' AS title
    FROM workgroup_employee m JOIN workgroup g ON g.id = m.workgroup_id WHERE m.employee_id = ${employeeId}::int`,
  CONTACT: ({ partnerId, typeCode, employeeId }) => sql`
    SELECT c.id AS object_id, 'Контакт ' || c.value AS title FROM contact c
    WHERE NOT c.not_used AND ${
      isOfEmployee(typeCode)
        ? sql`c.employee_id = ${employeeId}::int`
        : sql`c.partner_id = ${partnerId} AND c.employee_id IS NULL`
    }`,
}

/** How many objects of each kind would move now. */
export async function countObjects(
  db: Db,
  scope: TransferScope,
): Promise<{ kind: TransferKind; count: number }[]> {
  const parts = transferKindsOf[scope.typeCode].map(
    (kind) =>
      sql`SELECT ${sql.lit(kind)}::text AS kind, count(*)::int AS count FROM (${objectsOf[kind](scope)}) o`,
  )
  const { rows } = await sql<{
    kind: TransferKind
    count: number
  }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)
  return rows
}

/** Writes down what is to move, in the order of the kinds; answers how many. */
export async function collectObjects(db: Db, reassignmentId: number, scope: TransferScope): Promise<void> {
  for (const kind of transferKindsOf[scope.typeCode])
    await sql`
      INSERT INTO partner_reassignment_item (reassignment_id, object_type, object_id, title)
      SELECT ${reassignmentId}, ${kind}, o.object_id, o.title FROM (${objectsOf[kind](scope)}) o ORDER BY o.object_id
      ON CONFLICT DO NOTHING`.execute(db)
}

/** Regions of the cases that would move. */
export async function findRegionsToMove(db: Db, scope: TransferScope): Promise<string[]> {
  const kinds = transferKindsOf[scope.typeCode].filter(isCaseKind)
  const { rows } = await sql<{ code: string }>`
    SELECT DISTINCT f.region_code AS code FROM case_file f WHERE f.region_code IS NOT NULL
      AND f.id IN (${sql.join(
        kinds.map((kind) => sql`SELECT o.object_id FROM (${objectsOf[kind](scope)}) o`),
        sql` UNION ALL `,
      )}) ORDER BY 1`.execute(db)
  return rows.map(({ code }) => code)
}

interface MovedTo {
  readonly fromPartnerId: number
  readonly toPartnerId: number
  readonly fromEmployeeId: number | null
  readonly toEmployeeId: number | null
}

/** Gives a link to the new partner; the reason when it cannot. */
export async function moveLink(db: Db, id: number, { fromPartnerId, toPartnerId }: MovedTo) {
  const { rows } = await sql<{ ownSide: boolean; other: number; roleCode: string }>`
    SELECT l.partner_id = ${fromPartnerId} AS "ownSide", l.role_code AS "roleCode",
      CASE WHEN l.partner_id = ${fromPartnerId} THEN l.linked_partner_id ELSE l.partner_id END AS other
    FROM partner_link l
    WHERE l.id = ${id} AND ${fromPartnerId} IN (l.partner_id, l.linked_partner_id) FOR UPDATE`.execute(db)
  const [link] = rows
  if (link === undefined) return 'Связь уже у другого партнёра'
  if (link.other === toPartnerId) return 'Связь вела бы от получателя к нему самому'
  const [partnerId, linkedId] = link.ownSide ? [toPartnerId, link.other] : [link.other, toPartnerId]
  const taken = await sql`
    SELECT id FROM partner_link WHERE partner_id = ${partnerId} AND linked_partner_id = ${linkedId}
      AND role_code = ${link.roleCode}`.execute(db)
  if (taken.rows.length > 0) return 'Такая связь у получателя уже есть'
  await sql`UPDATE partner_link SET partner_id = ${partnerId}, linked_partner_id = ${linkedId}, version = version + 1
    WHERE id = ${id}`.execute(db)
  return null
}

/** Gives a contact to the new partner or employee, not as the main one; the reason when it cannot. */
export async function moveContact(db: Db, id: number, to: MovedTo): Promise<string | null> {
  const { rows } = await sql<{ type: number; value: string; owner: number | null; partnerId: number }>`
    SELECT contact_type_id AS type, value, employee_id AS owner, partner_id AS "partnerId" FROM contact
    WHERE id = ${id} FOR UPDATE`.execute(db)
  const [contact] = rows
  const isTheirs =
    to.fromEmployeeId === null
      ? contact?.owner === null && contact.partnerId === to.fromPartnerId
      : contact?.owner === to.fromEmployeeId
  if (contact === undefined || !isTheirs) return 'Контакт уже у другого владельца'
  const taken = await sql`
    SELECT id FROM contact WHERE partner_id = ${to.toPartnerId} AND contact_type_id = ${contact.type}
      AND value = ${contact.value} AND employee_id IS NOT DISTINCT FROM ${to.toEmployeeId}::int`.execute(db)
  if (taken.rows.length > 0) return 'Такой контакт у получателя уже есть'
  await sql`UPDATE contact SET partner_id = ${to.toPartnerId}, employee_id = ${to.toEmployeeId}::int, main = false,
    version = version + 1 WHERE id = ${id}`.execute(db)
  return null
}
