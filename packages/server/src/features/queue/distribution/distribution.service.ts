import { unassignedPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { type BankClock, minuteOfDay, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { countDecisions, timeRound } from './distribution-metrics.ts'
import {
  type Cause,
  findCandidates,
  findHeadsToAlert,
  findSeenBy,
  hasShiftStart,
  insertRedistribution,
  lockApprovers,
  lockDepartment as takeLock,
  type QueuedApplication,
  type QueuedRow,
  takeHeld,
  takeWaiting,
  type VersionedCandidate,
  writeDecisions,
} from './distribution.repo.ts'
import { askingAt, withBarred } from '../checked.service.ts'
import { assign, type Decision } from './distribution.rules.ts'

/** Makes distributions of the department wait until the caller's transaction ends; taken before any approver's row. */
export const lockDepartment = (db: Db, type: ApproverType): Promise<void> => takeLock(db, type)

/** What a distribution did. */
export interface DistributionResult {
  readonly assigned: number
  readonly unassigned: number
}

/** Applications decided in one step; bounds the memory and the size of a statement. */
const batchSize = 2_000
const schedule: Cause = { actorId: null, requestId: null }

/** Where a pass through the queue stands: after the last application it looked at. */
type Place = { readonly dueAt: string; readonly id: number } | null

/**
 * Assigns what waits in the department to whom it fits; what fits nobody stays with its reasons. With `only`, looks at
 * these applications alone: those that have just arrived, while the rest of the queue waits for a reason to try again.
 * Must run in a transaction; any number of calls at once wait for each other.
 */
export async function distribute(
  db: Db,
  type: ApproverType,
  bank: BankFigures,
  cause: Cause = schedule,
  only?: readonly number[],
): Promise<DistributionResult> {
  const total = { assigned: 0, unassigned: 0 }
  let place: Place = null
  do {
    const { next, assigned, unassigned } = await takeRound(db, type, { bank, cause, after: place, only })
    total.assigned += assigned
    total.unassigned += unassigned
    place = next
  } while (place !== null)
  return total
}

interface Round {
  readonly bank: BankFigures
  readonly cause: Cause
  readonly after: Place
  readonly only?: readonly number[] | undefined
}

/** One step of a pass: the next applications of the queue after a place. */
async function takeRound(
  db: Db,
  type: ApproverType,
  { bank, cause, after, only }: Round,
): Promise<DistributionResult & { readonly next: Place }> {
  const end = timeRound(type)
  await takeLock(db, type)
  const taken = await takeWaiting(db, type, after, batchSize, only)
  const applications = await toDecide(db, taken, bank)
  const decisions = await decide(db, type, applications, bank.clock)
  await write(db, applications, decisions, bank.clock, cause)
  const receivers = new Set(decisions.map((d) => d.approverId).filter((id) => id !== null))
  const unassigned = decisions.filter((d) => d.approverId === null).length
  const newly = decisions.filter((d, at) => d.approverId === null && !applications[at]?.wasUnassigned).length
  if (receivers.size > 0 || newly > 0) await tell(db, type, [...receivers])
  if (newly > 0) await alertHeads(db, type, newly)
  end()
  const last = applications.at(-1)
  const next = last && applications.length === batchSize ? { dueAt: last.dueAt, id: last.id } : null
  return { assigned: decisions.length - unassigned, unassigned, next }
}

/**
 * Takes all open applications from an approver who has just become INACTIVE (`version` is of that change) and gives them to
 * others; who got which stays readable.
 * The caller holds the department's lock (taken before the approver's row) in the same transaction.
 */
export async function redistribute(
  db: Db,
  type: ApproverType,
  { id: approverId, version }: { readonly id: number; readonly version: number },
  bank: BankFigures,
  cause: Cause,
): Promise<DistributionResult> {
  const applications = await toDecide(db, await takeHeld(db, approverId, { lock: true }), bank)
  if (applications.length === 0) return { assigned: 0, unassigned: 0 }
  const { clock } = bank
  const decisions = await decide(db, type, applications, clock)
  const redistributionId = await insertRedistribution(db, { approverId, version, at: clock.now(), cause })
  await write(db, applications, decisions, clock, { ...cause, redistributionId })
  const receivers = new Set(decisions.map((d) => d.approverId).filter((id) => id !== null))
  const unassigned = decisions.filter((d) => d.approverId === null).length
  await tell(db, type, [approverId, ...receivers])
  if (unassigned > 0) await alertHeads(db, type, unassigned)
  return { assigned: decisions.length - unassigned, unassigned }
}

/** Where the approver's open applications would go if they became INACTIVE now; by receiver, null for nobody. */
export async function planRedistribution(
  db: Db,
  type: ApproverType,
  approverId: number,
  bank: BankFigures,
): Promise<Map<number | null, number>> {
  const applications = await toDecide(db, await takeHeld(db, approverId, { lock: false }), bank)
  if (applications.length === 0) return new Map()
  const candidates = (await findCandidates(db, type, bankDay(bank.clock))).map((c) =>
    c.id === approverId ? { ...c, workStatus: 'INACTIVE' as const } : c,
  )
  const plan = assign(applications, candidates, askingAt(type, bank.clock))
  const counts = new Map<number | null, number>()
  for (const { approverId: receiver } of plan) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  return counts
}

/** Work of the queue `distribute`: one round for a department, in a transaction of its own. */
export const distributeInBackground =
  (bank: BankFigures) =>
  async (db: Db, type: string): Promise<void> => {
    const department = ApproverType.parse(type)
    let place: Place = null
    // A transaction each step: saves of approvers never wait for the whole queue.
    do {
      const after: Place = place
      const step: { readonly next: Place } = await db
        .transaction()
        .execute((tx) => takeRound(tx, department, { bank, cause: schedule, after }))
      place = step.next
    } while (place !== null)
  }

/** Work of every minute: departments where a shift has just started get a round. */
export const checkShiftStarts =
  (clock: BankClock) =>
  async (db: Db): Promise<void> => {
    const minute = minuteOfDay(clock.now(), clock.timeZone)
    // The minutes before too: a turn may come late or be skipped while the server restarts.
    const minutes = Array.from({ length: 5 }, (_, back) => (minute - back + 1440) % 1440)
    for (const type of ApproverType.options)
      if (await hasShiftStart(db, type, minutes)) await enqueue(db, 'distribute', { type })
  }

/** With who has seen each lately and who prepared it. */
async function toDecide(
  db: Db,
  taken: readonly QueuedRow[],
  bank: BankFigures,
): Promise<QueuedApplication[]> {
  if (taken.length === 0) return []
  const applications = await withBarred(db, taken)
  const seen = await findSeenBy(
    db,
    applications.map((a) => a.id),
    (await figuresToday(bank))['queue-sticky'],
    bank.clock.now(),
  )
  return applications.map((a) => ({ ...a, seenBy: seen.get(a.id) ?? [] }))
}

/** Decides, then holds the chosen approvers' settings still; starts over when one of them was changed meanwhile. */
async function decide(
  db: Db,
  type: ApproverType,
  applications: QueuedApplication[],
  clock: BankClock,
): Promise<Decision[]> {
  if (applications.length === 0) return []
  const asking = askingAt(type, clock)
  for (;;) {
    const candidates = await findCandidates(db, type, bankDay(clock))
    const decisions = assign(applications, candidates, asking)
    if (await stillHold(db, candidates, decisions)) return decisions
  }
}

async function stillHold(
  db: Db,
  candidates: readonly VersionedCandidate[],
  decisions: readonly Decision[],
): Promise<boolean> {
  const chosen = new Set(decisions.map((d) => d.approverId).filter((id) => id !== null))
  if (chosen.size === 0) return true
  const versions = await lockApprovers(db, [...chosen])
  return candidates.every((c) => !chosen.has(c.id) || versions.get(c.id) === c.version)
}

async function write(
  db: Db,
  applications: readonly QueuedApplication[],
  decisions: readonly Decision[],
  clock: BankClock,
  cause: Cause,
): Promise<void> {
  const changes = applications.flatMap((application, index) => {
    const decision = decisions[index]
    return decision ? [{ application, decision }] : []
  })
  await writeDecisions(db, changes, clock.now(), cause)
  countDecisions(decisions)
}

async function tell(db: Db, type: ApproverType, approverIds: readonly number[]): Promise<void> {
  await publish(db, topics.approvers(type), { ids: approverIds })
  await publish(db, topics.unassigned(type))
}

async function alertHeads(db: Db, type: ApproverType, count: number): Promise<void> {
  const link = unassignedPath(type)
  for (const head of await findHeadsToAlert(db, type, link))
    await notify(db, head, {
      kind: 'warning',
      text:
        type === 'uw'
          ? `Некому рассмотреть, заявок: ${count}`
          : `Нет подходящего согласующего, заявок: ${count}`,
      link,
    })
}
