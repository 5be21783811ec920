import type { ScorecardContent } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'

/** What the first version of a bank begins with, before anybody has written it: everybody goes to a person. */
export const startingContent: ScorecardContent = {
  pdo: 20,
  targetScore: 600,
  targetOdds: 50,
  base: 600,
  characteristics: [
    { code: 'SENIORITY', bins: [{ from: null, codes: [], points: 0 }], missing: 0, other: 0 },
  ],
  bands: [{ from: null, advice: 'REVIEW' }],
}
