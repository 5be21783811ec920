import { machines } from '@ipoteka-office/contract/machines/machines.ts'
import type { CaseRow } from '#features/processes/cases.service.ts'
import type { Engine } from '#features/processes/engine.ts'
import { conflict } from '#http/errors.ts'

/** 409 unless the questionnaire of a case may be changed at its stage. */
export function checkEditable({ behaviours }: Engine, row: CaseRow): void {
  if (behaviours[row.type].editableStages.includes(row.stage) && row.archivedAt === null) return
  const stage = machines[row.type].states[row.stage]?.name ?? row.stage
  throw conflict(`На этапе «${stage}» анкета не меняется. Обновите страницу`)
}
