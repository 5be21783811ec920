import { z } from 'zod'
import { endpoint, signedIn } from '../../endpoint.ts'
import { Offer } from './offers.ts'

/** The worked example of the help: an offer of a product that nobody sells, with what its bounds are. */
export const PriceExample = z.object({
  offer: Offer,
  /** The floor of the product, in words. */
  floor: z.string(),
  /** How the full cost stands to the limit of today, in words. */
  control: z.string(),
})
export type PriceExample = z.output<typeof PriceExample>

export const getPriceExample = endpoint({
  method: 'GET',
  path: '/product/price/example',
  summary: 'Как считается ставка: разобранный пример',
  access: signedIn,
  response: PriceExample,
})
