import type { Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { Bank } from '../bank.ts'
import { filledApplication } from './own-application.ts'

/** An application of the agent that has taken the product, by its name. */
export async function pricedCase(bank: Bank, lastName: string, productId: number): Promise<number> {
  const { id } = await filledApplication(bank, lastName)
  const none = { optionIds: [], choices: { SALARY_CLIENT: true } }
  const { offers, misfits } = await bank.call<Offers>('POST', `/case/${id}/offers`, none, 'agent')
  const offer = offers.find(({ product }) => product.id === productId)
  if (offer === undefined)
    throw new Error(JSON.stringify(misfits.find(({ product }) => product.id === productId) ?? 'not offered'))
  const rate = offer.highest.rate
  await bank.call('POST', `/case/${id}/price`, { ...none, productId, rate }, 'agent')
  return id
}
