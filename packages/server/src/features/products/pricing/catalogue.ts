import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type {
  OptionContent,
  ProductContent,
  PromotionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import { addDays } from '#lib/bank-time.ts'
import type { ReleasedVersion } from '../stored-products.ts'
import { type Compiled, compile } from '#features/document-rules/condition.rules.ts'

/** A condition ready to be asked, and itself for the words. */
export interface ReadyCondition {
  readonly condition: Condition
  readonly compiled: Compiled
}
const ready = (condition: Condition): ReadyCondition => ({ condition, compiled: compile(condition) })
const readyOrNull = (condition: Condition | null) => (condition === null ? null : ready(condition))

export interface ReadyProduct extends ReleasedVersion<ProductContent> {
  /** By the key of the rebate or surcharge. */
  readonly changeConditions: ReadonlyMap<string, ReadyCondition>
  readonly conditions: readonly (ReadyCondition & { readonly refusal: string })[]
}
export interface ReadyAddition extends ReleasedVersion<OptionContent | PromotionContent> {
  readonly condition: ReadyCondition | null
}

/** Versions in force, with their conditions compiled once. */
export interface Catalogue {
  readonly products: readonly ReadyProduct[]
  readonly additions: readonly ReadyAddition[]
  /** Those that go with certain products alone, by the product. */
  readonly ofProduct: ReadonlyMap<number, readonly ReadyAddition[]>
  /** Those that go with any product of their lending. */
  readonly ofAny: readonly ReadyAddition[]
}

const isProduct = (one: ReleasedVersion): one is ReleasedVersion<ProductContent> =>
  one.content.kind === 'PRODUCT'

/** Whether the version is in force on the day. */
export const isInForce = (
  { validFrom, inForceTo }: Pick<ReleasedVersion, 'validFrom' | 'inForceTo'>,
  day: string,
): boolean => validFrom <= day && (inForceTo === null || inForceTo >= day)

/**
 * The version of each product that an application received on a day is priced by: the one in force, or the one that was in
 * force when it was received, as long as the newer one lets it keep the older terms.
 */
export function versionsFor<T extends ReleasedVersion>(
  versions: readonly T[],
  day: string,
  receivedOn: string | null,
): T[] {
  const byProduct = Map.groupBy(versions, ({ productId }) => productId)
  return [...byProduct.values()].flatMap((own) => {
    const present = own.find((one) => isInForce(one, day))
    const before = receivedOn === null ? undefined : own.find((one) => isInForce(one, receivedOn))
    if (before === undefined || before === present) return present === undefined ? [] : [present]
    if (present === undefined) return []
    const keepsUntil = addDays(present.validFrom, present.content.oldTermsDays)
    return [day <= keepsUntil ? before : present]
  })
}

const readyProduct = (one: ReleasedVersion<ProductContent>): ReadyProduct => ({
  ...one,
  changeConditions: new Map(
    one.content.changes.flatMap(({ key, condition }) =>
      condition === null ? [] : [[key, ready(condition)] as const],
    ),
  ),
  conditions: one.content.conditions.map(({ condition, refusal }) => ({ ...ready(condition), refusal })),
})

function readyAddition(one: ReleasedVersion): ReadyAddition[] {
  const { content } = one
  return content.kind === 'PRODUCT' ? [] : [{ ...one, content, condition: readyOrNull(content.condition) }]
}

/** Products and additions with additions found by their products. */
export function indexed(products: readonly ReadyProduct[], additions: readonly ReadyAddition[]): Catalogue {
  const ofProduct = new Map<number, ReadyAddition[]>()
  for (const one of additions)
    for (const id of one.content.productIds) {
      const others = ofProduct.get(id)
      if (others === undefined) ofProduct.set(id, [one])
      else others.push(one)
    }
  const ofAny = additions.filter(({ content }) => content.productIds.length === 0)
  return { products, additions, ofProduct, ofAny }
}

/** The catalogue of some versions. */
export const catalogueOf = (versions: readonly ReleasedVersion[]): Catalogue =>
  indexed(versions.filter(isProduct).map(readyProduct), versions.flatMap(readyAddition))
