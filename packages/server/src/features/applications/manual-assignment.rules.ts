import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/applications.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers.ts'
import { type Candidate, onShift, type Waiting } from './distribution.rules.ts'

/** An application that is given by hand. */
export interface GivenByHand extends Omit<Waiting, 'seenBy'> {
  readonly version: number
  /** Who has it now. */
  readonly holder: number | null
  /** Employees who prepared the case and therefore do not check it. */
  readonly barredEmployees: readonly number[]
}

/** An approver with the person behind. */
export interface Checking extends Candidate {
  readonly employeeId: number
}

/** When and for which department it is asked. */
export interface Asking {
  readonly type: ApproverType
  readonly minuteOfDay: number
}

/** Every rule that forbids the approver this application, in the order of the distribution; empty: may take it. */
export function whyNotGiven(
  application: GivenByHand,
  candidate: Checking,
  { type, minuteOfDay }: Asking,
): RejectionReason[] {
  const forbids: Record<RejectionReason, boolean> = {
    status: candidate.workStatus !== 'ACTIVE',
    shift: !onShift(candidate, minuteOfDay),
    level: !candidate.levels.includes(application.level),
    applicationStatus: type === 'nis' && !candidate.statuses.includes(application.status),
    partner: !candidate.allPartners && !candidate.partnerIds.includes(application.partnerId),
    region: !candidate.allRegions && !candidate.regions.includes(application.region),
    limit: candidate.open >= candidate.limit,
    ownWork: application.barredEmployees.includes(candidate.employeeId),
  }
  return (Object.keys(rejectionReasons) as RejectionReason[]).filter((reason) => forbids[reason])
}

/** How many of the applications the approver may take together, and how often each rule forbids one. */
export function fitnessFor(
  applications: readonly GivenByHand[],
  candidate: Checking,
  asking: Asking,
): { fits: number; reasons: Partial<Record<RejectionReason, number>> } {
  const reasons: Partial<Record<RejectionReason, number>> = {}
  let fits = 0
  for (const application of applications) {
    if (application.holder === candidate.id) continue
    const forbidden = whyNotGiven(application, { ...candidate, open: candidate.open + fits }, asking)
    if (forbidden.length === 0) fits += 1
    for (const reason of forbidden) reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  return { fits, reasons }
}

/** Why this item is not given to the approver, in words; null when it is. */
export function refusalByHand(
  application: GivenByHand | undefined,
  seenVersion: number,
  candidate: Checking,
  asking: Asking,
): string | null {
  if (application === undefined) return 'Заявки нет в очереди: рассмотрение завершено или она вам не видна'
  if (application.version !== seenVersion)
    return 'Заявку тем временем изменили: посмотрите, у кого она сейчас, и повторите'
  if (application.holder === candidate.id) return 'Заявка уже у этого сотрудника'
  const forbidden = whyNotGiven(application, candidate, asking)
  if (forbidden.length === 0) return null
  return `Не подходит по правилам: ${forbidden.map((reason) => rejectionReasons[reason]).join(', ')}`
}
