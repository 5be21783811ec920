import { kindBeside } from '@ipoteka-office/contract/cases/task-kinds.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { CaseRow } from '../cases.repo.ts'
import { barredFrom } from '../own-work.service.ts'
import type { TaskRow } from '../tasks/tasks.rules.ts'
import { isVeiledFrom } from '#lib/shown-stages.ts'

/** Whom a task is not given to: who prepared what the stage controls, or who gave the task. */
export const barredOf = async (
  db: Db,
  row: Pick<CaseRow, 'id' | 'type'>,
  { stage, barredIds }: Pick<TaskRow, 'stage' | 'barredIds'>,
): Promise<readonly number[]> => (stage === null ? barredIds : barredFrom(db, row.type, row.id, stage))

/**
 * Among whom a task may be handed over: what is told to its addressees alone stays with the partners that one sees, what is
 * kept from partners with the bank.
 */
export const receiversOf = (
  actor: Actor,
  { kind, caseType, stage }: Pick<TaskRow, 'kind' | 'caseType' | 'stage'>,
): { readonly among?: Actor; readonly ofBank: boolean } => ({
  ...(kindBeside(kind)?.audience === 'ADDRESSED' && { among: actor }),
  ofBank: stage !== null && isVeiledFrom({ isAhml: false }, caseType, stage),
})
