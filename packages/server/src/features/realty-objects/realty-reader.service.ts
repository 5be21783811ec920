import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { RealtyReader } from './realty-list.repo.ts'

/** The person as a reader of the list today. */
export const realtyReader = async (bank: BankFigures, actor: Actor): Promise<RealtyReader> => ({
  actor,
  today: bankDay(bank.clock),
  figures: await figuresToday(bank),
})
