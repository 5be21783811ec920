import { chooseInsurer, rowFor, rowKeyOf, type Tally } from '@ipoteka-office/contract/insurance/choosing.ts'
import type { DistributionSimulation } from '@ipoteka-office/contract/insurance/distributions.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/insurance/premium.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { findInsurers } from '../tariffs/insurers.repo.ts'
import { requireDistribution } from './distributions.service.ts'
import { findPastOffers } from './offers.repo.ts'

type Row = Map<number, Tally>

function counted(tallies: Row, insurerId: number, sum: string, at: string): void {
  const before = tallies.get(insurerId)
  tallies.set(insurerId, {
    insurerId,
    offered: (before?.offered ?? 0) + 1,
    sum: fromKopecks(toKopecks(before?.sum ?? '0') + toKopecks(sum)),
    lastAt: at,
  })
}

/** Makes the offers of the last days again by the version, beside what they were; insurers count as accredited today. */
export async function simulateDistribution(
  parts: BankFigures,
  context: Context,
  id: number,
): Promise<DistributionSimulation> {
  const { db } = context
  const version = await requireDistribution(parts, context, id)
  const days = (await figuresToday(parts))['insurance-trial']
  const offers = await findPastOffers(db, version.lending, addDays(bankDay(parts.clock), -days))
  const accredited = new Set(
    (await findInsurers(db, bankDay(parts.clock))).flatMap((one) => (one.isAccredited ? [one.id] : [])),
  )
  const rows = new Map<string, Row>()
  const counts = new Map<number, { before: number; after: number }>()
  const count = (insurerId: number | null, side: 'before' | 'after') => {
    if (insurerId === null) return
    const one = counts.get(insurerId) ?? { before: 0, after: 0 }
    one[side] += 1
    counts.set(insurerId, one)
  }
  let unplaced = 0
  let moved = 0
  for (const { insurerId: was, at, age, object, sum, ...place } of offers) {
    count(was, 'before')
    const row = rowFor(version.content.rows, place)
    const tallies: Row = (row && rows.get(rowKeyOf(row))) ?? new Map()
    const now =
      row === undefined
        ? null
        : chooseInsurer(row, { age, object, sum }, [...tallies.values()], accredited).insurerId
    if (now === null) unplaced += 1
    if (now !== was) moved += 1
    if (row === undefined || now === null) continue
    count(now, 'after')
    counted(tallies, now, sum, at)
    rows.set(rowKeyOf(row), tallies)
  }
  return {
    days,
    offers: offers.length,
    insurers: [...counts]
      .map(([insurerId, one]) => ({ insurerId, ...one }))
      .toSorted((one, other) => other.after - one.after || one.insurerId - other.insurerId),
    unplaced,
    moved,
  }
}
