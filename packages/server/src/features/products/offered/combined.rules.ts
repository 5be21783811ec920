import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import {
  type ProductParameter,
  productParameters,
  type ShownParameter,
} from '@ipoteka-office/contract/products/offered-products.ts'
import type {
  OptionContent,
  ProductContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import type { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { addPoints } from '../rate-points.rules.ts'
import { columnsOf } from '../version-columns.rules.ts'

/** A version with whose it is. */
export interface Versioned<C> {
  readonly id: number
  readonly number: number
  readonly content: C
}

/** The limits of a region: those that name it, else those of all the others; null: the product is not given there. */
function limitsOf({ limits }: ProductContent, regionCode: string | undefined): RegionLimits | null {
  const named =
    regionCode === undefined ? undefined : limits.find(({ regions }) => regions.includes(regionCode))
  // Without a region it is what holds everywhere, or the first where each has its own.
  return (
    named ??
    limits.find(({ regions }) => regions.length === 0) ??
    (regionCode === undefined ? (limits[0] ?? null) : null)
  )
}

type Source = ShownParameter['source']

/** The lowest of the shares that are asked for: what it depends on is told by the limits themselves. */
const leastShare = ({ downPayments }: RegionLimits): string | null =>
  downPayments.reduce<string | null>(
    (least, { share }) => (least === null || compareDecimals(share, least) < 0 ? share : least),
    null,
  )

type Values = Partial<Record<ProductParameter, string | null>>

const ofLimits = (limits: RegionLimits): Values => ({
  minAmount: limits.minAmount,
  maxAmount: limits.maxAmount,
  subsidizedAmount: limits.subsidizedAmount,
  minMonths: String(limits.minMonths),
  maxMonths: String(limits.maxMonths),
  monthsStep: String(limits.monthsStep),
  minDownPayment: leastShare(limits),
  maxLoanToValue: limits.maxLoanToValue,
  minAge: String(limits.minAge),
  maxAgeAtEnd: String(limits.maxAgeAtEnd),
  maxDebtLoad: limits.maxDebtLoad,
  maxDebtors: String(limits.maxDebtors),
})

function ofRate(content: ProductContent): Values {
  const { rateFrom, rateTo, isOverKey } = columnsOf(content)
  return { ...(isOverKey ? {} : { rateFrom, rateTo }), floor: content.rate.floor }
}

function ofProduct(
  { id, number, content }: Versioned<ProductContent>,
  regionCode: string | undefined,
): Map<ProductParameter, { value: string; source: Source }> {
  const limits = limitsOf(content, regionCode)
  const source = { kind: 'PRODUCT' as const, id, name: content.names.staff, number }
  const told = (values: Values, part: string | null) =>
    (Object.entries(values) as [ProductParameter, string | null][]).flatMap(([code, value]) =>
      value === null ? [] : [[code, { value, source: { ...source, part } }] as const],
    )
  return new Map([
    ...(limits === null ? [] : told(ofLimits(limits), limits.name)),
    ...told(ofRate(content), null),
  ])
}

/**
 * Parameters of a product with options: an option takes the place of a sum, a term or a share, and moves rates. Of two
 * that change the same the one better for the client counts, so that their order changes nothing.
 */
export function combinedParameters(
  product: Versioned<ProductContent>,
  options: readonly Versioned<OptionContent>[],
  regionCode: string | undefined,
): ShownParameter[] {
  const values = ofProduct(product, regionCode)
  const isGiven = values.has('maxAmount')
  const better = (
    code: ProductParameter,
    option: Versioned<OptionContent>,
    value: string | null,
    sign: 1 | -1,
  ) => {
    if (value === null || !isGiven) return
    const before = values.get(code)
    const isOfOption = before?.source.kind === 'OPTION'
    if (isOfOption && compareDecimals(value, before.value) * sign <= 0) return
    const { id, number, content } = option
    values.set(code, { value, source: { kind: 'OPTION', id, number, name: content.names.staff, part: null } })
  }
  for (const option of [...options].sort((a, b) => a.id - b.id)) {
    const { effect } = option.content
    better('maxAmount', option, effect.maxAmount, 1)
    better('maxMonths', option, effect.maxMonths === null ? null : String(effect.maxMonths), 1)
    better('minDownPayment', option, effect.minDownPayment, -1)
    for (const code of ['rateFrom', 'rateTo'] as const) {
      const before = values.get(code)
      if (before === undefined || compareDecimals(effect.points, '0') === 0) continue
      const { id, number, content } = option
      values.set(code, {
        value: addPoints(before.value, effect.points),
        source: { kind: 'OPTION', id, number, name: content.names.staff, part: null },
      })
    }
  }
  return (Object.keys(productParameters) as ProductParameter[]).flatMap((code) => {
    const found = values.get(code)
    return found === undefined ? [] : [{ code, ...productParameters[code], ...found }]
  })
}
