import type { PartnerRegion, PartnerRegionInput } from '@ipoteka-office/contract/partner-parts.ts'
import { sql } from 'kysely'
import { invalid } from '#http/errors.ts'
import { requireCode } from './partner-codes.service.ts'
import type { Part } from './partner-part.ts'
import { namedOrCode } from './partner-shape.ts'

/** Regions where the partner works. */
export const regionPart: Part<PartnerRegion, PartnerRegionInput> = {
  table: 'partner_region',
  notFound: 'Регион не найден',
  columns: { regionCode: 'region_code', comment: 'comment' },
  select: (where, limit) => sql`
    SELECT t.id, t.region_code AS "regionCode", ${namedOrCode('region', 't.region_code')} AS "regionName", t.comment, t.version
    FROM partner_region t WHERE ${where} ORDER BY t.region_code ${limit}`,
  async check({ db }, partnerId, input, before) {
    await requireCode(db, 'region', 'regionCode', input.regionCode, before?.regionCode)
    const twin = await db
      .selectFrom('partner_region')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('region_code', '=', input.regionCode)
      .executeTakeFirst()
    if (twin !== undefined && twin.id !== before?.id)
      throw invalid([{ path: 'regionCode', message: 'Этот регион у партнёра уже есть' }])
    return input
  },
}
