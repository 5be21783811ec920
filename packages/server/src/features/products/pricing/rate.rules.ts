import { lowered } from '@ipoteka-office/contract/words.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { PriceStep } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { rebateFailures } from '@ipoteka-office/contract/products/version/version-parts.ts'
import type { AskedAddition } from './additions.rules.ts'
import { bestChoice, mutual } from './best-choice.rules.ts'
import type { ReadyProduct, ReadyRateChange } from './catalogue.ts'
import type { FoundCells } from './cells.rules.ts'
import type { Known } from './known.ts'
import { fromPoints, greater, toPoints, percentWords } from './points.ts'
import type { Missing } from './missing.ts'
import { askCondition, type PricingSetup } from './setup.ts'

/** Something that changes the rate: below zero it takes off. */
interface Change {
  readonly key: string
  readonly kind: PriceStep['kind']
  readonly name: string
  readonly points: bigint
  readonly truth: boolean | null
  readonly words: () => { readonly why: string | null; readonly condition: string | null }
  readonly source: string
  readonly dueDays: number | null
  readonly otherwise: string | null
  readonly excludes: readonly string[]
  readonly bestOf: string | null
  /** Of promotions that never add up with each other. */
  readonly isAlone: boolean
  readonly missing: readonly Missing[]
}

export interface FoundRate {
  readonly lowest: bigint
  readonly highest: bigint
  /** How it came about: put together for what is shown alone. */
  readonly steps: () => PriceStep[]
  readonly missing: readonly Missing[]
  /** Additions that count in the highest price. */
  readonly applied: ReadonlySet<number>
}

const releaseText = ({ number }: { readonly number: number }) => `выпуск ${number}`

/** Rebates that a fact tells of when the client has not been asked: category → fact. */
const factsOfCategories: Readonly<Record<string, FactCode>> = {
  electronic_registration: 'electronicRegistration',
  SALARY_CLIENT: 'salaryClient',
  LIFE_INSURANCE: 'lifeInsurance',
}

function chosenTruth(
  category: string,
  { question, facts }: Known,
): { truth: boolean | null; missing: Missing[] } {
  const said = question.choices[category]
  if (said !== undefined) return { truth: said, missing: [] }
  const fact = factsOfCategories[category]
  const known = fact === undefined ? undefined : facts[fact]
  if (typeof known === 'boolean') return { truth: known, missing: [] }
  return { truth: null, missing: [{ fact: fact ?? category, label: category, isChoice: fact === undefined }] }
}

function changeOf(
  { change: one, key, points, excludes }: ReadyRateChange,
  product: ReadyProduct,
  known: Known,
  setup: PricingSetup,
): Change {
  const ready = product.changeConditions.get(one.key)
  const shared = {
    key,
    kind: one.effect,
    name: one.name,
    points,
    source: releaseText(product),
    dueDays: one.dueDays,
    otherwise: one.dueDays === null ? null : rebateFailures[one.otherwise],
    excludes,
    bestOf: one.bestOf,
    isAlone: false,
  } as const
  if (ready === undefined) {
    const { truth, missing } = chosenTruth(one.category, known)
    const named = missing.map((lacking) => ({ ...lacking, label: one.name }))
    const why = truth === false ? 'не выбрано' : null
    return { ...shared, truth, words: () => ({ why, condition: null }), missing: named }
  }
  const { truth, words, missing } = askCondition(ready, known, setup)
  const said = () => {
    const { text, why } = words()
    return { why: truth === false ? why : null, condition: text }
  }
  return { ...shared, truth, words: said, missing }
}

