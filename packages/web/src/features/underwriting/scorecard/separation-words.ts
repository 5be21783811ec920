import type { ScorecardRow } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatPercent } from '#lib/format.ts'

export type { ScorecardRow } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'

type Row = Pick<ScorecardRow, 'separation'>

/** «42,5 %», «мало данных»; the sign of nothing while no payments are loaded. */
export const giniText = ({ separation }: Row): string =>
  separation === null
    ? emptyValue
    : separation.gini === null
      ? 'мало данных'
      : formatPercent(separation.gini, 1)

/** The same of KS, which says nothing twice. */
export const ksText = ({ separation }: Row): string =>
  separation === null || separation.ks === null ? emptyValue : formatPercent(separation.ks, 1)

/** «42,5 % (хороших 113, плохих 12)»: what it rests on stands beside it. */
export const outcomesText = ({ separation }: Row): string =>
  separation === null
    ? emptyValue
    : `${giniText({ separation })} (хороших ${formatCount(separation.good)}, плохих ${formatCount(separation.bad)})`
