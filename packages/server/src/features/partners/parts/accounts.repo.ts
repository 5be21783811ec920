import type { PartnerAccount, PartnerAccountInput } from '@ipoteka-office/contract/partners/partner-parts.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PartRows } from './partner-part.repo.ts'

export const accountRows: PartRows<PartnerAccount, PartnerAccountInput> = {
  table: 'partner_account',
  columns: { account: 'account', bic: 'bic', purpose: 'purpose', main: 'main', notUsed: 'not_used' },
  select: (where, limit) => sql`
    SELECT t.id, t.account, t.bic, b.name AS "bankName", b.correspondent_account AS "correspondentAccount", t.purpose,
      t.main, t.not_used AS "notUsed", t.version
    FROM partner_account t JOIN bank b ON b.bic = t.bic WHERE ${where} ORDER BY t.main DESC, t.not_used, t.id ${limit}`,
}

/** The partner's accounts beside the one. */
export const findOtherAccounts = (db: Db, partnerId: number, exceptId: number | null) =>
  db
    .selectFrom('partner_account')
    .select(['id', 'account', 'bic'])
    .where('partner_id', '=', partnerId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? 0))
    .execute()

/** Whether the directory of banks has the БИК. */
export async function isBankKnown(db: Db, bic: string): Promise<boolean> {
  return (await db.selectFrom('bank').select('bic').where('bic', '=', bic).executeTakeFirst()) !== undefined
}

/** No account of the partner is main any longer. */
export async function clearMainAccount(db: Db, partnerId: number): Promise<void> {
  await db
    .updateTable('partner_account')
    .set((eb) => ({ main: false, version: eb('version', '+', 1) }))
    .where('partner_id', '=', partnerId)
    .where('main', '=', true)
    .execute()
}
