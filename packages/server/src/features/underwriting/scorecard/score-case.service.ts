import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { ScoreAdvice } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import { noHistory, scorecardFacts } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-facts.ts'
import { scoreOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { insertRuns } from './runs-of-scorecard.repo.ts'
import { findActing } from './scorecards.repo.ts'

/** What the scorecard in use says of an application. */
export interface ChampionScore {
  readonly number: number
  readonly score: number
  readonly advice: ScoreAdvice
}

/** Whether the bank has a scorecard in use. */
export const hasChampion = async (db: Db): Promise<boolean> =>
  (await findActing(db)).some(({ state }) => state === 'CHAMPION')

/**
 * Computes an application by the version in use and by the one that is compared with it, on the same facts, and keeps both;
 * only that of the version in use is answered. Null: none is in use.
 */
export async function scoreCase(
  db: Db,
  asked: {
    readonly caseId: number
    readonly stage: string
    /** Null: the system. */
    readonly by: number | null
    readonly data: QuestionnaireData
    readonly means: Pick<CaseMeans, 'debtLoad' | 'loanToValue'>
    readonly today: string
    readonly at: Date
  },
): Promise<ChampionScore | null> {
  const acting = await findActing(db)
  const champion = acting.find(({ state }) => state === 'CHAMPION')
  if (champion === undefined) return null
  const { data, means, today } = asked
  const facts = scorecardFacts(data, { means, history: noHistory, today })
  const runs = acting.map((one) => {
    const { total, advice } = scoreOf(one.content, facts)
    const role = one === champion ? ('CHAMPION' as const) : ('CHALLENGER' as const)
    return { versionId: one.id, role, score: total, advice, facts }
  })
  await insertRuns(db, asked, runs)
  const mine = runs.find(({ role }) => role === 'CHAMPION')
  return mine === undefined ? null : { number: champion.number, score: mine.score, advice: mine.advice }
}
