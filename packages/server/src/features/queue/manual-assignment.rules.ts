import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import { type Asking, type Candidate, type Checked, whyNot } from './distribution/eligibility.rules.ts'

/** An application that is given by hand. */
export interface GivenByHand extends Checked {
  readonly version: number
  /** Who has it now. */
  readonly holder: number | null
}

/** How many of the applications the approver may take together, and how often each rule forbids one. */
export function fitnessFor(
  applications: readonly GivenByHand[],
  candidate: Candidate,
  asking: Asking,
): { fits: number; reasons: Partial<Record<RejectionReason, number>> } {
  const reasons: Partial<Record<RejectionReason, number>> = {}
  let fits = 0
  for (const application of applications) {
    if (application.holder === candidate.id) continue
    const forbidden = whyNot(application, { ...candidate, open: candidate.open + fits }, asking)
    if (forbidden.length === 0) fits += 1
    for (const reason of forbidden) reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  return { fits, reasons }
}

/** Why this item is not given to the approver, in words; null when it is. */
export function refusalByHand(
  application: GivenByHand | undefined,
  seenVersion: number,
  candidate: Candidate,
  asking: Asking,
): string | null {
  if (application === undefined) return 'Заявки нет в очереди: рассмотрение завершено или она вам не видна'
  if (application.version !== seenVersion)
    return 'Заявку тем временем изменили: посмотрите, у кого она сейчас, и повторите'
  if (application.holder === candidate.id) return 'Заявка уже у этого сотрудника'
  const forbidden = whyNot(application, candidate, asking)
  if (forbidden.length === 0) return null
  return `Не подходит по правилам: ${forbidden.map((reason) => rejectionReasons[reason]).join(', ')}`
}
