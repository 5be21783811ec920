import { isBankAccount } from '@ipoteka-office/contract/common/bank-account.ts'
import {
  accountKeyMessage,
  type PartnerAccount,
  type PartnerAccountInput,
  unknownBankMessage,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { accountRows, clearMainAccount, findOtherAccounts, isBankKnown } from './accounts.repo.ts'
import type { Part } from './partner-parts.service.ts'

async function requireBank(db: Db, { account, bic }: PartnerAccountInput): Promise<void> {
  if (!(await isBankKnown(db, bic))) throw invalid([{ path: 'bic', message: unknownBankMessage }])
  if (!isBankAccount(account, bic)) throw invalid([{ path: 'account', message: accountKeyMessage }])
}

/** Accounts: exactly one is main. The first becomes it, another one takes it over. */
export const accountPart: Part<PartnerAccount, PartnerAccountInput> = {
  ...accountRows,
  notFound: 'Счёт не найден',
  async check({ db }, partnerId, input, before) {
    await requireBank(db, input)
    const others = await findOtherAccounts(db, partnerId, before?.id ?? null)
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
    if (main && !before?.main) await clearMainAccount(db, partnerId)
  },
  async refusal({ db }, partnerId, { id, main }) {
    if (!main || (await findOtherAccounts(db, partnerId, id)).length === 0) return null
    return 'Основной счёт: сначала сделайте основным другой'
  },
}
