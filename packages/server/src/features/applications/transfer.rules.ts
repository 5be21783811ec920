import type { ApproverType } from '@ipoteka-office/contract/approvers.ts'

/** An application on its way to another partner. */
export interface TransferredApplication {
  readonly id: number
  readonly type: ApproverType
  readonly partnerId: number
  readonly region: string
  readonly closed: boolean
  readonly holderId: number | null
  readonly holderEmployeeId: number | null
  /** Whether the holder may work for the new partner; true without a holder. */
  readonly holderFits: boolean
  /** The approver of the department who takes over from an employee. */
  readonly successorId: number | null
  readonly successorFits: boolean
  /** How many more the successor may hold. */
  readonly successorRoom: number
}

/** What is asked: applications of one partner go to another, or of one employee to a successor. */
export interface TransferOrder {
  readonly fromPartnerId: number
  readonly toPartnerId: number
  /** Null unless the transfer is of one employee's work. */
  readonly fromEmployeeId: number | null
  /** Regions in which the new partner works; null: any. */
  readonly regions: ReadonlySet<string> | null
}

/** A decided move: who holds the application afterwards; null goes through the distribution. */
export interface Move {
  readonly application: TransferredApplication
  readonly approverId: number | null
}

/** Why an application does not move; null when it does. */
export function refusalOfTransfer(
  application: TransferredApplication | undefined,
  order: TransferOrder,
): string | null {
  if (application === undefined) return 'Заявка не найдена'
  if (application.closed) return 'Рассмотрение заявки завершено'
  if (application.partnerId !== order.fromPartnerId) return 'Заявка уже у другого партнёра'
  if (order.fromEmployeeId !== null && application.holderEmployeeId !== order.fromEmployeeId)
    return 'Заявка уже не у этого сотрудника'
  if (order.regions !== null && !order.regions.has(application.region))
    return 'Партнёр-получатель не работает в регионе заявки'
  return null
}

/**
 * Who holds each application afterwards. Of an employee's work the successor takes what fits while there is room;
 * otherwise the holder keeps what they may work on for the new partner.
 */
export function planMoves(applications: readonly TransferredApplication[], order: TransferOrder): Move[] {
  const room = new Map<number, number>()
  return applications.map((application) => {
    const { holderId, successorId } = application
    if (order.fromEmployeeId === null)
      return { application, approverId: application.holderFits ? holderId : null }
    if (successorId === null || !application.successorFits) return { application, approverId: null }
    const left = room.get(successorId) ?? application.successorRoom
    if (left <= 0) return { application, approverId: null }
    room.set(successorId, left - 1)
    return { application, approverId: successorId }
  })
}
