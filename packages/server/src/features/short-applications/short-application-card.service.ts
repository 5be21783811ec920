import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { type SectionCode, SectionCode as Sections } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { CaseCard } from '#features/cases/engine/engine.ts'
import type { QuestionnaireStart } from '#features/cases/sections/open-questionnaire.service.ts'
import { fittingValues, fullNameOf } from '#features/cases/sections/section-values.rules.ts'
import { nameOfCode } from '#features/references/known-codes.service.ts'
import { startOf } from './conversion.service.ts'
import { findShort, writeRate } from './short-applications.repo.ts'
import { locksOf } from './short-applications.rules.ts'

const fitting = (sections: Readonly<Record<string, SectionValues>>) =>
  Object.fromEntries(
    Object.entries(sections).flatMap(([code, values]): [SectionCode, SectionValues][] => {
      const section = Sections.safeParse(code)
      return section.success ? [[section.data, fittingValues(section.data, values)]] : []
    }),
  )

/** What a full application would begin with, as its questionnaire would say it. */
export function questionnaireOf({ loan, participants }: QuestionnaireStart): QuestionnaireData {
  return {
    type: 'SHORT_APPLICATION',
    sections: fitting({ [loan.section]: loan.values }),
    participants: participants.map(({ role, sections }, at) => {
      const values = fitting(sections)
      return { id: at, role, name: fullNameOf(values.PERSONAL ?? {}), sections: values }
    }),
  }
}

/** The card of a short application, as prices ask of it: the words of the full application that it becomes. */
export const shortApplicationCard: CaseCard = {
  async read(db, caseId) {
    const row = await findShort(db, null, caseId)
    return row === undefined ? null : questionnaireOf(startOf(row, []))
  },
  refusal(stage) {
    const locked = locksOf(stage)
    return locked === null || !locked.fields.some((field) => field === '*' || field === 'rate')
      ? null
      : locked.reason
  },
  async writeTerms(db, caseId, { programme, rate }) {
    await writeRate(db, caseId, rate)
    const name = await nameOfCode(db, 'product/type', programme)
    await updateCaseHead(db, caseId, { programmeCode: programme, programme: name ?? programme })
  },
}
