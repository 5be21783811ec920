import { type ApproverType, approverObject } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { useRights } from '#api/rights.ts'

/** The one right that a hand needs: to change the approvers of the department. */
const rightOf = (type: ApproverType) => ({ [approverObject.objects[type]]: ['Update'] }) as const

/** Whether the person gives applications of the department to others. */
export function useMayAssign(): (type: ApproverType) => boolean {
  const rights = useRights()
  return (type) => rights.all(rightOf(type) satisfies OperationsMap)
}
