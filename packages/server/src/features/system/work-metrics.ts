import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { askedGauges, type Sample } from '#lib/metrics.ts'
import { findLateTimer, findSystemStages, findUnassigned, type SystemStage } from './work-metrics.repo.ts'

/** Stages in which a case waits for the product itself or for an outside service, and for nobody. */
const systemStages: readonly SystemStage[] = Object.entries(caseTypes).flatMap(([type, { machine }]) =>
  Object.entries(machine.states)
    .filter(([, { pause }]) => pause === 'OUTSIDE')
    .map(([stage]) => ({ type, stage })),
)

const figures = {
  ipoteka_system_stage_cases: {
    help: 'Cases that wait for the product or an outside service',
    labels: ['type', 'stage'],
  },
  ipoteka_system_stage_oldest_seconds: {
    help: 'How long the first of them waits',
    labels: ['type', 'stage'],
  },
  ipoteka_case_timer_late_seconds: { help: 'How late the move of a case is whose time has come' },
  ipoteka_queue_unassigned: { help: 'Applications that have no approver', labels: ['department'] },
  ipoteka_queue_unassigned_oldest_seconds: {
    help: 'How long the first of them is without one',
    labels: ['department'],
  },
} as const

async function ask(db: Db): Promise<Sample<keyof typeof figures>[]> {
  const [stages, late, departments] = await Promise.all([
    findSystemStages(db, systemStages),
    findLateTimer(db),
    findUnassigned(db),
  ])
  return [
    ...stages.flatMap(({ type, stage, count, seconds }): Sample<keyof typeof figures>[] => [
      { gauge: 'ipoteka_system_stage_cases', labels: { type, stage }, value: count },
      { gauge: 'ipoteka_system_stage_oldest_seconds', labels: { type, stage }, value: seconds },
    ]),
    { gauge: 'ipoteka_case_timer_late_seconds', value: late },
    ...departments.flatMap(({ department, count, seconds }): Sample<keyof typeof figures>[] => [
      { gauge: 'ipoteka_queue_unassigned', labels: { department }, value: count },
      { gauge: 'ipoteka_queue_unassigned_oldest_seconds', labels: { department }, value: seconds },
    ]),
  ]
}

/** Shows what stands still in /metrics until the returned function is called. */
export const measureWork = askedGauges('work', figures, ask)
