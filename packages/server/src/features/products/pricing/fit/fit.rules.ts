import { ofYears } from '@ipoteka-office/contract/common/counted.ts'
import { exactRoublesText, roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { lowered } from '@ipoteka-office/contract/words.ts'
import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Audience, RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { z } from 'zod'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { PartnerLine } from '../../partner-line.ts'
import type { ReadyProduct } from '../catalogue.ts'
import type { Known } from '../known.ts'
import { percentWords } from '../points.ts'
import { type FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type Missing, missingFact } from '../missing.ts'
import { Answered, type PricingSetup } from '../setup.ts'

/** Why something does not fit, and what would make it fit. */
export interface Reason {
  readonly reason: string
  readonly remedy: string | null
}
export interface Fit {
  readonly reasons: readonly Reason[]
  readonly missing: readonly Missing[]
}

const no = (reason: string, remedy: string | null = null): Fit => ({
  reasons: [{ reason, remedy }],
  missing: [],
})
const unknown = (missing: Missing): Fit => ({ reasons: [], missing: [missing] })
const yes: Fit = { reasons: [], missing: [] }

const says = ({ reasons, missing }: Fit): boolean => reasons.length > 0 || missing.length > 0

/** What they say together; mostly nothing, and then nothing is put together. */
export function joinFits(fits: readonly Fit[]): Fit {
  const saying = fits.filter(says)
  const [only = yes] = saying
  if (saying.length < 2) return only
  return {
    reasons: saying.flatMap(({ reasons }) => reasons),
    missing: saying.flatMap(({ missing }) => missing),
  }
}

/** One of a list, where the list restricts at all. */
function oneOf(list: readonly string[], value: string | null, missing: FactCode, refusal: () => string): Fit {
  if (list.length === 0) return yes
  if (value === null) return unknown(missingFact(missing))
  return list.includes(value) ? yes : no(refusal())
}

/** Some of a list that restricts, where nobody named means nobody of them. */
const isAmong = <T>(list: readonly T[], values: readonly T[]): boolean =>
  list.length === 0 || values.some((value) => list.includes(value))

/** For which partners something is. */
type OfPartners = Pick<Audience, 'partnerIds' | 'partnerProfiles'>

/** What is offered to a partner, or to those of its profile, is offered by those under it too; without either it is of everybody. */
export const isOfferedTo = ({ partnerIds, partnerProfiles = [] }: OfPartners, line: PartnerLine): boolean =>
  (partnerIds.length === 0 && partnerProfiles.length === 0) ||
  partnerIds.some((id) => line.ids.includes(id)) ||
  partnerProfiles.some((code) => line.profiles.includes(code))

/** Whose pledge secures the loan: a bank's, as nearly always, unless the questionnaire says otherwise. */
function fitPledge({ pledges }: Audience, { question, facts }: Known): Fit {
  const isOutside = facts.pledgeHolder === 'NON_BANK'
  if (question.lending !== 'MORTGAGE' || isAmong(pledges, [isOutside ? 'NON_BANK' : 'BANK'])) return yes
  return isOutside
    ? no('Не для объектов, заложенных не банку')
    : no(
        'Только для объектов, заложенных не банку',
        'При рефинансировании отметьте в анкете «Объект заложен не банку»',
      )
}

/** For whom it is. An ordinary client has no category; a partner that nobody named is the bank itself. */
export function fitAudience(
  audience: Audience,
  known: Known,
  { nameOf, partnerLine, applicant }: PricingSetup,
): Fit {
  const { question, facts, regionCode, categories } = known
  const region = () => (regionCode === null ? '' : (nameOf('region', regionCode) ?? regionCode))
  const goalFact = question.lending === 'MORTGAGE' ? 'goal' : 'loanGoal'
  const goal = facts[goalFact]
  const isOfChannel = question.channel === null || isAmong(audience.channels, [question.channel])
  const named = () => audience.clientCategories.map((one) => lowered(clientCategories[one])).join(', ')
  return joinFits([
    oneOf(audience.regions, regionCode, 'region', () => `Не предлагается в регионе «${region()}»`),
    oneOf(audience.goals, typeof goal === 'string' ? goal : null, goalFact, () => 'Не для этой цели кредита'),
    oneOf(
      audience.objectTypes,
      question.objectType,
      'mortgageObjectType',
      () => 'Не для такого предмета ипотеки',
    ),
    fitPledge(audience, known),
    isOfChannel ? yes : no('Не предлагается в этом канале'),
    isOfferedTo(audience, partnerLine) ? yes : no('Предлагается не через этого партнёра'),
    isAmong(audience.clientCategories, categories)
      ? yes
      : no(
          `Только для категорий клиентов: ${named()}`,
          applicant === undefined
            ? 'Укажите категорию клиента'
            : 'Категорию показывает анкета: зарплата в банке, занятость и организация заёмщика',
        ),
  ])
}

const minus = (one: string, other: string) => fromUnits(toUnits(one, 2) - toUnits(other, 2), 2)

function fitAmount({ minAmount, maxAmount }: RegionLimits, { amount }: Known): Fit {
  if (amount === null) return unknown(missingFact('amount'))
  if (compareDecimals(amount, minAmount) < 0)
    return no(
      `Сумма меньше наименьшей, ${roublesText(minAmount)}`,
      `Увеличьте сумму на ${exactRoublesText(minus(minAmount, amount))}`,
    )
  if (compareDecimals(amount, maxAmount) > 0)
    return no(
      `Сумма больше предела ${roublesText(maxAmount)}`,
      `Уменьшите сумму на ${exactRoublesText(minus(amount, maxAmount))}`,
    )
  return yes
}

function fitTerm({ minMonths, maxMonths, monthsStep }: RegionLimits, { months }: Known): Fit {
  if (months === null) return unknown(missingFact('termMonths'))
  if (months < minMonths || months > maxMonths)
    return no(
      `Срок — от ${minMonths} до ${maxMonths} месяцев`,
      `Выберите ${months < minMonths ? minMonths : maxMonths}`,
    )
  return months % monthsStep === 0 ? yes : no(`Срок кратен ${monthsStep} месяцам`)
}

/** The smallest down payment for the object and the way of confirming income; null: none is asked for. */
export function minDownPayment({ downPayments }: RegionLimits, { question, facts }: Known): string | null {
  const income = typeof facts.incomeVerification === 'string' ? facts.incomeVerification : ''
  const fitting = downPayments.filter(
    ({ objectTypes, incomeVerifications }) =>
      (objectTypes.length === 0 || objectTypes.includes(question.objectType ?? '')) &&
      (incomeVerifications.length === 0 || incomeVerifications.includes(income)),
  )
  if (fitting.length < 2) return fitting[0]?.share ?? null
  // The most exact line decides: one that names both, then one that names one of them.
  const exactness = ({ objectTypes, incomeVerifications }: (typeof fitting)[number]) =>
    Number(objectTypes.length > 0) + Number(incomeVerifications.length > 0)
  return fitting.toSorted((one, other) => exactness(other) - exactness(one))[0]?.share ?? null
}

function fitDownPayment(limits: RegionLimits, known: Known, least = minDownPayment(limits, known)): Fit {
  if (least === null || toUnits(least, 4) === 0n) return yes
  const { downPaymentShare: share, price, amount } = known
  if (share === null) return unknown(missingFact('downPaymentShare'))
  if (compareDecimals(share, least) >= 0) return yes
  const reason = `Взнос ${percentWords(share)}, нужно не меньше ${percentWords(least)}`
  if (price === null || amount === null) return no(reason)
  // What is lacking, rounded up to a kopeck: with it the share is reached.
  const needed = (toUnits(price, 2) * toUnits(least, 4) + 999_999n) / 1_000_000n
  const lacking = needed - (toUnits(price, 2) - toUnits(amount, 2))
  return no(reason, lacking > 0n ? `Не хватает ${exactRoublesText(fromUnits(lacking, 2))} взноса` : null)
}

const Ages = z.number().nullable().catch(null)

function fitAge({ minAge, maxAgeAtEnd }: RegionLimits, { facts, months }: Known): Fit {
  const age = Ages.parse(facts.age)
  if (age === null) return yes
  if (age < minAge) return no(`Заёмщику меньше ${ofYears(minAge)}`)
  const over = months === null ? 0 : age + Math.ceil(months / 12) - maxAgeAtEnd
  return over <= 0
    ? yes
    : no(`На конец срока заёмщику больше ${ofYears(maxAgeAtEnd)}`, `Сократите срок на ${over * 12} мес.`)
}

/** A share that may not be above its limit; one that is not known is asked when it becomes known. */
function fitShare(name: string, share: unknown, limit: string | null): Fit {
  if (typeof share !== 'string' || limit === null || compareDecimals(share, limit) <= 0) return yes
  return no(`${name} ${percentWords(share)}, предел ${percentWords(limit)}`)
}

/** Whether a wish is within the limits. */
export const fitLimits = (limits: RegionLimits, known: Known): Fit =>
  joinFits([
    fitAmount(limits, known),
    fitTerm(limits, known),
    fitDownPayment(limits, known),
    fitAge(limits, known),
    fitShare('ПДН', known.facts.debtLoad, limits.maxDebtLoad),
    fitShare('К/З', known.facts.ltv, limits.maxLoanToValue),
  ])

/** Whether the premium is paid as the product has it; who is not insured pays none. */
function fitPremium({ insurance }: ReadyProduct['content'], { question, facts }: Known): Fit {
  const { loanInsurance, premiumInLoan } = facts
  if (question.lending === 'MORTGAGE' || loanInsurance !== true || typeof premiumInLoan !== 'boolean')
    return yes
  const refused = insurance.find(({ premium }) => premium === (premiumInLoan ? 'BESIDE' : 'IN_LOAN'))
  if (refused === undefined) return yes
  return premiumInLoan
    ? no('Страховая премия платится отдельно от кредита', 'Снимите отметку «Премия включена в сумму кредита»')
    : no('Страховая премия входит в сумму кредита', 'Отметьте «Премия включена в сумму кредита»')
}

/** Whether the conditions of granting hold; each that fails says its own words. */
export const fitConditions = (
  { conditions, content }: ReadyProduct,
  known: Known,
  setup: PricingSetup,
): Fit =>
  joinFits([
    fitPremium(content, known),
    ...conditions.map((one): Fit => {
      const answered = new Answered(one, known, setup)
      if (answered.truth === true) return yes
      return answered.truth === false ? no(one.refusal) : { reasons: [], missing: answered.missing() }
    }),
  ])
