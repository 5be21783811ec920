import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import {
  OptionContent,
  ProductContent,
  PromotionContent,
  type VersionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'

/** What the first draft begins with: what has to be said has a place, and the rate is a hole until somebody sets it. */
export function startingContent(
  kind: ProductKind,
  { lending, name, today }: { readonly lending: Lending; readonly name: string; readonly today: string },
): VersionContent {
  const names = { staff: name, client: name }
  if (kind === 'OPTION') return OptionContent.parse({ kind, names, audience: {}, effect: {} })
  if (kind === 'PROMOTION')
    return PromotionContent.parse({
      kind,
      names,
      audience: {},
      effect: {},
      period: { from: today, to: today },
    })
  return ProductContent.parse({
    kind,
    names,
    audience: {},
    limits: [
      {
        name: 'Все регионы',
        regions: [],
        minAmount: '0',
        maxAmount: '0',
        minMonths: 12,
        maxMonths: lending === 'MORTGAGE' ? 360 : 60,
        minAge: 18,
        maxAgeAtEnd: 75,
      },
    ],
    rate: { type: 'FIXED', matrix: { axes: [], cells: [null] }, floor: '0' },
    schedule: {},
  })
}
