import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import {
  type BrokenRow,
  countHistory,
  findBrokenRow,
  findBrokenSeal,
  findSealable,
  haveEndedBefore,
  insertSeal,
} from './seals.repo.ts'

const pollMs = 250

/**
 * Seals the history written so far; answers the number of rows sealed, 0 when there is nothing or when a
 * transaction outlasts `patienceMs`. Ids are given out before their rows are committed, so a row is sealed only after
 * every transaction that might still fill a gap below it has ended.
 */
export async function sealHistory(db: Db, patienceMs = 60_000): Promise<number> {
  const { upTo, nextTransaction } = await findSealable(db)
  if (upTo === null) return 0
  const until = Date.now() + patienceMs
  while (!(await haveEndedBefore(db, nextTransaction))) {
    if (Date.now() > until) return 0
    await wait(pollMs)
  }
  let sealed = 0
  for (;;) {
    const count = await insertSeal(db, upTo)
    if (count === 0) return sealed
    sealed += count
  }
}

/** What a verification found; `broken` is null when everything is as it was written. */
export interface HistoryVerdict {
  readonly rows: number
  readonly seals: number
  readonly broken:
    | ({ readonly kind: 'row' } & BrokenRow)
    | { readonly kind: 'seal'; readonly id: string; readonly fromId: string; readonly toId: string }
    | null
}

/** Recomputes every chain and every seal: finds rows that were changed, put between, or taken away. */
export async function verifyHistory(db: Db): Promise<HistoryVerdict> {
  const { rows, seals } = await countHistory(db)
  const row = await findBrokenRow(db)
  if (row !== null) return { rows, seals, broken: { kind: 'row', ...row } }
  const seal = await findBrokenSeal(db)
  return { rows, seals, broken: seal === null ? null : { kind: 'seal', ...seal } }
}
