import type { z } from 'zod'
import { keyOf } from '../common/scalars.ts'

/** Dictionary of the categories of credits for which the Bank of Russia publishes averages. */
export const limitCategories = 'creditCostCategory'

/** Why a limit of a quarter binds no contract. */
export const limitGrounds = {
  MORATORIUM: 'Ограничение не применяется: решение Банка России',
  MORTGAGE: 'Не применяется: обязательства обеспечены ипотекой',
} as const
export const LimitGround = keyOf(limitGrounds)
export type LimitGround = z.output<typeof LimitGround>
