import {
  type AssignmentRule,
  rejectionReasons,
  type RejectionReason,
} from '@ipoteka-office/contract/queue/queue.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { departmentsOn } from '#features/products/departments.service.ts'
import { publish } from '#live/publish.ts'
import {
  type Cause,
  findCandidates,
  lockApprovers,
  lockDepartment,
  takeWaiting,
  writeDecisions,
} from './distribution/distribution.repo.ts'
import { askingAt, withBarred } from './checked.service.ts'
import { assign } from './distribution/distribution.rules.ts'
import { distribute } from './distribution/distribution.service.ts'
import {
  closeEntry,
  findHolder,
  findOwnApprovers,
  type Held,
  type QueueEntry,
  writeEntry,
} from './queue-entry.repo.ts'

/** What a case brings; the department is that of the product of its programme. */
export type CaseForQueue = Omit<QueueEntry, 'type'> & { readonly programmeCode: string | null }

/** Puts a case into the approvers' queue and distributes it at once, in the caller's transaction. */
export async function enterQueue(
  db: Db,
  bank: BankFigures,
  cause: Cause,
  { programmeCode, ...entry }: CaseForQueue,
): Promise<void> {
  const departmentOf = await departmentsOn(db, bankDay(bank.clock))
  const type = departmentOf(programmeCode)
  await writeEntry(db, { ...entry, type })
  await distribute(db, type, bank, cause, [entry.id])
}

/** Takes a case out of the queue; the place that becomes free is filled after the commit. */
export async function leaveQueue(db: Db, clock: BankClock, cause: Cause, id: number): Promise<void> {
  const holder = await findHolder(db, id, { lock: true })
  if (holder === undefined) return
  await closeEntry(db, id, cause, clock.now())
  await enqueue(db, 'distribute', { type: holder.type })
  if (holder.approverId === null) await publish(db, topics.unassigned(holder.type))
  else await publish(db, topics.approvers(holder.type), { ids: [holder.approverId] })
}

/**
 * Why the person may not decide on what is in the queue; null when it is with them. With `lock` the place stays theirs until
 * the transaction ends.
 */
export async function whyNotHolder(
  db: Db,
  id: number,
  employeeId: number,
  held: Held,
): Promise<string | null> {
  const holder = await findHolder(db, id, held)
  if (holder === undefined) return 'Заявки нет в очереди согласующих. Обновите страницу'
  if (holder.employeeId === employeeId) return null
  return holder.fullName === null
    ? 'Заявка ещё не распределена: её проверяет тот, кому она назначена'
    : `Заявку проверяет ${holder.fullName}`
}

/** Looks this far down the queue for what fits. */
const lookedAt = 500
const ruleOfChoice: AssignmentRule = 'only'

const reasonText = (rejected: readonly Partial<Record<RejectionReason, number>>[]): string => {
  const found = (Object.keys(rejectionReasons) as RejectionReason[]).filter((code) =>
    rejected.some((reasons) => (reasons[code] ?? 0) > 0),
  )
  return found.map((code) => rejectionReasons[code]).join(', ')
}

/** What a request for the next application found. */
export interface NextTaken {
  readonly id: number | null
  readonly message: string
}

/** Gives the person the most urgent application that waits and fits them by the rules of distribution. */
export async function takeNext(
  db: Db,
  clock: BankClock,
  employeeId: number,
  cause: Cause,
): Promise<NextTaken> {
  const own = await findOwnApprovers(db, employeeId)
  if (own.length === 0) return { id: null, message: 'Вас нет среди согласующих: обратитесь к руководителю' }
  const reasons: Partial<Record<RejectionReason, number>>[] = []
  for (const { id: approverId, type } of own) {
    await lockDepartment(db, type)
    const waiting = await withBarred(db, await takeWaiting(db, type, null, lookedAt))
    const candidate = (await findCandidates(db, type, null)).find(({ id }) => id === approverId)
    if (candidate === undefined) continue
    await lockApprovers(db, [approverId])
    const asking = askingAt(type, clock)
    for (const one of waiting) {
      const application = { ...one, seenBy: [] }
      const [decision] = assign([application], [candidate], asking)
      if (decision === undefined) continue
      if (decision.approverId === null) {
        reasons.push(decision.rejected)
        continue
      }
      await writeDecisions(
        db,
        [{ application, decision: { ...decision, rule: ruleOfChoice } }],
        clock.now(),
        cause,
      )
      await publish(db, topics.approvers(type), { ids: [approverId] })
      await publish(db, topics.unassigned(type))
      return { id: one.id, message: 'Заявка назначена вам' }
    }
  }
  const why = reasonText(reasons)
  return { id: null, message: why === '' ? 'Свободных заявок нет' : `Подходящих заявок нет: ${why}` }
}
