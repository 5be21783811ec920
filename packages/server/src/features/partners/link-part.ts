import {
  type PartnerLink,
  type PartnerLinkInput,
  periodIssues,
} from '@ipoteka-office/contract/partner-parts.ts'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findPlace } from './partner-card.repo.ts'
import { requireCode } from './partner-codes.service.ts'
import type { Part } from './partner-part.ts'
import { namedOrCode } from './partner-shape.ts'

async function requireLinked(
  { db, actor }: Context,
  partnerId: number,
  input: PartnerLinkInput,
): Promise<void> {
  const refuse = (path: string, message: string) => invalid([{ path, message }])
  if (input.linkedPartnerId === partnerId)
    throw refuse('linkedPartnerId', 'Партнёр не связывается сам с собой')
  const linked = await findPlace(db, actor, input.linkedPartnerId)
  if (linked === undefined) throw refuse('linkedPartnerId', 'Партнёр не найден')
  if (!linked.roles.includes(input.roleCode))
    throw refuse('roleCode', `У партнёра «${linked.shortName}» нет этой роли`)
}

/** Partners that work with this one, each in a role that it holds. */
export const linkPart: Part<PartnerLink, PartnerLinkInput> = {
  table: 'partner_link',
  notFound: 'Связь не найдена',
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
  async check(context, partnerId, input, before) {
    const issues = periodIssues(input)
    if (issues.length > 0) throw invalid(issues)
    await requireCode(context.db, 'partnerRole', 'roleCode', input.roleCode, before?.roleCode)
    const isSame = before?.linkedPartnerId === input.linkedPartnerId && before.roleCode === input.roleCode
    if (!isSame) await requireLinked(context, partnerId, input)
    const twin = await context.db
      .selectFrom('partner_link')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('linked_partner_id', '=', input.linkedPartnerId)
      .where('role_code', '=', input.roleCode)
      .executeTakeFirst()
    if (twin !== undefined && twin.id !== before?.id)
      throw invalid([{ path: 'linkedPartnerId', message: 'Такая связь уже есть' }])
    return input
  },
}

export const ofRole = (roleCode: string) => sql<boolean>`t.role_code = ${roleCode}`

/** Links in force on the day with partners that are active. */
export const linkInForce = (today: string): RawBuilder<boolean> => sql<boolean>`(
  (t.date_from IS NULL OR t.date_from <= ${today}::date) AND (t.date_to IS NULL OR t.date_to >= ${today}::date)
  AND EXISTS (SELECT FROM partner a WHERE a.id = t.linked_partner_id AND NOT a.not_active))`
