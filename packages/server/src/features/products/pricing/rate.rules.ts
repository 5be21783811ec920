import { lowered } from '@ipoteka-office/contract/words.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { PriceStep } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { rebateFailures } from '@ipoteka-office/contract/products/version/version-parts.ts'
import type { AskedAddition } from './additions.rules.ts'
import { bestChoice, mutual } from './best-choice.rules.ts'
import type { ReadyProduct, ReadyRateChange, ReadySurcharge } from './catalogue.ts'
import type { FoundCells } from './cells.rules.ts'
import type { Known } from './known.ts'
import { fromPoints, greater, lesser, percentWords, toPoints } from './points.ts'
import type { Missing } from './missing.ts'
import { Answered, type PricingSetup } from './setup.ts'

/** What is told of a change where anybody reads it. */
type Told = Pick<PriceStep, 'kind' | 'name' | 'why' | 'source' | 'condition' | 'dueDays' | 'otherwise'>

/** Something that changes the rate: below zero it takes off. There are thousands of a question, and few are told of. */
interface Change {
  readonly key: string
  readonly points: bigint
  readonly truth: boolean | null
  readonly excludes: readonly string[]
  readonly bestOf: string | null
  /** Of promotions that never add up with each other. */
  readonly isAlone: boolean
  readonly told: () => Told
  /** What would decide where it is not known. */
  readonly missing: () => readonly Missing[]
}

const noKeys: readonly string[] = []

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

/** What the client has said of a rebate that has no condition, or the fact that tells it. */
function chosenTruth(category: string, { question, facts }: Known): boolean | null {
  const said = question.choices[category]
  if (said !== undefined) return said
  const fact = factsOfCategories[category]
  const known = fact === undefined ? undefined : facts[fact]
  return typeof known === 'boolean' ? known : null
}

/** A rebate or a surcharge of the product. */
function ownChange(ready: ReadyRateChange, product: ReadyProduct, known: Known, setup: PricingSetup): Change {
  const { change, key, points, excludes, condition } = ready
  const answered = condition === null ? null : new Answered(condition, known, setup)
  const truth = answered === null ? chosenTruth(change.category, known) : answered.truth
  return {
    key,
    points,
    truth,
    excludes,
    bestOf: change.bestOf,
    isAlone: false,
    told: () => ({
      kind: change.effect,
      name: change.name,
      why: answered === null ? (truth === false ? 'не выбрано' : null) : answered.why(),
      source: releaseText(product),
      condition: answered?.text() ?? null,
      dueDays: change.dueDays,
      otherwise: change.dueDays === null ? null : rebateFailures[change.otherwise],
    }),
    missing: () => {
      if (answered !== null) return answered.missing()
      const fact = factsOfCategories[change.category]
      return [{ fact: fact ?? change.category, label: change.name, isChoice: fact === undefined }]
    },
  }
}

/** The surcharge for an insurance that is not taken. */
function insuranceChange(
  { type, key, points }: ReadySurcharge,
  product: ReadyProduct,
  { question, facts }: Known,
  { insuranceName }: PricingSetup,
): Change {
  const isLife = type === 'LIFE'
  const said = isLife ? facts.lifeInsurance : question.choices[type]
  const truth = typeof said === 'boolean' ? !said : null
  return {
    key,
    points,
    truth,
    excludes: noKeys,
    bestOf: null,
    isAlone: false,
    told: () => ({
      kind: 'SURCHARGE',
      name: `Нет страхования: ${lowered(insuranceName(type))}`,
      why: truth === false ? 'страхование есть' : null,
      source: releaseText(product),
      condition: null,
      dueDays: null,
      otherwise: null,
    }),
    missing: () => [
      { fact: isLife ? 'lifeInsurance' : type, label: lowered(insuranceName(type)), isChoice: !isLife },
    ],
  }
}

