import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType, WorkStatus } from '@ipoteka-office/contract/approvers/approvers.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { AuthorityBounds, AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'

/** An approver as the rules see them: minutes of the day for the shift, counts of applications for the load. */
export interface Candidate {
  readonly id: number
  /** The person behind. */
  readonly employeeId: number
  readonly workStatus: WorkStatus
  readonly shiftFrom: number | null
  readonly shiftBy: number | null
  readonly levels: readonly string[]
  readonly statuses: readonly string[]
  readonly partnerIds: readonly number[]
  readonly allPartners: boolean
  readonly regions: readonly string[]
  readonly allRegions: boolean
  readonly limit: number
  readonly open: number
  /** Milliseconds since the epoch; null: never. */
  readonly lastAssignedAt: number | null
  /** Of an underwriter: what they may approve today. */
  readonly authorities?: readonly Pick<AuthorityBounds, 'product' | 'regions' | 'maxExposure'>[]
}

/** What the rules ask of an application. */
export interface Checked {
  readonly id: number
  readonly level: string
  readonly status: string
  readonly partnerId: number
  readonly region: string
  /** Employees who prepared the case or sent it: they do not check it. */
  readonly barredEmployees: readonly number[]
  /** Roubles; null: not known yet. */
  readonly amount?: string | null
  readonly product?: AuthorityProduct | null
}

/** When and for which department it is asked. */
export interface Asking {
  readonly type: ApproverType
  readonly minuteOfDay: number
  /** Whether anybody of the department may approve it: what nobody may is prepared by anybody for those above. */
  readonly isCovered?: (application: Checked) => boolean
}

/** Whether the person may approve such a loan alone, as far as its sum, product and region tell. */
export const covers = ({ authorities = [] }: Candidate, { amount, product, region }: Checked): boolean =>
  authorities.some(
    (one) =>
      one.product === product &&
      (one.regions.length === 0 || one.regions.includes(region)) &&
      (one.maxExposure === null || !amount || compareDecimals(amount, one.maxExposure) <= 0),
  )

/** Whether the minute of the day lies in the approver's shift; over midnight too, equal ends mean round the clock. */
export const onShift = (c: Pick<Candidate, 'shiftFrom' | 'shiftBy'>, minute: number): boolean => {
  if (c.shiftFrom === null || c.shiftBy === null) return false
  if (c.shiftFrom === c.shiftBy) return true
  return c.shiftFrom < c.shiftBy
    ? minute >= c.shiftFrom && minute < c.shiftBy
    : minute >= c.shiftFrom || minute < c.shiftBy
}

/**
 * Every rule that forbids the approver this application, in the order in which the rules are tried; empty: may take it.
 * All ways to a checker hold to this: the distribution (which finds the first of them faster), a hand, a handover.
 */
export function whyNot(
  application: Checked,
  candidate: Candidate,
  { type, minuteOfDay, isCovered }: Asking,
): RejectionReason[] {
  const forbids: Record<RejectionReason, boolean> = {
    status: candidate.workStatus !== 'ACTIVE',
    shift: !onShift(candidate, minuteOfDay),
    level: !candidate.levels.includes(application.level),
    applicationStatus: type === 'nis' && !candidate.statuses.includes(application.status),
    partner: !candidate.allPartners && !candidate.partnerIds.includes(application.partnerId),
    region: !candidate.allRegions && !candidate.regions.includes(application.region),
    limit: candidate.open >= candidate.limit,
    authority: isCovered?.(application) === true && !covers(candidate, application),
    ownWork: application.barredEmployees.includes(candidate.employeeId),
  }
  return (Object.keys(rejectionReasons) as RejectionReason[]).filter((reason) => forbids[reason])
}
