import type { PartnerRate, PartnerRateInput } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PartRows } from './partner-part.repo.ts'
import { namedOrCode } from '../partner-shape.repo.ts'

export const rateRows = (today: string): PartRows<PartnerRate, PartnerRateInput> => ({
  table: 'partner_rate',
  columns: {
    rateCode: 'rate_code',
    value: 'value',
    dateFrom: 'date_from',
    dateTo: 'date_to',
    comment: 'comment',
  },
  select: (where, limit) => sql`
    SELECT t.id, t.rate_code AS "rateCode", ${namedOrCode('partnerRate', 't.rate_code')} AS "rateName",
      trim_scale(t.value)::text AS value, t.date_from AS "dateFrom", t.date_to AS "dateTo",
      t.date_from <= ${today}::date AND (t.date_to IS NULL OR t.date_to >= ${today}::date) AS "inForce", t.comment, t.version
    FROM partner_rate t WHERE ${where} ORDER BY "rateName", t.date_from DESC, t.id ${limit}`,
})

/** The period of the same rate that has a day in common. */
export async function findOverlap(
  db: Db,
  partnerId: number,
  input: PartnerRateInput,
  exceptId: number | null,
): Promise<{ from: string; to: string | null } | undefined> {
  const { rows } = await sql<{ from: string; to: string | null }>`
    SELECT to_char(date_from, 'DD.MM.YYYY') AS "from", to_char(date_to, 'DD.MM.YYYY') AS "to" FROM partner_rate
    WHERE partner_id = ${partnerId} AND rate_code = ${input.rateCode} AND id IS DISTINCT FROM ${exceptId}::int
      AND daterange(date_from, date_to, '[]') && daterange(${input.dateFrom}::date, ${input.dateTo}::date, '[]')
    ORDER BY date_from LIMIT 1`.execute(db)
  return rows[0]
}
