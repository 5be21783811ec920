import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { groundsOf } from '#features/underwriting/grounds.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { figuresOfOffer, groundsOfOffer } from '../evaluate-offer.service.ts'
import { factsOf } from '../offer-guards.service.ts'

/** Tenths of the sum that the client asks for, with the bank's words. */
const variants = [
  { place: 1, tenths: 8n, clientText: 'Сумма меньше, зато платёж по силам и срок прежний' },
  { place: 2, tenths: 7n, clientText: 'Самый низкий платёж из возможных на этот срок' },
] as const
const thousand = 100_000n

const lessOf = (amount: string, tenths: bigint): string => {
  const part = (toKopecks(amount) * tenths) / 10n
  return fromKopecks(part - (part % thousand))
}

/** What the made-up offers that still wait for an answer say, and on which facts they stand: counted as a real one is. */
export async function writeOffers(db: Db, now: Date, timeZone: string): Promise<void> {
  const bank = {
    clock: { timeZone, now: () => now },
    parameters: { figuresOn: async () => figuresAt(now) },
  }
  const { rows } = await sql<{ id: number; caseId: number; type: CaseType }>`
    SELECT d.id, d.case_id AS "caseId", f.type FROM case_decision d JOIN case_file f ON f.id = d.case_id
    WHERE d.outcome = 'COUNTER' AND f.stage = 'COUNTER_OFFER' ORDER BY d.id`.execute(db)
  for (const { id, caseId, type } of rows) {
    const row = { id: caseId, type }
    const standing = await groundsOf(bank, db, row, null)
    const { amount, termMonths, rate } = standing.requested
    if (amount === null || termMonths === null || rate === null) continue
    const offers: object[] = []
    for (const { place, tenths, clientText } of variants) {
      const terms = { amount: lessOf(amount, tenths), termMonths, rate, addedIncome: null, paidOff: [] }
      const grounds = await groundsOfOffer(bank, db, row, terms)
      offers.push({ ...terms, ...figuresOfOffer(grounds, terms), place, clientText })
    }
    const kept = JSON.stringify({ offers, facts: factsOf(standing, bankDay(bank.clock)) })
    await sql`UPDATE case_decision SET snapshot = snapshot || ${kept}::text::jsonb WHERE id = ${id}`.execute(
      db,
    )
    await sql`UPDATE case_decision d SET hash = decision_hash(d) WHERE id = ${id}`.execute(db)
  }
}
