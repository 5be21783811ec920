import {
  chooseInsurer,
  type OfferFacts,
  type OfferPlace,
  rowFor,
  rowKeyOf,
} from '@ipoteka-office/contract/insurance/choosing.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { Db } from '#db/database.ts'
import { bankDay, type BankClock } from '#lib/bank-time.ts'
import { findInsurers } from '../tariffs/insurers.repo.ts'
import { findInForce } from './distributions.repo.ts'
import {
  countOffer,
  findOffer,
  findTallies,
  insertOffer,
  leaveShares,
  lockRow,
  type StoredOffer,
} from './offers.repo.ts'

export interface OfferAsk {
  readonly caseId: number
  readonly lending: Lending
  readonly place: OfferPlace
  readonly facts: OfferFacts
}

/** Why nobody was offered, in words. */
export interface MadeOffer {
  readonly id: number
  readonly insurerId: number | null
  readonly refusal: string | null
}

/**
 * Chooses an insurer by the distribution of the day and counts the offer. Offers in one row wait for each other, so that
 * shares and caps hold however many are made at once; the caller's transaction holds the row until it ends.
 */
export async function makeOffer(
  clock: BankClock,
  tx: Db,
  { caseId, lending, place, facts }: OfferAsk,
): Promise<MadeOffer> {
  const at = clock.now()
  const day = bankDay(clock)
  const version = await findInForce(tx, lending, day)
  const row = version && rowFor(version.content.rows, place)
  if (version === undefined || row === undefined) {
    const nobody = { distributionId: version?.id ?? null, rowKey: null, insurerId: null, considered: [] }
    const id = await insertOffer(tx, { caseId, lending, place, facts, at, ...nobody })
    const refusal =
      version === undefined
        ? 'Распределение страховщиков ещё не подтверждено: клиент выбирает страховщика сам'
        : 'Для этого региона, программы и вида страхования долей нет: клиент выбирает страховщика сам'
    return { id, insurerId: null, refusal }
  }
  const rowKey = rowKeyOf(row)
  await lockRow(tx, version.id, rowKey)
  const accredited = new Set(
    (await findInsurers(tx, day)).flatMap((one) => (one.isAccredited ? [one.id] : [])),
  )
  const tallies = await findTallies(tx, version.id, rowKey)
  const { insurerId, considered } = chooseInsurer(row, facts, tallies, accredited)
  const id = await insertOffer(tx, {
    ...{ caseId, lending, place, facts, at },
    ...{ distributionId: version.id, rowKey, insurerId, considered },
  })
  if (insurerId === null)
    return { id, insurerId, refusal: 'Ни один страховщик распределения не подходит: клиент выбирает сам' }
  await countOffer(tx, { distributionId: version.id, rowKey, insurerId, sum: facts.sum, at })
  return { id, insurerId, refusal: null }
}

/** Takes an offer out of the shares: the client has chosen another insurer, which is a right of the client. */
export async function recordOwnChoice(tx: Db, offerId: number, insurerId: number): Promise<void> {
  // The row before the offer: whoever makes an offer takes them in this order too.
  const seen: StoredOffer | undefined = await findOffer(tx, offerId)
  if (seen === undefined) throw new Error(`There is no offer ${offerId}`)
  if (seen.distributionId !== null && seen.rowKey !== null)
    await lockRow(tx, seen.distributionId, seen.rowKey)
  await leaveShares(tx, seen, insurerId)
}