/** Surcharges for insurance that is not taken. */
function insuranceChanges(product: ReadyProduct, known: Known, setup: PricingSetup): Change[] {
  return product.content.insurance.flatMap(({ type, surcharge }): Change[] => {
    if (surcharge === null) return []
    const said = type === 'LIFE' ? known.facts.lifeInsurance : known.question.choices[type]
    const isInsured = typeof said === 'boolean' ? said : null
    const name = setup.insuranceName(type)
    return [
      {
        key: `i:${type}`,
        kind: 'SURCHARGE',
        name: `Нет страхования: ${lowered(name)}`,
        points: toPoints(surcharge),
        truth: isInsured === null ? null : !isInsured,
        words: () => ({ why: isInsured === true ? 'страхование есть' : null, condition: null }),
        source: releaseText(product),
        dueDays: null,
        otherwise: null,
        excludes: [],
        bestOf: null,
        isAlone: false,
        missing:
          isInsured === null
            ? [
                {
                  fact: type === 'LIFE' ? 'lifeInsurance' : type,
                  label: lowered(name),
                  isChoice: type !== 'LIFE',
                },
              ]
            : [],
      },
    ]
  })
}

/** An option or a promotion; one with a rate of its own takes the place of the cell. */
function additionChange({ addition, truth, words, missing }: AskedAddition, base: bigint): Change {
  const { content, productId } = addition
  const { points, rate, bestOf } = content.effect
  const change = rate === null ? toPoints(points) : toPoints(rate) - base
  return {
    key: `a:${productId}`,
    kind: content.kind === 'OPTION' ? 'OPTION' : 'PROMOTION',
    name: content.names.client,
    points: change,
    truth,
    words,
    source: releaseText(addition),
    dueDays: null,
    otherwise: null,
    excludes: content.excludes.map((id) => `a:${id}`),
    bestOf,
    isAlone: content.kind === 'PROMOTION' && content.stacking === 'BEST_OF',
    missing,
  }
}

const meets = (changes: readonly Change[]) => {
  const byKey = new Map(changes.map((one) => [one.key, one]))
  return (one: string, other: string): boolean => {
    const [a, b] = [byKey.get(one), byKey.get(other)]
    if (a === undefined || b === undefined) return false
    return (
      a.excludes.includes(other) || (a.bestOf !== null && a.bestOf === b.bestOf) || (a.isAlone && b.isAlone)
    )
  }
}

interface Counted {
  readonly rate: bigint
  readonly chosen: ReadonlySet<string>
  readonly isAtFloor: boolean
}

/** The rate when what is not known turns out well for the client, or badly. */
function count(base: bigint, floor: bigint, changes: readonly Change[], outcome: 'GOOD' | 'BAD'): Counted {
  const holds = ({ truth, points }: Change) => truth ?? (outcome === 'GOOD') === points < 0n
  const counted = changes.filter(holds)
  const off = counted.filter(({ points }) => points < 0n)
  const conflicts = mutual(
    off.map(({ key }) => key),
    meets(off),
  )
  const best = bestChoice(
    off.map(({ key, points }) => ({ key, points: -points, conflicts: conflicts.get(key) ?? new Set() })),
  )
  const added = counted.filter(({ points }) => points >= 0n)
  const rebates = off.filter(({ key }) => best.has(key)).reduce((sum, { points }) => sum + points, 0n)
  const surcharges = added.reduce((sum, { points }) => sum + points, 0n)
  const rate = base + rebates + surcharges
  // A rate that is itself below the floor stays: the floor holds back rebates alone.
  const least = rebates < 0n ? (base + surcharges < floor ? base + surcharges : floor) : rate
  return {
    rate: greater(rate, least),
    chosen: new Set([...best, ...added.map(({ key }) => key)]),
    isAtFloor: rate < least,
  }
}

type Conflict = ReturnType<typeof meets>

function stepOf(
  change: Change,
  { chosen }: Counted,
  changes: readonly Change[],
  conflict: Conflict,
): PriceStep {
  const { key, kind, name, points, truth, source, words, dueDays, otherwise } = change
  const { why, condition } = words()
  const isCounted = truth === true && chosen.has(key)
  const isBetter = (other: Change) =>
    other.key !== key && chosen.has(other.key) && (conflict(key, other.key) || conflict(other.key, key))
  const better = truth === true && !isCounted ? changes.find(isBetter) : undefined
  return {
    kind,
    name,
    points: fromPoints(points),
    state: truth === null ? 'UNKNOWN' : isCounted ? 'APPLIED' : 'NOT_APPLIED',
    why: better !== undefined ? `не суммируется с «${better.name}»: выгоднее она` : why,
    source,
    condition,
    dueDays,
    otherwise,
  }
}

