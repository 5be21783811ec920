import { type SectionCode, sectionLock } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { conflict } from '#http/errors.ts'
import { type Reader, stageNameFor } from '#lib/shown-stages.ts'

/** 409 unless the section of a case may be changed at its stage; participants go with their personal data. */
export function checkEditable(
  { behaviours }: Engine,
  reader: Reader,
  row: CaseRow,
  section: SectionCode,
): void {
  const stage = stageNameFor(reader, row.type, row.stage)
  if (!behaviours[row.type].editableStages.includes(row.stage) || row.archivedAt !== null)
    throw conflict(`На этапе «${stage}» анкета не меняется. Обновите страницу`)
  const lock = sectionLock(row.type, row.stage, section)
  if (lock !== null) throw conflict(`${lock} (этап «${stage}»)`)
}
