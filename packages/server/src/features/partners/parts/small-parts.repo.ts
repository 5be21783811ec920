import type {
  PartnerDescription,
  PartnerLink,
  PartnerLinkInput,
  PartnerRegion,
  PartnerRegionInput,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PartRows } from './partner-part.repo.ts'
import { namedOrCode } from '../partner-shape.repo.ts'

export const regionRows: PartRows<PartnerRegion, PartnerRegionInput> = {
  table: 'partner_region',
  columns: { regionCode: 'region_code', comment: 'comment' },
  select: (where, limit) => sql`
    SELECT t.id, t.region_code AS "regionCode", ${namedOrCode('region', 't.region_code')} AS "regionName", t.comment, t.version
    FROM partner_region t WHERE ${where} ORDER BY t.region_code ${limit}`,
}

/** The row with which the partner has the region. */
export const findRegion = (db: Db, partnerId: number, regionCode: string) =>
  db
    .selectFrom('partner_region')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('region_code', '=', regionCode)
    .executeTakeFirst()

/** Newest first. */
export const descriptionRows: PartRows<PartnerDescription, { text: string }> = {
  table: 'partner_description',
  columns: { text: 'text' },
  select: (where, limit) => sql`
    SELECT t.id, t.text, e.full_name AS author, t.created_at AS "createdAt", t.version
    FROM partner_description t LEFT JOIN employee e ON e.id = t.author_id WHERE ${where} ORDER BY t.id DESC ${limit}`,
  fixed: (actor) => ({ author_id: actor.employeeId }),
}

export const linkRows: PartRows<PartnerLink, PartnerLinkInput> = {
  table: 'partner_link',
  columns: {
    linkedPartnerId: 'linked_partner_id',
    roleCode: 'role_code',
    dateFrom: 'date_from',
    dateTo: 'date_to',
    comment: 'comment',
  },
  select: (where, limit) => sql`
    SELECT t.id, t.linked_partner_id AS "linkedPartnerId",
      json_build_object('id', l.id, 'shortName', l.short_name, 'fullName', l.full_name, 'inn', l.inn, 'notActive', l.not_active)
        AS partner,
      t.role_code AS "roleCode", ${namedOrCode('partnerRole', 't.role_code')} AS "roleName",
      t.date_from AS "dateFrom", t.date_to AS "dateTo", t.comment, t.version
    FROM partner_link t JOIN partner l ON l.id = t.linked_partner_id
    WHERE ${where} ORDER BY l.short_name, l.id, t.role_code ${limit}`,
}

/** The row that links the two in the role. */
export const findLink = (db: Db, partnerId: number, { linkedPartnerId, roleCode }: PartnerLinkInput) =>
  db
    .selectFrom('partner_link')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('linked_partner_id', '=', linkedPartnerId)
    .where('role_code', '=', roleCode)
    .executeTakeFirst()

export const linkOfRole = (roleCode: string): RawBuilder<boolean> => sql<boolean>`t.role_code = ${roleCode}`

/** Links in force on the day with partners that are active. */
export const linkInForce = (today: string): RawBuilder<boolean> => sql<boolean>`(
  (t.date_from IS NULL OR t.date_from <= ${today}::date) AND (t.date_to IS NULL OR t.date_to >= ${today}::date)
  AND EXISTS (SELECT FROM partner a WHERE a.id = t.linked_partner_id AND NOT a.not_active))`
