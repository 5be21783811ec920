import type { CaseRow } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DotTone } from '#ui/status-dot.tsx'

/** Stages that machines call alike whatever the type of the case: the client or the bank has agreed, or has not. */
const results: Readonly<Record<string, DotTone>> = {
  QUALIFIED: 'green',
  PRE_APPROVED: 'green',
  CONVERTED: 'green',
  APPROVED: 'green',
  REALTY_APPROVED: 'green',
  READY_TO_ISSUE: 'green',
  ISSUING: 'green',
  DEAL: 'green',
  REJECTED: 'red',
  CLIENT_REFUSED: 'red',
  DISQUALIFIED: 'red',
  REVOKED: 'red',
  EXPIRED: 'red',
}

/** The dot of a case's stage: its result, whether it waits for somebody outside, is not begun or closed, or is in work. */
export function stageTone({ type, stage, closed }: Pick<CaseRow, 'type' | 'stage' | 'closed'>): DotTone {
  const machine: Machine = machines[type]
  const state = machine.states[stage]
  const result = results[stage]
  if (result) return result
  if (state?.pause) return 'amber'
  return closed || state?.final || stage === machine.initial ? 'ring' : 'blue'
}
