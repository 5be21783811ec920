import type { PriceExample } from '@ipoteka-office/contract/products/pricing/price-example.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { loadNames } from '#features/document-rules/rule-names.service.ts'
import { rateControl } from '#features/rate-limits/rate-control.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { ofBank } from '../../partner-line.ts'
import type { ReleasedRow } from '../../stored-products.ts'
import { catalogueOf, readyVersion } from '../catalogue.ts'
import { priceCatalogue } from '../offers.rules.ts'
import type { PricingParts } from '../price.service.ts'
import { rateText } from '../typed-rate.service.ts'
import {
  exampleDay,
  exampleFacts,
  exampleProduct,
  examplePromotion,
  exampleQuestion,
} from './worked-example.ts'

/** A version that is in no store. */
const asReleased = (id: number, code: string): ReleasedRow => ({
  ...{ id, productId: id, code, lending: 'MORTGAGE', typeCode: 'EXAMPLE' },
  number: 1,
  ...{ validFrom: exampleDay, inForceTo: null, oldTermsDays: 0 },
})

/** The worked example of the help, computed by the function that prices what is sold; ПСК is held to the limit of today. */
export async function priceExample(parts: PricingParts, { db }: Pick<Context, 'db'>): Promise<PriceExample> {
  const names = await loadNames(db, parts.references, {})
  const nameOfCode = await codeNames(parts.references, ['insuranceType'])
  const catalogue = catalogueOf([
    { ...asReleased(1, 'EXAMPLE'), ...readyVersion(exampleProduct()) },
    { ...asReleased(2, 'EXAMPLE-PROMOTION'), ...readyVersion(examplePromotion()) },
  ])
  const { offers } = priceCatalogue(
    catalogue,
    exampleQuestion(),
    {
      ...{ day: exampleDay, keyRate: null, isInside: false, partnerLine: ofBank, full: new Set<number>() },
      nameOf: names.ofFact,
      insuranceName: (type) => nameOfCode('insuranceType', type),
    },
    await loadCalendar(db),
  )
  const [offer] = offers
  if (offer === undefined) throw new Error('The worked example fits nothing')
  const { amount, termMonths } = exampleFacts
  const { refusals } = await rateControl(
    parts,
    db,
    {
      ...{ product: 'MORTGAGE', programme: null, partnerId: null, amount, months: termMonths },
      ...{ cost: offer.highest.fullLoanCost, rate: offer.highest.rate },
    },
    bankDay(parts.clock),
  )
  const cost = rateText(offer.highest.fullLoanCost ?? '0')
  return {
    offer,
    floor: rateText(exampleProduct().rate.floor),
    control:
      refusals.length === 0
        ? `ПСК ${cost} сверена с предельной: договор заключить можно`
        : refusals.join('. '),
  }
}