/** An option or a promotion; one with a rate of its own takes the place of the cell. */
function additionChange({ addition, truth, why, condition, missing }: AskedAddition, base: bigint): Change {
  const { content, productId } = addition
  const { points, rate, bestOf } = content.effect
  return {
    key: `a:${productId}`,
    points: rate === null ? toPoints(points) : toPoints(rate) - base,
    truth,
    excludes: content.excludes.length === 0 ? noKeys : content.excludes.map((id) => `a:${id}`),
    bestOf,
    isAlone: content.kind === 'PROMOTION' && content.stacking === 'BEST_OF',
    told: () => ({
      kind: content.kind === 'OPTION' ? 'OPTION' : 'PROMOTION',
      name: content.names.client,
      why: why(),
      source: releaseText(addition),
      condition: condition(),
      dueDays: null,
      otherwise: null,
    }),
    missing,
  }
}

/** Whether one does not add up with another, as far as the one says it. */
const excludes = (one: Change, other: Change): boolean =>
  one.excludes.includes(other.key) ||
  (one.bestOf !== null && one.bestOf === other.bestOf) ||
  (one.isAlone && other.isAlone)

/** Rebates that together take off most of those that hold. */
function mostOf(rebates: readonly Change[]): readonly Change[] {
  const conflicts = mutual(rebates, excludes)
  if (conflicts.size === 0) return rebates
  const best = bestChoice(
    rebates.flatMap(({ key, points }) => {
      const own = conflicts.get(key)
      return own === undefined ? [] : [{ key, points: -points, conflicts: own }]
    }),
  )
  return rebates.filter(({ key }) => !conflicts.has(key) || best.has(key))
}

interface Counted {
  readonly rate: bigint
  readonly chosen: ReadonlySet<string>
  readonly isAtFloor: boolean
}

/** The rate when what is not known turns out well for the client, or badly. */
function count(base: bigint, floor: bigint, changes: readonly Change[], outcome: 'GOOD' | 'BAD'): Counted {
  const chosen = new Set<string>()
  const off: Change[] = []
  let dearest = base
  for (const change of changes) {
    const { truth, points, key } = change
    if (!(truth ?? (outcome === 'GOOD') === points < 0n)) continue
    if (points < 0n) off.push(change)
    else {
      dearest += points
      chosen.add(key)
    }
  }
  let rate = dearest
  for (const { key, points } of mostOf(off)) {
    rate += points
    chosen.add(key)
  }
  // A rate that is itself below the floor stays: the floor holds back rebates alone.
  const least = rate < dearest ? lesser(dearest, floor) : rate
  return { rate: greater(rate, least), chosen, isAtFloor: rate < least }
}

function stepOf(change: Change, { chosen }: Counted, changes: readonly Change[]): PriceStep {
  const { key, points, truth } = change
  const { kind, name, why, source, condition, dueDays, otherwise } = change.told()
  const isCounted = truth === true && chosen.has(key)
  const isBetter = (other: Change) =>
    other !== change && chosen.has(other.key) && (excludes(change, other) || excludes(other, change))
  const better = truth === true && !isCounted ? changes.find(isBetter) : undefined
  return {
    kind,
    name,
    points: fromPoints(points),
    state: truth === null ? 'UNKNOWN' : isCounted ? 'APPLIED' : 'NOT_APPLIED',
    why: better === undefined ? why : `не суммируется с «${better.told().name}»: выгоднее она`,
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
    ...product.changes.map((one) => ownChange(one, product, known, setup)),
    ...product.surcharges.map((one) => insuranceChange(one, product, known, setup)),
  ]
  const changesFor = (base: bigint) =>
    additions.length === 0 ? own : [...own, ...additions.map((one) => additionChange(one, base))]
  const changes = changesFor(highestBase)
  const bad = count(highestBase, product.floor, changes, 'BAD')
  const open = changes.filter(({ truth }) => truth === null)
  const isCertain = lowestBase === highestBase && open.length === 0
  const good = isCertain ? bad : count(lowestBase, product.floor, changesFor(lowestBase), 'GOOD')
  return {
    lowest: good.rate,
    highest: bad.rate,
    steps: () => [
      baseStep(product, cells.place(), [lowestBase, highestBase], setup),
      ...changes.map((one) => stepOf(one, bad, changes)),
      ...floorSteps(product, highestBase, changes, bad),
    ],
    missing: [...cells.missing, ...open.flatMap(({ missing }) => missing())],
    applied: new Set(
      additions.flatMap(({ addition: { productId } }) =>
        bad.chosen.has(`a:${productId}`) ? [productId] : [],
      ),
    ),
  }
}
