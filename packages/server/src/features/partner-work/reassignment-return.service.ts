import type { Db } from '#db/database.ts'
import { setAuthor } from '#db/transaction.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { moveCases } from './move-cases.service.ts'
import { tellPartner } from './partner-events.service.ts'
import { answerReturns, findDueReturns, lockTransfer, takeAway, writeState } from './reassignments.repo.ts'

const batchSize = 100

interface ReturnRun {
  /** Null: the schedule. */
  readonly actorId: number | null
  readonly signal?: AbortSignal
  progress?(done: number): void
}

/** The next cases that went away go back; what was closed or moved on meanwhile stays, with the reason. */
async function returnBatch(tx: Db, id: number, clock: BankClock, actorId: number | null): Promise<number> {
  const transfer = await lockTransfer(tx, id)
  if (transfer === null || transfer.state !== 'RETURNING') return 0
  const items = await takeAway(tx, id, batchSize)
  if (items.length === 0) return 0
  const answers = await moveCases(
    tx,
    {
      ids: items.map((item) => item.objectId),
      fromPartnerId: transfer.toPartnerId,
      toPartnerId: transfer.partnerId,
      employees: null,
      isReturn: true,
    },
    { actorId, requestId: `reassignment-${id}`, clock },
  )
  await answerReturns(
    tx,
    items.map(({ id: itemId, objectId }) => {
      const reason = answers.get(objectId) ?? null
      return { id: itemId, done: reason === null, reason }
    }),
  )
  return items.length
}

async function end(tx: Db, id: number, count: number): Promise<void> {
  const transfer = await lockTransfer(tx, id)
  if (transfer?.state !== 'RETURNING') return
  await writeState(tx, id, { state: 'RETURNED' })
  for (const partnerId of [transfer.partnerId, transfer.toPartnerId])
    await tellPartner(tx, partnerId, {
      event: 'REASSIGNMENT',
      text: `Временная передача работы окончена, дел рассмотрено к возврату: ${count}`,
      link: `/partner/${partnerId}`,
      key: `reassignment:${id}:returned:${partnerId}`,
    })
}

/** Moves a temporary transfer back in batches; begun anew it goes on where it was. Answers what to tell the person. */
export async function returnTransfer(
  db: Db,
  id: number,
  clock: BankClock,
  { actorId, signal, progress = () => undefined }: ReturnRun,
): Promise<string> {
  const inTransaction = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      if (actorId !== null) await setAuthor(tx, { employeeId: actorId, requestId: `reassignment-${id}` })
      return work(tx)
    })
  let count = 0
  for (let moved = -1; moved !== 0; ) {
    signal?.throwIfAborted()
    moved = await inTransaction((tx) => returnBatch(tx, id, clock, actorId))
    count += moved
    progress(count)
  }
  await inTransaction((tx) => end(tx, id, count))
  return `возвращено или оставлено с объяснением: ${count}`
}

/** Every hour: temporary transfers whose last day is over go back; one that was interrupted goes on. */
export async function returnDueTransfers(db: Db, clock: BankClock): Promise<void> {
  for (const id of await findDueReturns(db, bankDay(clock))) {
    await db.transaction().execute(async (tx) => {
      const transfer = await lockTransfer(tx, id)
      if (transfer?.state === 'COMPLETED') await writeState(tx, id, { state: 'RETURNING' })
    })
    await returnTransfer(db, id, clock, { actorId: null })
  }
}
