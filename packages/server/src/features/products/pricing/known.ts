import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { valueIssue } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { orderedNumber } from '@ipoteka-office/contract/common/number-formats.ts'
import { FactCode, type Facts, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import { type KnownFacts, knownFacts } from '#features/document-rules/fact-values.rules.ts'

/** What is known of a wish, with what follows from it. */
export interface Known {
  readonly question: PriceQuestion
  readonly facts: Facts
  readonly ready: KnownFacts
  readonly amount: string | null
  readonly months: number | null
  /** Percent of the price, with four decimals. */
  readonly downPaymentShare: string | null
  readonly price: string | null
  readonly regionCode: string | null
  /** Sum, term and share as ordinary numbers, where they are short enough to keep their place among bounds. */
  readonly ordered: Readonly<Record<'amount' | 'termMonths' | 'downPaymentShare', number | null>>
  /** Of which categories the client is. */
  readonly categories: readonly ClientCategory[]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Share of the down payment: as it was said, else what the loan leaves of the price. */
function shareOf(facts: Facts): string | null {
  const said = textOf(facts.downPaymentShare)
  if (said !== null) return said
  const [price, amount] = [textOf(facts.propertyPrice), textOf(facts.amount)]
  if (price === null || amount === null) return null
  const [whole, lent] = [toUnits(price, 2), toUnits(amount, 2)]
  if (whole <= 0n) return null
  // Whoever borrows more than the price pays nothing of it.
  if (lent > whole) return '0.0000'
  // Rounded down: a share that is not reached is never taken as reached.
  return fromUnits(((whole - lent) * 1_000_000n) / whole, 4)
}

/** К/З in percent, rounded half up, as the calculators do. */
function loanToValueOf(facts: Facts): string | null {
  const said = textOf(facts.ltv)
  if (said !== null) return said
  const [price, amount] = [textOf(facts.propertyPrice), textOf(facts.amount)]
  if (price === null || amount === null || toUnits(price, 2) <= 0n) return null
  return fromUnits(divideHalfUp(toUnits(amount, 2) * 10_000n, toUnits(price, 2)), 2)
}

/** What of a question is no value of its fact: a sum in words, a term of half a month. */
export const factIssues = ({ facts }: PriceQuestion): FieldError[] =>
  Object.entries(facts).flatMap(([code, value]) => {
    const known = FactCode.safeParse(code)
    if (!known.success || value === null) return []
    const message = valueIssue(factOf(known.data), value)
    return message === null ? [] : [{ path: `facts.${code}`, message }]
  })

/** What a question tells of the catalogue of facts; a code that is none of it says nothing. */
function factsIn({ facts }: PriceQuestion): Facts {
  const known = Object.entries(facts).flatMap(([code, value]) => {
    const parsed = FactCode.safeParse(code)
    return parsed.success ? [[parsed.data, value] as const] : []
  })
  return Object.fromEntries(known)
}

const categoriesIn = ({ clientCategory, clientCategories }: PriceQuestion): ClientCategory[] => [
  ...new Set(clientCategory === null ? clientCategories : [clientCategory, ...clientCategories]),
]

/** The question with everything that follows from what it says. */
export function knownOf(question: PriceQuestion): Known {
  const told = factsIn(question)
  const categories = categoriesIn(question)
  const share = shareOf(told)
  const ltv = loanToValueOf(told)
  const facts: Facts = {
    ...told,
    ...(share !== null && { downPaymentShare: share }),
    ...(ltv !== null && { ltv }),
    ...(categories.includes('SALARY') && told.salaryClient === undefined ? { salaryClient: true } : {}),
    ...(question.objectType !== null && { mortgageObjectType: question.objectType }),
  }
  const [amount, months] = [textOf(facts.amount), numberOf(facts.termMonths)]
  return {
    question,
    facts,
    ready: knownFacts(facts),
    amount,
    months,
    ordered: {
      amount: amount === null ? null : orderedNumber(amount),
      termMonths: months,
      downPaymentShare: share === null ? null : orderedNumber(share),
    },
    downPaymentShare: share,
    price: textOf(facts.propertyPrice),
    regionCode: textOf(facts.region),
    categories,
  }
}
