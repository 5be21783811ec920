import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { RuleSpec } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { requirementsOf } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import type {
  OptionContent,
  ProductContent,
  PromotionContent,
  VersionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import type { RateChange } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { addDays } from '#lib/bank-time.ts'
import { toPoints } from './points.ts'
import type { ReleasedRow } from '../stored-products.ts'
import { type Compiled, compile } from '#features/document-rules/condition.rules.ts'

/** A condition ready to be asked, and itself for the words. */
export interface ReadyCondition {
  readonly condition: Condition
  readonly compiled: Compiled
}
const ready = (condition: Condition): ReadyCondition => ({ condition, compiled: compile(condition) })
const readyOrNull = (condition: Condition | null) => (condition === null ? null : ready(condition))

/** A rebate or a surcharge with what never changes of it: below zero it takes off. */
export interface ReadyRateChange {
  readonly change: RateChange
  readonly key: string
  readonly points: bigint
  readonly excludes: readonly string[]
  /** Null: the client chooses. */
  readonly condition: ReadyCondition | null
}

const readyChange = (change: RateChange): ReadyRateChange => {
  const points = toPoints(change.points)
  return {
    change,
    key: `c:${change.key}`,
    points: change.effect === 'REBATE' ? -points : points,
    excludes: change.excludes.map((key) => `c:${key}`),
    condition: readyOrNull(change.condition),
  }
}

/** What an insurance that is not taken adds to the rate. */
export interface ReadySurcharge {
  readonly type: string
  readonly key: string
  readonly points: bigint
}

const readySurcharges = ({ insurance }: ProductContent): ReadySurcharge[] =>
  insurance.flatMap(({ type, surcharge }) =>
    surcharge === null ? [] : [{ type, key: `i:${type}`, points: toPoints(surcharge) }],
  )

/** What a version of a product says, with its conditions compiled. */
interface ReadyTerms {
  readonly content: ProductContent
  readonly floor: bigint
  readonly changes: readonly ReadyRateChange[]
  readonly surcharges: readonly ReadySurcharge[]
  readonly conditions: readonly (ReadyCondition & { readonly refusal: string })[]
  readonly requirements: readonly RuleSpec[]
}
/** The same of an option or a promotion. */
interface ReadyChange {
  readonly content: OptionContent | PromotionContent
  readonly condition: ReadyCondition | null
}
export type ReadyVersion = ReadyTerms | ReadyChange

export type ReadyProduct = ReleasedRow & ReadyTerms
export type ReadyAddition = ReleasedRow & ReadyChange

/** Versions in force, with their conditions compiled once. */
export interface Catalogue {
  readonly products: readonly ReadyProduct[]
  readonly additions: readonly ReadyAddition[]
  /** Those that go with certain products alone, by the product. */
  readonly ofProduct: ReadonlyMap<number, readonly ReadyAddition[]>
  /** Those that go with any product of their lending. */
  readonly ofAny: readonly ReadyAddition[]
}

/** Whether the version is in force on the day. */
export const isInForce = (
  { validFrom, inForceTo }: Pick<ReleasedRow, 'validFrom' | 'inForceTo'>,
  day: string,
): boolean => validFrom <= day && (inForceTo === null || inForceTo >= day)

/**
 * The version of each product that an application received on a day is priced by: the one in force, or the one that was in
 * force when it was received, as long as the newer one lets it keep the older terms.
 */
export function versionsFor<T extends ReleasedRow>(
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
    const keepsUntil = addDays(present.validFrom, present.oldTermsDays)
    return [day <= keepsUntil ? before : present]
  })
}

/** What a version says, ready to be asked many times. */
export function readyVersion(content: VersionContent): ReadyVersion {
  if (content.kind !== 'PRODUCT') return { content, condition: readyOrNull(content.condition) }
  return {
    content,
    floor: toPoints(content.rate.floor),
    changes: content.changes.map(readyChange),
    surcharges: readySurcharges(content),
    conditions: content.conditions.map(({ condition, refusal }) => ({ ...ready(condition), refusal })),
    requirements: requirementsOf(content.eligibility),
  }
}

const isProduct = (one: ReadyProduct | ReadyAddition): one is ReadyProduct => 'changes' in one

/** Products and additions with additions found by their products. */
export function indexed(products: readonly ReadyProduct[], additions: readonly ReadyAddition[]): Catalogue {
  const ofProduct = new Map<number, ReadyAddition[]>()
  // An addition that names a product twice counts once.
  for (const one of additions)
    for (const id of new Set(one.content.productIds)) {
      const others = ofProduct.get(id)
      if (others === undefined) ofProduct.set(id, [one])
      else others.push(one)
    }
  const ofAny = additions.filter(({ content }) => content.productIds.length === 0)
  return { products, additions, ofProduct, ofAny }
}

/** The catalogue of some versions. */
export function catalogueOf(versions: readonly (ReadyProduct | ReadyAddition)[]): Catalogue {
  const additions = versions.flatMap((one) => (isProduct(one) ? [] : [one]))
  return indexed(versions.filter(isProduct), additions)
}
