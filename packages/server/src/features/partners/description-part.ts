import type { PartnerDescription } from '@ipoteka-office/contract/partner-parts.ts'
import { sql } from 'kysely'
import type { Part } from './partner-part.ts'

/** Notes on the partner, newest first; the newest is the description of the card. */
export const descriptionPart: Part<PartnerDescription, { text: string }> = {
  table: 'partner_description',
  notFound: 'Описание не найдено',
  columns: { text: 'text' },
  select: (where, limit) => sql`
    SELECT t.id, t.text, e.full_name AS author, t.created_at AS "createdAt", t.version
    FROM partner_description t LEFT JOIN employee e ON e.id = t.author_id WHERE ${where} ORDER BY t.id DESC ${limit}`,
  fixed: ({ actor }) => ({ author_id: actor.employeeId }),
}
