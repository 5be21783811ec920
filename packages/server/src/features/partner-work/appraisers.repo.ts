import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { findAppraisers as contract } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

type Appraiser = ResponseOf<typeof contract>['content'][number]

export interface AppraiserFilter extends PageQuery {
  readonly regionCode?: string | null | undefined
  readonly search: string
  /** The day on which the accreditation must be in force. */
  readonly date: string
}

const contactOf = (type: number) => sql`(SELECT c.value FROM contact c
  WHERE c.partner_id = p.id AND c.employee_id IS NULL AND c.contact_type_id = ${sql.lit(type)} AND NOT c.not_used
  ORDER BY c.main DESC, c.id LIMIT 1)`

/** Active appraisers with an accreditation in force; their longest lasting one is shown. */
export async function findAppraisers(
  db: Db,
  actor: Actor,
  filter: AppraiserFilter,
): Promise<Page<Appraiser>> {
  const { regionCode, search, date } = filter
  const where = sql`r.role_code = 'Appraiser' AND NOT r.not_active AND NOT p.not_active AND ${visibleTo(actor, 'p.id')}
    ${search === '' ? sql`` : sql`AND p.search_text LIKE search_form(${anywhere(search)})`}
    ${
      regionCode
        ? sql`AND (p.region_code = ${regionCode} OR EXISTS (
          SELECT FROM partner_region g WHERE g.partner_id = p.id AND g.region_code = ${regionCode}))`
        : sql``
    }`
  const source = sql`partner_role r JOIN partner p ON p.id = r.partner_id
    JOIN LATERAL (SELECT a.date_from, a.date_to, a.document_name, a.document_number FROM accreditation a
      WHERE a.partner_role_id = r.id AND a.status = 'ACTIVE' AND a.date_from <= ${date}::date
        AND (a.date_to IS NULL OR a.date_to >= ${date}::date)
      ORDER BY a.date_to DESC NULLS FIRST, a.id LIMIT 1) a ON true`
  const read = sql<Appraiser>`
    SELECT p.id, p.short_name AS "shortName", p.full_name AS "fullName", p.inn,
      ${contactOf(1)} AS phone, ${contactOf(3)} AS email,
      coalesce((SELECT json_agg(json_build_object('code', g.code, 'name', coalesce(i.name, g.code)) ORDER BY g.code)
        FROM (SELECT region_code AS code FROM partner_region WHERE partner_id = p.id
          UNION SELECT p.region_code WHERE p.region_code IS NOT NULL) g
        LEFT JOIN reference_item i ON i.dictionary = 'region' AND i.code = g.code), '[]') AS regions,
      json_build_object('dateFrom', a.date_from, 'dateTo', a.date_to, 'documentName', a.document_name,
        'documentNumber', a.document_number) AS accreditation
    FROM ${source} WHERE ${where}
    ORDER BY p.short_name, p.id LIMIT ${filter.size} OFFSET ${filter.page * filter.size}`
  return readPage(filter, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, sql`FROM ${source} WHERE ${where}`),
  })
}
