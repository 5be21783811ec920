import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'

/** Every stage of the case, in order, with who ended it. */
export interface StageRow {
  readonly stage: string
  readonly enteredAt: string
  readonly leftAt: string | null
  readonly action: string | null
  readonly actor: string | null
  readonly reason: string | null
  readonly comment: string | null
}
type Phase = CaseHead['phases'][number]

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
