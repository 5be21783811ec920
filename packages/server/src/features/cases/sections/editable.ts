import { type SectionCode, sectionLock } from '@ipoteka-office/contract/cases/case-sections.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { conflict } from '#http/errors.ts'

/** 409 unless the section of a case may be changed at its stage; participants go with their personal data. */
export function checkEditable({ behaviours }: Engine, row: CaseRow, section: SectionCode): void {
  const stage = machines[row.type].states[row.stage]?.name ?? row.stage
  if (!behaviours[row.type].editableStages.includes(row.stage) || row.archivedAt !== null)
    throw conflict(`На этапе «${stage}» анкета не меняется. Обновите страницу`)
  const lock = sectionLock(row.type, row.stage, section)
  if (lock !== null) throw conflict(`${lock} (этап «${stage}»)`)
}
