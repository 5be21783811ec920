import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { type ScoreAdvice, scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type * as api from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { scoreOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import type { Context } from '#http/route.ts'
import { findScoredDecisions } from './runs-of-scorecard.repo.ts'
import { findActing } from './scorecards.repo.ts'
import { requireScorecard } from './scorecards.service.ts'

const advices = Object.keys(scoreAdvices) as ScoreAdvice[]
const step = 20
const bandOf = (score: number) => Math.floor(score / step) * step

const countOf = (all: readonly ScoreAdvice[]): Record<ScoreAdvice, number> => ({
  APPROVE: all.filter((one) => one === 'APPROVE').length,
  REVIEW: all.filter((one) => one === 'REVIEW').length,
  REJECT: all.filter((one) => one === 'REJECT').length,
})

/** What a version would have said of the last decided applications: on the facts that were known then. */
export async function scorecardImpact(
  { db }: Context,
  id: number,
  last: number,
): Promise<ReplyOf<typeof api.getScorecardImpact>> {
  const card = await requireScorecard(db, id)
  const champion = (await findActing(db)).find(({ state }) => state === 'CHAMPION')
  const tried = (await findScoredDecisions(db, last)).map(({ facts, ...decision }) => ({
    ...decision,
    before: scoreOf((champion ?? card).content, facts),
    after: scoreOf(card.content, facts),
  }))
  const froms = [
    ...new Set(tried.flatMap(({ before, after }) => [bandOf(before.total), bandOf(after.total)])),
  ]
  return {
    cases: tried.length,
    champion: champion === undefined ? null : { id: champion.id, number: champion.number },
    before: countOf(tried.map(({ before }) => before.advice)),
    after: countOf(tried.map(({ after }) => after.advice)),
    changes: advices.flatMap((from) =>
      advices.flatMap((to) => {
        const cases = tried.filter(
          ({ before, after }) => before.advice === from && after.advice === to,
        ).length
        return from === to || cases === 0 ? [] : [{ from, to, cases }]
      }),
    ),
    approvedRejected: tried.filter(
      ({ byHand, outcome, after }) => byHand && outcome === 'APPROVE' && after.advice === 'REJECT',
    ).length,
    rejectedApproved: tried.filter(
      ({ byHand, outcome, after }) => byHand && outcome === 'REJECT' && after.advice === 'APPROVE',
    ).length,
    scores: froms
      .toSorted((a, b) => a - b)
      .map((from) => ({
        from,
        before: tried.filter(({ before }) => bandOf(before.total) === from).length,
        after: tried.filter(({ after }) => bandOf(after.total) === from).length,
      })),
  }
}
