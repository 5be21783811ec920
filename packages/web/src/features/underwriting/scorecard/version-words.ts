import type { ScorecardRow } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { Tone } from '#ui/tag.tsx'

/** Colours of the states of a version. */
export const scorecardTones: Readonly<Record<ScorecardRow['state'], Tone>> = {
  DRAFT: 'neutral',
  ON_APPROVAL: 'amber',
  CHALLENGER: 'blue',
  ON_PROMOTION: 'amber',
  CHAMPION: 'green',
  WITHDRAWN: 'neutral',
}
