import type { Catalogue, ReadyAddition, ReadyProduct } from './catalogue.ts'
import { fitAudience, type Reason } from './fit/fit.rules.ts'
import type { Known } from './known.ts'
import type { Missing } from './missing.ts'
import { Answered, type PricingSetup } from './setup.ts'

/** An option or a promotion that may be counted, or why it may not. */
export interface AskedAddition {
  readonly addition: ReadyAddition
  /** True: it holds; null: not known yet. */
  readonly truth: boolean | null
  /** Why it may not. */
  readonly why: () => string | null
  /** Its condition in words. */
  readonly condition: () => string | null
  readonly missing: () => readonly Missing[]
}

const nothing = () => null
const none: readonly Missing[] = []
const noneMissing = () => none

const refused = (addition: ReadyAddition, why: string): AskedAddition => ({
  addition,
  truth: false,
  why: () => why,
  condition: nothing,
  missing: noneMissing,
})

/** Additions that go with a product. */
const fittingOf = ({ ofProduct, ofAny }: Catalogue, { productId, lending }: ReadyProduct): ReadyAddition[] =>
  [...(ofProduct.get(productId) ?? []), ...ofAny].filter((one) => one.lending === lending)

function period(addition: ReadyAddition, day: string): string | null {
  const { content } = addition
  if (content.kind !== 'PROMOTION') return null
  if (day < content.period.from) return 'акция ещё не началась'
  return day > content.period.to ? 'акция закончилась' : null
}

/** Whether an addition may be counted with a product: its days, its places, whom it is for, its condition. */
function ask(addition: ReadyAddition, known: Known, setup: PricingSetup): AskedAddition {
  const why = period(addition, known.question.receivedOn ?? setup.day)
  if (why !== null) return refused(addition, why)
  if (setup.full.has(addition.productId)) return refused(addition, 'места акции кончились')
  const { reasons, missing } = fitAudience(addition.content.audience, known, setup)
  const [first] = reasons
  if (first !== undefined) return refused(addition, first.reason)
  const isOpen = missing.length > 0
  if (addition.condition === null)
    return { addition, truth: isOpen ? null : true, why: nothing, condition: nothing, missing: () => missing }
  const answered = new Answered(addition.condition, known, setup)
  return {
    addition,
    truth: answered.truth === true && isOpen ? null : answered.truth,
    why: () => answered.why(),
    condition: () => answered.text(),
    missing: () => [...missing, ...answered.missing()],
  }
}

export interface ChosenAdditions {
  readonly asked: readonly AskedAddition[]
  /** Why the options asked for cannot be had. */
  readonly reasons: readonly Reason[]
  /** Options that might be added: looked for where the product is shown. */
  readonly available: () => readonly ReadyAddition[]
}

const nameIn = ({ additions }: Catalogue, id: number): string =>
  additions.find(({ productId }) => productId === id)?.content.names.client ?? String(id)

function optionReasons(options: readonly AskedAddition[], catalogue: Catalogue): Reason[] {
  if (options.length === 0) return []
  const ids = new Set(options.map(({ addition }) => addition.productId))
  return options.flatMap(({ addition, truth, why }): Reason[] => {
    const { content } = addition
    const name = content.names.client
    const lacking = content.requires.filter((id) => !ids.has(id))
    const excluded = content.excludes.filter((id) => ids.has(id))
    return [
      ...(truth === false
        ? [{ reason: `Опция «${name}» не подходит: ${why() ?? ''}`, remedy: `Уберите опцию «${name}»` }]
        : []),
      ...lacking.map((id) => ({
        reason: `Опция «${name}» бывает только с опцией «${nameIn(catalogue, id)}»`,
        remedy: `Добавьте опцию «${nameIn(catalogue, id)}»`,
      })),
      ...excluded.map((id) => ({
        reason: `Опции «${name}» и «${nameIn(catalogue, id)}» вместе не бывают`,
        remedy: 'Уберите одну из них',
      })),
    ]
  })
}

/** Options asked for and promotions that a product may have. */
export function chooseAdditions(
  catalogue: Catalogue,
  product: ReadyProduct,
  known: Known,
  setup: PricingSetup,
): ChosenAdditions {
  const { optionIds, promotionIds } = known.question
  const fitting = fittingOf(catalogue, product)
  const options = fitting.filter(({ content }) => content.kind === 'OPTION')
  const promotions = fitting.filter(({ content }) => content.kind === 'PROMOTION')
  const chosen = options
    .filter(({ productId }) => optionIds.includes(productId))
    .map((one) => ask(one, known, setup))
  const foreign = optionIds.filter((id) => !options.some(({ productId }) => productId === id))
  const excludes = (one: ReadyAddition, id: number) => one.content.excludes.includes(id)
  const wanted = promotions
    .filter(({ productId }) => promotionIds.length === 0 || promotionIds.includes(productId))
    .filter(
      (one) =>
        one.content.requires.every((id) => optionIds.includes(id)) &&
        chosen.every(
          ({ addition }) => !excludes(one, addition.productId) && !excludes(addition, one.productId),
        ),
    )
    .map((one) => ask(one, known, setup))
  return {
    asked: [...chosen, ...wanted],
    reasons: [
      ...optionReasons(chosen, catalogue),
      ...foreign.map((id) => ({
        reason: `Опция «${nameIn(catalogue, id)}» к этому продукту не подходит`,
        remedy: 'Уберите опцию',
      })),
    ],
    available: () => options.filter(({ productId }) => !optionIds.includes(productId)),
  }
}