const plainStep = (step: Pick<PriceStep, 'kind' | 'name' | 'points' | 'source' | 'why'>): PriceStep => ({
  ...step,
  state: 'APPLIED',
  condition: null,
  dueDays: null,
  otherwise: null,
})

/** How a cell becomes a rate: it is one, or it is added to the key rate of the day. */
function baseOf(cell: bigint, product: ReadyProduct, setup: PricingSetup): bigint | null {
  if (product.content.rate.basis === 'RATE') return cell
  return setup.keyRate === null ? null : toPoints(setup.keyRate) + cell
}

function baseStep(
  product: ReadyProduct,
  place: string,
  base: readonly [bigint, bigint],
  setup: PricingSetup,
): PriceStep {
  const { basis, matrix } = product.content.rate
  const formula =
    basis === 'KEY_RATE_PLUS' && setup.isInside && setup.keyRate !== null
      ? `ключевая ставка ${percentWords(setup.keyRate)} и надбавка`
      : null
  const [lowest, highest] = base
  const step = plainStep({
    kind: 'CELL',
    name: 'Базовая ставка',
    points: fromPoints(highest),
    source: [releaseText(product), ...(matrix.axes.length > 0 && place !== '' ? [place] : [])].join(', '),
    why: formula,
  })
  return lowest === highest ? step : { ...step, state: 'UNKNOWN' }
}

/** How the rate is held at the floor, where it is. */
function floorSteps(
  product: ReadyProduct,
  base: bigint,
  changes: readonly Change[],
  { chosen, isAtFloor, rate }: Counted,
): PriceStep[] {
  if (!isAtFloor) return []
  const before = changes
    .filter(({ truth, key }) => truth === true && chosen.has(key))
    .reduce((sum, { points }) => sum + points, base)
  return [
    plainStep({
      kind: 'FLOOR',
      name: `Не ниже ${percentWords(product.content.rate.floor)}`,
      points: fromPoints(rate - before),
      source: releaseText(product),
      why: 'скидки не ведут ниже предела',
    }),
  ]
}

/** The rate of a product with every step that led to it; null: the matrix or the key rate does not know it. */
export function findRate(
  product: ReadyProduct,
  cells: FoundCells,
  additions: readonly AskedAddition[],
  known: Known,
  setup: PricingSetup,
): FoundRate | null {
  if (cells.range === null) return null
  const lowestBase = baseOf(cells.range.lowest, product, setup)
  const highestBase = baseOf(cells.range.highest, product, setup)
  if (lowestBase === null || highestBase === null) return null
  const own = [
    ...product.changes.map((one) => changeOf(one, product, known, setup)),
    ...insuranceChanges(product, known, setup),
  ]
  const changesFor = (base: bigint) => [...own, ...additions.map((one) => additionChange(one, base))]
  const floor = toPoints(product.content.rate.floor)
  const changes = changesFor(highestBase)
  const bad = count(highestBase, floor, changes, 'BAD')
  const isCertain = lowestBase === highestBase && changes.every(({ truth }) => truth !== null)
  const good = isCertain ? bad : count(lowestBase, floor, changesFor(lowestBase), 'GOOD')
  return {
    lowest: good.rate,
    highest: bad.rate,
    steps: () => {
      const conflict = meets(changes)
      return [
        baseStep(product, cells.place(), [lowestBase, highestBase], setup),
        ...changes.map((one) => stepOf(one, bad, changes, conflict)),
        ...floorSteps(product, highestBase, changes, bad),
      ]
    },
    missing: [
      ...cells.missing,
      ...changes.filter(({ truth }) => truth === null).flatMap(({ missing }) => missing),
    ],
    applied: new Set(
      additions.flatMap(({ addition: { productId } }) =>
        bad.chosen.has(`a:${productId}`) ? [productId] : [],
      ),
    ),
  }
}
