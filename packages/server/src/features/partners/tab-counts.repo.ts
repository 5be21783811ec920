import type { PartnerTabCounts } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Tabs that need a right beside the one to read the card: whether the caller has it. */
export interface CountedTabs {
  readonly documents: boolean
  readonly employees: boolean
  readonly workgroups: boolean
}

const countIn = (from: RawBuilder<unknown>) => sql`(SELECT count(*)::int FROM ${from})`
const countWhen = (counted: boolean, from: RawBuilder<unknown>) => (counted ? countIn(from) : sql`NULL`)

/** All counts of a partner's card in one statement; every table has an index that begins with the partner. */
export async function findTabCounts(
  db: Db,
  id: number,
  counted: CountedTabs,
): Promise<PartnerTabCounts | undefined> {
  const { rows } = await sql<PartnerTabCounts>`
    SELECT ${countIn(sql`partner b WHERE b.parent_id = p.id`)} AS branches,
      ${countIn(sql`partner_account t WHERE t.partner_id = p.id`)} AS accounts,
      ${countIn(sql`contact t WHERE t.partner_id = p.id AND t.employee_id IS NULL`)} AS contacts,
      ${countIn(sql`partner_region t WHERE t.partner_id = p.id`)} AS regions,
      ${countIn(sql`partner_role t WHERE t.partner_id = p.id`)} AS roles,
      ${countIn(sql`partner_rate t WHERE t.partner_id = p.id`)} AS rates,
      ${countIn(sql`partner_link t WHERE t.partner_id = p.id`)} AS links,
      ${countIn(sql`partner_notification t WHERE t.partner_id = p.id`)} AS notifications,
      ${countIn(sql`partner_reassignment t WHERE t.partner_id = p.id`)} AS reassignment,
      ${countWhen(
        counted.documents,
        sql`document d WHERE d.owner_type = 'PARTNER' AND d.owner_id = p.id
        AND d.deleted_at IS NULL AND d.removed_at IS NULL`,
      )} AS documents,
      ${countWhen(counted.employees, sql`employee e WHERE e.partner_id = p.id AND NOT e.not_active`)} AS employees,
      ${countWhen(counted.workgroups, sql`workgroup g WHERE g.partner_id = p.id AND NOT g.not_active`)} AS workgroups
    FROM partner p WHERE p.id = ${id}`.execute(db)
  return rows[0]
}
