import type {
  Accreditation,
  AccreditationInput,
  PartnerRole,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Horizon } from '#lib/bank-time.ts'
import type { PartRows } from './partner-part.repo.ts'
import { bestAccreditation, namedOrCode } from '../partner-shape.repo.ts'

const accreditationShape = ({ today, soon }: Horizon) => sql`'id', t.id, 'typeCode', t.type_code,
  'typeName', ${namedOrCode('accreditationType', 't.type_code')}, 'status', t.status,
  'state', accreditation_state(t.status, t.date_from, t.date_to, ${today}::date, ${soon}::date),
  'daysLeft', CASE WHEN accreditation_state(t.status, t.date_from, t.date_to, ${today}::date, ${soon}::date) IN ('ACTIVE', 'EXPIRING')
    THEN t.date_to - ${today}::date END,
  'dateFrom', t.date_from, 'dateTo', t.date_to, 'documentName', t.document_name, 'documentNumber', t.document_number,
  'documentDate', t.document_date, 'comment', t.comment, 'version', t.version`

/** The catalogue's number is the id of the item; `rowId` is the row's. */
export type RoleItem = PartnerRole & { readonly rowId: number }
export interface RoleInput {
  /** Of a new one. */
  readonly roleCode?: string
  readonly notActive: boolean
  readonly comment: string
  /** Said, not stored. */
  readonly confirmed: boolean
}

/** Roles that a partner plays, addressed by the catalogue's number. */
export const roleRows = (horizon: Horizon): PartRows<RoleItem, RoleInput> => ({
  table: 'partner_role',
  columns: { notActive: 'not_active', comment: 'comment' },
  key: sql`(SELECT k.id FROM partner_role_catalogue k WHERE k.code = t.role_code)`,
  rowOf: ({ rowId }) => rowId,
  fixed: (_, { roleCode }) => ({ role_code: roleCode }),
  select: (where, limit) => sql`
    SELECT c.id, t.id AS "rowId", c.code, c.name, t.not_active AS "notActive", t.comment, best.state, best.date_to AS "dateTo",
      coalesce((SELECT json_agg(json_build_object(${accreditationShape(horizon)}) ORDER BY t.date_from DESC, t.id DESC)
        FROM accreditation t WHERE t.partner_role_id = r.id), '[]') AS accreditations, t.version
    FROM partner_role t JOIN partner_role r ON r.id = t.id JOIN partner_role_catalogue c ON c.code = t.role_code
    LEFT JOIN ${bestAccreditation(horizon)} best ON true WHERE ${where} ORDER BY t.not_active, c.sort_order, c.id ${limit}`,
})

/** Accreditations of the role with the row's id. */
export const accreditationRows = (
  roleRowId: number,
  horizon: Horizon,
): PartRows<Accreditation, AccreditationInput> => ({
  table: 'accreditation',
  columns: {
    typeCode: 'type_code',
    status: 'status',
    dateFrom: 'date_from',
    dateTo: 'date_to',
    documentName: 'document_name',
    documentNumber: 'document_number',
    documentDate: 'document_date',
    comment: 'comment',
  },
  scope: sql<boolean>`t.partner_role_id = ${roleRowId}`,
  fixed: () => ({ partner_role_id: roleRowId }),
  select: (where, limit) => sql`
    SELECT a.* FROM (
      SELECT json_build_object(${accreditationShape(horizon)}) AS item FROM accreditation t
      WHERE ${where} ORDER BY t.date_from DESC, t.id DESC ${limit}) i
    CROSS JOIN LATERAL json_to_record(i.item) AS a(id int, "typeCode" text, "typeName" text, status text, state text,
      "daysLeft" int, "dateFrom" text, "dateTo" text, "documentName" text, "documentNumber" text, "documentDate" text,
      comment text, version int)`,
})

/** How often the role is used: what keeps it from being removed. */
export async function countUses(
  db: Db,
  partnerId: number,
  { code, rowId }: RoleItem,
): Promise<{ accreditations: number; groups: number; links: number }> {
  const { rows } = await sql<{ accreditations: number; groups: number; links: number }>`
    SELECT (SELECT count(*)::int FROM accreditation a WHERE a.partner_role_id = ${rowId}) AS accreditations,
      (SELECT count(DISTINCT w.id)::int FROM workgroup w JOIN workgroup_role_of_group g ON g.workgroup_id = w.id
        JOIN workgroup_role wr ON wr.id = g.workgroup_role_id
        WHERE w.partner_id = ${partnerId} AND wr.partner_role_code = ${code}) AS groups,
      (SELECT count(*)::int FROM partner_link l WHERE l.linked_partner_id = ${partnerId} AND l.role_code = ${code}) AS links`.execute(
    db,
  )
  return rows[0] ?? { accreditations: 0, groups: 0, links: 0 }
}

/** A role of the catalogue and whether the partner has it. */
export async function findOffered(
  db: Db,
  partnerId: number,
  roleId: number,
): Promise<{ code: string; active: boolean; held: boolean } | undefined> {
  const { rows } = await sql<{ code: string; active: boolean; held: boolean }>`
    SELECT c.code, c.active,
      EXISTS (SELECT FROM partner_role r WHERE r.partner_id = ${partnerId} AND r.role_code = c.code) AS held
    FROM partner_role_catalogue c WHERE c.id = ${roleId} ORDER BY c.active DESC LIMIT 1`.execute(db)
  return rows[0]
}
