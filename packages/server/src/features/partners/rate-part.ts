import { periodIssues } from '@ipoteka-office/contract/partner-parts.ts'
import type { PartnerRate, PartnerRateInput } from '@ipoteka-office/contract/partner-roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { requireCode } from './partner-codes.service.ts'
import type { Part } from './partner-part.ts'
import { namedOrCode } from './partner-shape.ts'

/** The period of the same rate that has a day in common. */
async function findOverlap(db: Db, partnerId: number, input: PartnerRateInput, exceptId: number | null) {
  const { rows } = await sql<{ from: string; to: string | null }>`
    SELECT to_char(date_from, 'DD.MM.YYYY') AS "from", to_char(date_to, 'DD.MM.YYYY') AS "to" FROM partner_rate
    WHERE partner_id = ${partnerId} AND rate_code = ${input.rateCode} AND id IS DISTINCT FROM ${exceptId}::int
      AND daterange(date_from, date_to, '[]') && daterange(${input.dateFrom}::date, ${input.dateTo}::date, '[]')
    ORDER BY date_from LIMIT 1`.execute(db)
  return rows[0]
}

/** Rates by periods; periods of one rate have no day in common. */
export const ratePart = (today: string): Part<PartnerRate, PartnerRateInput> => ({
  table: 'partner_rate',
  notFound: 'Ставка не найдена',
  operatorOnly: 'Изменить ставки',
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
  async check({ db }, partnerId, input, before) {
    const issues = periodIssues(input)
    if (issues.length > 0) throw invalid(issues)
    await requireCode(db, 'partnerRate', 'rateCode', input.rateCode, before?.rateCode)
    const overlap = await findOverlap(db, partnerId, input, before?.id ?? null)
    if (overlap !== undefined) {
      const period = overlap.to === null ? `с ${overlap.from}` : `${overlap.from}–${overlap.to}`
      throw invalid([
        { path: 'dateFrom', message: `Период пересекается с другим периодом этой ставки: ${period}` },
      ])
    }
    return { ...input, value: String(Number(input.value)) }
  },
})
