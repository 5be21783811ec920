/** What the queue says of an application whose work with the approver has ended. */
const statuses: Readonly<Record<string, string>> = {
  returnForRework: 'REWORK',
  accept: 'AUTO_CHECKS',
  approveOutside: 'APPROVED',
  rejectOutside: 'REJECTED',
  refuseOutside: 'CLIENT_REFUSED',
  expireOutside: 'EXPIRED',
}
/** The status with which a case leaves the queue by an action. */
export const statusAfter = (action: string): string => statuses[action] ?? 'UNDERWRITING'
/** The status in the queue: approvers of НИС take applications by it. */
export const statusInQueue = 'UNDERWRITING'
