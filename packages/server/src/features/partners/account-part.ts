import { isBankAccount } from '@ipoteka-office/contract/common/bank-account.ts'
import {
  accountKeyMessage,
  type PartnerAccount,
  type PartnerAccountInput,
  unknownBankMessage,
} from '@ipoteka-office/contract/partner-parts.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import type { Part } from './partner-part.ts'

const othersOf = async (db: Db, partnerId: number, exceptId: number | null) => {
  const { rows } = await sql<{ id: number; account: string; bic: string; main: boolean }>`
    SELECT id, account, bic, main FROM partner_account
    WHERE partner_id = ${partnerId} AND id IS DISTINCT FROM ${exceptId}::int`.execute(db)
  return rows
}

async function requireBank(db: Db, { account, bic }: PartnerAccountInput): Promise<void> {
  const bank = await db.selectFrom('bank').select('bic').where('bic', '=', bic).executeTakeFirst()
  if (bank === undefined) throw invalid([{ path: 'bic', message: unknownBankMessage }])
  if (!isBankAccount(account, bic)) throw invalid([{ path: 'account', message: accountKeyMessage }])
}

/** Accounts: exactly one is main. The first becomes it, another one takes it over. */
export const accountPart: Part<PartnerAccount, PartnerAccountInput> = {
  table: 'partner_account',
  notFound: 'Счёт не найден',
  columns: { account: 'account', bic: 'bic', purpose: 'purpose', main: 'main', notUsed: 'not_used' },
  select: (where, limit) => sql`
    SELECT t.id, t.account, t.bic, b.name AS "bankName", b.correspondent_account AS "correspondentAccount", t.purpose,
      t.main, t.not_used AS "notUsed", t.version
    FROM partner_account t JOIN bank b ON b.bic = t.bic WHERE ${where} ORDER BY t.main DESC, t.not_used, t.id ${limit}`,
  async check({ db }, partnerId, input, before) {
    await requireBank(db, input)
    const others = await othersOf(db, partnerId, before?.id ?? null)
    if (others.some(({ account, bic }) => account === input.account && bic === input.bic))
      throw invalid([{ path: 'account', message: 'Этот счёт у партнёра уже есть' }])
    const values = { ...input, main: input.main || others.length === 0 }
    if (before?.main && !values.main)
      throw invalid([{ path: 'main', message: 'Сделайте основным другой счёт: основной всегда один' }])
    if (values.main && values.notUsed)
      throw invalid([{ path: 'notUsed', message: 'Основной счёт используется: сделайте основным другой' }])
    return values
  },
  async settle({ db }, partnerId, { main }, before) {
    if (main && !before?.main)
      await sql`UPDATE partner_account SET main = false, version = version + 1
        WHERE partner_id = ${partnerId} AND main`.execute(db)
  },
  async refusal({ db }, partnerId, { id, main }) {
    if (!main || (await othersOf(db, partnerId, id)).length === 0) return null
    return 'Основной счёт: сначала сделайте основным другой'
  },
}
