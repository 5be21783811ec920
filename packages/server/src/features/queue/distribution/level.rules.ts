import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import { valueBySum } from '@ipoteka-office/contract/parameters/sum-bounds.ts'

/** The level of an application by its amount; without one the ordinary level of an underwriter. */
export const levelOf = (figures: FiguresOf<'decision-levels'>, amount: string | null): string =>
  amount === null ? 'LEVEL_2' : valueBySum(figures['decision-levels'], amount)
