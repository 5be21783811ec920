import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Candidate, type Checked, whyNot } from './distribution/eligibility.rules.ts'

/** An application on its way to another partner. */
export interface TransferredApplication extends Checked {
  readonly type: ApproverType
  readonly closed: boolean
  readonly holderId: number | null
}

/** What is asked: applications of one partner go to another, or of one employee to a successor. */
export interface TransferOrder {
  readonly fromPartnerId: number
  readonly toPartnerId: number
  /** Null unless the transfer is of one employee's work. */
  readonly employees: { readonly from: number; readonly to: number } | null
  /** Regions in which the new partner works; null: any. */
  readonly regions: ReadonlySet<string> | null
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

/** Why an application does not move; null when it does. */
export function refusalOfTransfer(
  application: TransferredApplication | undefined,
  order: TransferOrder,
  approvers: Approvers,
): string | null {
  if (application === undefined) return 'Заявка не найдена'
  if (application.closed) return 'Рассмотрение заявки завершено'
  if (application.partnerId !== order.fromPartnerId) return 'Заявка уже у другого партнёра'
  if (order.employees !== null && holderOf(approvers, application)?.employeeId !== order.employees.from)
    return 'Заявка уже не у этого сотрудника'
  if (order.regions !== null && !order.regions.has(application.region))
    return 'Партнёр-получатель не работает в регионе заявки'
  return null
}

/**
 * Whether the rules let the successor take over one more. Their shift is not asked: work that is handed over by order waits
 * for the successor's next shift.
 */
const takesOver = (application: TransferredApplication, successor: Candidate): boolean =>
  whyNot(application, successor, { type: application.type, minuteOfDay: 0 }).every(
    (reason) => reason === 'shift',
  )

/**
 * Who holds each application afterwards. Of an employee's work the successor takes what fits while there is room;
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
    if (order.employees === null)
      return { application, holderFits, approverId: holderFits ? application.holderId : null }
    const { to } = order.employees
    const successor = approvers.get(application.type)?.find(({ employeeId }) => employeeId === to)
    if (successor === undefined) return { application, holderFits, approverId: null }
    const more = given.get(successor.id) ?? 0
    const moved = { ...application, partnerId: order.toPartnerId }
    if (!takesOver(moved, { ...successor, open: successor.open + more }))
      return { application, holderFits, approverId: null }
    given.set(successor.id, more + 1)
    return { application, holderFits, approverId: successor.id }
  })
}
