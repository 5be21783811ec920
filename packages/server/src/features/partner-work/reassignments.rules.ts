import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type {
  Reassignment,
  ReassignmentInput,
  ReassignmentState,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { isOfEmployee } from '@ipoteka-office/contract/partner-work/partner-work.ts'

/** The plan as a form would send it. */
export const toInput = (r: Omit<Reassignment, 'counts' | 'total' | 'done' | 'failed' | 'returned'>) =>
  ({
    toPartnerId: r.toPartner.id,
    typeCode: r.typeCode,
    regionCode: r.regionCode,
    employeeId: r.employee?.id ?? null,
    toEmployeeId: r.toEmployee?.id ?? null,
    dateFrom: r.dateFrom,
    dateTo: r.dateTo,
    comment: r.comment,
  }) satisfies ReassignmentInput

/** What does not matter for the type is not kept. */
export const cleaned = (input: ReassignmentInput): ReassignmentInput => ({
  ...input,
  regionCode: input.typeCode === 'BY_REGION' || input.typeCode === 'TEMPORARY' ? input.regionCode : null,
  employeeId: isOfEmployee(input.typeCode) ? input.employeeId : null,
  toEmployeeId: isOfEmployee(input.typeCode) ? input.toEmployeeId : null,
})

/** Fields that differ. */
export const changedFields = (before: ReassignmentInput, after: ReassignmentInput): string[] =>
  (Object.keys(after) as (keyof ReassignmentInput)[]).filter((field) => before[field] !== after[field])

/** Why the change cannot be made in this state; null when it can. */
export function refusalOfChange(
  state: ReassignmentState,
  type: Reassignment['typeCode'],
  changed: readonly string[],
): string | null {
  if (state === 'PLANNED' || changed.length === 0) return null
  const later = ['dateTo', 'comment']
  if (type === 'TEMPORARY' && state === 'COMPLETED')
    return changed.every((field) => later.includes(field))
      ? null
      : 'Передача выполнена: изменить можно только окончание и комментарий'
  return 'Изменить можно только запланированную передачу'
}

/** Why it cannot be deleted; null when it can. */
export const refusalOfDeletion = (state: ReassignmentState, moved: number): string | null =>
  state === 'PLANNED' || (state === 'CANCELLED' && moved === 0)
    ? null
    : 'Удалить можно только план: начатая передача остаётся в истории'

/** Why it cannot start; null when it can. */
export function refusalOfStart(
  state: ReassignmentState,
  dateFrom: string | null,
  today: string,
): string | null {
  if (state === 'RUNNING') return 'Передача уже выполняется'
  if (!['PLANNED', 'FAILED', 'CANCELLED'].includes(state)) return 'Передача уже выполнена'
  if (dateFrom !== null && dateFrom > today) return `Передача запланирована на ${dayText(dateFrom)}`
  return null
}
