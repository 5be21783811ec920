import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { meansOf } from '#features/cases/means/case-means.rules.ts'
import { withLedgers } from '#features/underwriting/form/obligations/ledger-facts.service.ts'
import { demoLedgerFacts } from '#features/underwriting/seed/demo-credit-reports.ts'
import type { WrittenQuestionnaire } from './demo-questionnaires.ts'

const known = new WeakMap<WrittenQuestionnaire, CaseMeans>()

/** What the calculators say of a made-up case on the day on which it was checked: worked out once. */
export function meansAt(questionnaire: WrittenQuestionnaire, at: Date): CaseMeans {
  const { sections, people } = questionnaire
  const today = at.toISOString().slice(0, 10)
  const means =
    known.get(questionnaire) ??
    meansOf(withLedgers({ sections, participants: people }, demoLedgerFacts(questionnaire)), [], {
      today,
      isWorking: () => true,
      figures: figuresAt(at),
    })
  known.set(questionnaire, means)
  return means
}
