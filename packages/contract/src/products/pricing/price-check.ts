import { z } from 'zod'
import { Day, KeptDifference } from '../../common/items.ts'
import { IdParam } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'

/** The price that a case was given, counted again by what it was kept with. */
export const PriceCheck = z.object({
  /** The day whose versions and key rate are asked. */
  day: Day,
  /** Why it cannot be counted again; null: it has been. */
  reason: z.string().nullable(),
  /** Empty: the same to the kopeck. */
  differences: z.array(KeptDifference),
})
export type PriceCheck = z.output<typeof PriceCheck>

/** By the question, the versions and the choices that it was kept with, whatever has been released or typed since; 409 without a price. */
export const checkCasePrice = endpoint({
  method: 'GET',
  path: '/case/:id/price/check',
  summary: 'Сверка ставки заявки: пересчёт по сохранённым данным и выпускам',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: PriceCheck,
})
