import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { PlannedCase } from './demo-case-plan.ts'

/** When the case was opened. */
export const startOf = ({ steps }: PlannedCase): Date => steps[0]?.from ?? new Date(0)
/** The stage in which the case is. */
export const endOf = ({ steps }: PlannedCase): string => steps.at(-1)?.stage ?? ''
/** When the case has come into a stage last. */
export const entryOf = ({ steps }: PlannedCase, stage: string): Date | undefined =>
  steps.findLast((step) => step.stage === stage)?.from
/** Being filled in for the first time: the last sections are missing. */
export const isFilling = ({ steps }: PlannedCase): boolean => steps.length === 1
/** Whether the set was taken, after which the incomes are confirmed. */
export const wasChecked = ({ steps }: PlannedCase): boolean =>
  steps.some(({ stage, left }) => stage === 'DOCS_CHECK' && left?.action === 'accept')

/** Stages into which nobody gets without an object. */
const withObject: readonly string[] = ['REALTY_CHECK', 'REALTY_APPROVED', 'DEAL']
/** Every so many the object is known before the bank asks for it. */
const chosenEarly = 4
/** Whether it is known what is bought; what exists already, always is. */
export function isChosen(planned: PlannedCase): boolean {
  const { programme, steps, serial } = planned
  if (programme === null || !caseTypes[planned.type].places?.includes('REALTY_OBJECTS')) return false
  if (steps.some(({ stage }) => withObject.includes(stage))) return true
  return !isFilling(planned) && serial % chosenEarly === 0
}
