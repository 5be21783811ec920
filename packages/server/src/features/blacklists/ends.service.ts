import type { Db } from '#db/database.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import { addMonths, fromDay, toDay } from '#features/calendar/dates.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { destroyEntries, lockKept, lockOver } from './ends.repo.ts'
import { findEntry } from './entries.repo.ts'
import { entryKinds } from './entry-kind.ts'
import { objectOf } from './stored-entry.ts'

/** Entries of one transaction. */
const atOnce = 200

/** Ends a batch of entries whose last day has passed; answers how many there were. */
async function expireBatch(db: Db, { clock }: BankFigures): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const keys = await lockOver(tx, bankDay(clock), atOnce)
    for (const key of keys) {
      const entry = await findEntry(tx, key)
      if (entry === undefined) continue
      const system = { db: tx, actor: null, requestId: null, clock }
      await moveRecord(entryKinds[objectOf(key.kind)], system, entry, { action: 'expire' })
      await publish(tx, topics.blacklistEntry(key.id))
    }
    for (const kind of new Set(keys.map((key) => key.kind))) await publish(tx, topics.blacklist(kind))
    return keys.length
  })
}

/** Destroys what a batch of entries said, if their years of keeping are over, and writes the act of it. */
async function destroyBatch(db: Db, bank: BankFigures): Promise<number> {
  const { 'blacklist-retention': years } = await figuresToday(bank)
  const before = fromDay(addMonths(toDay(bankDay(bank.clock)), -12 * years))
  return db.transaction().execute(async (tx) => {
    const entries = await lockKept(tx, before, atOnce)
    for (const kind of new Set(entries.map((entry) => entry.kind))) {
      const own = entries.filter((entry) => entry.kind === kind)
      await destroyEntries(tx, { kind, years, at: bank.clock.now(), entries: own })
      await publish(tx, topics.blacklist(kind))
    }
    return entries.length
  })
}

async function untilNone(batch: () => Promise<number>): Promise<void> {
  let done = await batch()
  while (done === atOnce) done = await batch()
}

/** What a new day brings to blacklists: entries that are over end, and what has been kept long enough is destroyed. */
export async function endOldEntries(db: Db, bank: BankFigures): Promise<void> {
  await untilNone(() => expireBatch(db, bank))
  await untilNone(() => destroyBatch(db, bank))
}
