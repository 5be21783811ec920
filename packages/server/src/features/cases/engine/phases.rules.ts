import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import { isVeiled, shownExit, tellsWords } from '@ipoteka-office/contract/machines/shown-to-partners.ts'
import { isReasonHeld, type ReasonReader } from '#lib/held-reasons.ts'
import { stageFor } from '#lib/shown-stages.ts'

/** A stay of the case in a stage, with who ended it. */
export interface StageRow {
  readonly stage: string
  readonly enteredAt: string
  readonly leftAt: string | null
  readonly action: string | null
  readonly actor: string | null
  /** Code of the reason. */
  readonly reasonCode: string | null
  readonly reason: string | null
  /** The dictionary says that the client is not told the reason. */
  readonly silent: boolean
  readonly comment: string | null
}
type Phase = CaseHead['phases'][number]

/** What the bank does behind the veil has no name but its own. */
const theBank = 'Банк'

/** A stay with the words that people of partners may read. */
function withShownWords(type: CaseType, row: StageRow): StageRow {
  const { stage, action, reason, silent, comment } = row
  return {
    ...row,
    reason: silent ? null : reason,
    comment: action !== null && tellsWords(machines[type], stage, action) ? comment : null,
  }
}

/**
 * The stays of a case as the person sees them: to people of partners stays one after another that are shown as one state
 * are one, which the bank has ended.
 */
export function staysFor(reader: ReasonReader, type: CaseType, rows: readonly StageRow[]): StageRow[] {
  if (reader.isAhml)
    return rows.map((row) => (isReasonHeld(reader, row.reasonCode) ? { ...row, reason: heldWords } : row))
  const stays: StageRow[] = []
  for (const [at, row] of rows.entries()) {
    const told = withShownWords(type, row)
    const stage = stageFor(reader, type, row.stage)
    const before = stays.at(-1)
    const goesOn = isVeiled(machines[type], row.stage) && before?.stage === stage
    const next = rows[at + 1]
    const shown = isVeiled(machines[type], row.stage)
      ? {
          ...told,
          stage,
          enteredAt: goesOn ? before.enteredAt : row.enteredAt,
          action: next === undefined ? null : shownExit(stageFor(reader, type, next.stage)),
          actor: theBank,
        }
      : told
    if (goesOn) stays.pop()
    stays.push(shown)
  }
  return stays
}

const minutesOf = (from: string, to: string | null, now: Date): number =>
  Math.max(0, Math.floor(((to === null ? now : new Date(to)).getTime() - new Date(from).getTime()) / 60_000))

/** Label of an action that led out of a stage; its code when the machine does not know it any more. */
export const labelOf = (machine: Machine, stage: string, action: string): string =>
  machine.transitions.find((t) => t.from === stage && t.action === action)?.label ?? action

const toStage = (machine: Machine, row: StageRow, now: Date): Phase['stages'][number] => ({
  stage: row.stage,
  name: machine.states[row.stage]?.name ?? row.stage,
  enteredAt: row.enteredAt,
  leftAt: row.leftAt,
  minutes: minutesOf(row.enteredAt, row.leftAt, now),
  actor: row.action === null ? null : (row.actor ?? 'Система'),
  action: row.action === null ? null : labelOf(machine, row.stage, row.action),
  comment: [row.reason, row.comment].filter(Boolean).join('. ') || null,
})

/** The rail: each phase with the stages that the case has really been in. */
export function phasesOf(machine: Machine, stage: string, stages: readonly StageRow[], now: Date): Phase[] {
  const phaseOf = (code: string) => machine.states[code]?.phase
  const current = phaseOf(stage)
  return Object.entries(machine.phases).map(([code, name]): Phase => {
    const been = stages.filter((row) => phaseOf(row.stage) === code)
    const passed = been.length > 0 ? 'DONE' : 'AHEAD'
    return {
      code,
      name,
      state: code === current ? 'CURRENT' : passed,
      stages: been.map((row) => toStage(machine, row, now)),
    }
  })
}
