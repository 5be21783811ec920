import { axisLabels } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { Misfit } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { regionLimits } from '@ipoteka-office/contract/products/version/region-limits.ts'
import type { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { lowered } from '@ipoteka-office/contract/words.ts'
import { type ChosenAdditions, chooseAdditions } from '../additions.rules.ts'
import type { Catalogue, ReadyProduct } from '../catalogue.ts'
import { findCells } from '../cells.rules.ts'
import type { Known } from '../known.ts'
import { type Missing, missingFact } from '../missing.ts'
import { type FoundRate, findRate } from '../rate.rules.ts'
import type { PricingSetup } from '../setup.ts'
import { type Fit, fitAudience, fitConditions, fitLimits, joinFits, type Reason } from './fit.rules.ts'
import { askRequirements, fitRequirements, uncheckedOf } from './requirements.rules.ts'

/** A product that fits, with its rate and what would decide more. */
export interface Fitting {
  readonly product: ReadyProduct
  readonly limits: RegionLimits
  readonly rate: FoundRate
  readonly additions: ChosenAdditions
  readonly missing: readonly Missing[]
  readonly unchecked: readonly string[]
}

const misfitOf = (
  { productId, code, number, content }: ReadyProduct,
  reasons: readonly Reason[],
): Misfit => ({
  product: { id: productId, code, name: content.names.client, number },
  reasons: [...reasons],
})

/** Limits of a product with what its options and promotions change in them. */
function widened(limits: RegionLimits, additions: ChosenAdditions): RegionLimits {
  return additions.asked
    .filter(({ truth }) => truth === true)
    .reduce<RegionLimits>((now, { addition }) => {
      const { maxAmount, maxMonths, minDownPayment: share } = addition.content.effect
      return {
        ...now,
        maxAmount: maxAmount ?? now.maxAmount,
        maxMonths: maxMonths ?? now.maxMonths,
        downPayments:
          share === null ? now.downPayments : [{ objectTypes: [], incomeVerifications: [], share }],
      }
    }, limits)
}

const uniqueMissing = (missing: readonly Missing[]): Missing[] => [
  ...new Map(missing.map((one) => [one.fact, one])).values(),
]

/** A product that fits what is known, or why it does not. */
export function fitProduct(
  product: ReadyProduct,
  catalogue: Catalogue,
  known: Known,
  setup: PricingSetup,
): Fitting | Misfit {
  const sold = regionLimits(product.content.limits, known.regionCode)
  if (sold === null) return misfitOf(product, [{ reason: 'В этом регионе не выдаётся', remedy: null }])
  const additions = chooseAdditions(catalogue, product, known, setup)
  const limits = widened(sold, additions)
  const { length: regions } = product.content.limits
  const ofRegion: Fit = {
    reasons: [],
    missing: regions > 1 && known.regionCode === null ? [missingFact('region')] : [],
  }
  const cells = findCells(product.content.rate.matrix, known)
  const outside: Fit =
    cells.outside === null
      ? { reasons: [], missing: [] }
      : {
          reasons: [
            {
              reason: `Ставка не задана: ${lowered(axisLabels[cells.outside].label)} вне тарифа`,
              remedy: null,
            },
          ],
          missing: [],
        }
  const audience = fitAudience(product.content.audience, known, setup)
  const rules = askRequirements(product, known, setup)
  const fit = joinFits([
    audience,
    // What lies outside the audience mostly breaks a requirement too, and has been said.
    audience.reasons.length > 0 ? { reasons: [], missing: [] } : fitRequirements(rules),
    fitLimits(limits, known),
    fitConditions(product, known, setup),
    { reasons: additions.reasons, missing: [] },
    ofRegion,
  ])
  // What lies outside the tariff mostly breaks a limit too, and that says more.
  if (fit.reasons.length > 0) return misfitOf(product, fit.reasons)
  if (outside.reasons.length > 0) return misfitOf(product, outside.reasons)
  const rate = findRate(product, cells, additions.asked, known, setup)
  if (rate === null)
    return misfitOf(product, [{ reason: 'Ставка на этот день не задана', remedy: 'Сообщите продуктологам' }])
  const missing = uniqueMissing([...fit.missing, ...rate.missing])
  return { product, limits, rate, additions, missing, unchecked: uncheckedOf(rules) }
}

export const isFitting = (one: Fitting | Misfit): one is Fitting => 'rate' in one
