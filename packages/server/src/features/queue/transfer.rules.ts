import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Candidate, type Checked, whyNot } from './distribution/eligibility.rules.ts'

/** A place in the queue whose case goes to another partner. */
export interface TransferredApplication extends Checked {
  readonly type: ApproverType
  readonly holderId: number | null
}

/** What is asked: applications go to a partner, and those that one employee checks to a successor. */
export interface TransferOrder {
  readonly toPartnerId: number
  /** Null unless the transfer is of one employee's work. */
  readonly employees: { readonly from: number; readonly to: number } | null
}

/** Approvers of the departments. */
export type Approvers = ReadonlyMap<ApproverType, readonly Candidate[]>

/** A decided move: who holds the application afterwards; null goes through the distribution. */
export interface Move {
  readonly application: TransferredApplication
  readonly approverId: number | null
  /** Whether the holder so far may work for the new partner; true without a holder. */
  readonly holderFits: boolean
}

const holderOf = (approvers: Approvers, { type, holderId }: TransferredApplication): Candidate | undefined =>
  approvers.get(type)?.find(({ id }) => id === holderId)

/**
 * Whether the rules let the successor take over one more. Their shift is not asked: work that is handed over by order waits
 * for the successor's next shift.
 */
const takesOver = (application: TransferredApplication, successor: Candidate): boolean =>
  whyNot(application, successor, { type: application.type, minuteOfDay: 0 }).every(
    (reason) => reason === 'shift',
  )

/**
 * Who holds each application afterwards. Of what an employee holds the successor takes what fits while there is room;
 * otherwise the holder keeps what they may work on for the new partner.
 */
export function planMoves(
  applications: readonly TransferredApplication[],
  order: TransferOrder,
  approvers: Approvers,
): Move[] {
  const given = new Map<number, number>()
  return applications.map((application) => {
    const holder = holderOf(approvers, application)
    const holderFits =
      holder === undefined || holder.allPartners || holder.partnerIds.includes(order.toPartnerId)
    const { employees } = order
    if (employees === null || holder?.employeeId !== employees.from)
      return { application, holderFits, approverId: holderFits ? application.holderId : null }
    const successor = approvers.get(application.type)?.find(({ employeeId }) => employeeId === employees.to)
    if (successor === undefined) return { application, holderFits, approverId: null }
    const more = given.get(successor.id) ?? 0
    const moved = { ...application, partnerId: order.toPartnerId }
    if (!takesOver(moved, { ...successor, open: successor.open + more }))
      return { application, holderFits, approverId: null }
    given.set(successor.id, more + 1)
    return { application, holderFits, approverId: successor.id }
  })
}
