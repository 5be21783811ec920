import { dayText } from '../common/day-text.ts'
import { collateralWorth } from '../cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '../cases/section-completeness.ts'
import { purchaseGoals } from '../cases/sections/credit.ts'
import { roublesText } from '../common/digits.ts'
import { compareDecimals } from '../common/number-formats.ts'
import {
  type Answer,
  type Asked,
  answer,
  basisPoints,
  credit,
  creditSource,
  givenSum,
  isMoney,
  type RuleSpec,
  shareText,
  text,
  unknown,
} from './rule.ts'
import { familyTerms, farEastTerms } from './state-terms.ts'

/** The most that may be lent, or why nobody knows. */
export type Limit = (asked: Asked, amount: string) => string | Answer

export const maxAmount = (title: string, limit: Limit): RuleSpec => ({
  code: 'maxAmount',
  title,
  ask: (asked) => {
    const amount = givenSum(credit(asked)['amount'])
    if (amount === null) return unknown('сумма кредита не указана', creditSource('amount'))
    const most = limit(asked, amount)
    if (typeof most !== 'string') return most
    const holds = compareDecimals(amount, most) <= 0
    return answer(holds, `сумма ${roublesText(amount)}, предел ${roublesText(most)}`, creditSource('amount'))
  },
})
export const upTo = (most: string) => maxAmount(`Сумма не больше ${roublesText(most)}`, () => most)

export const familyLimit = maxAmount(
  'Сумма до 12 млн ₽ в Москве, Петербурге и их областях, до 6 млн ₽ в других регионах',
  (asked) => {
    const region = text(credit(asked)['regionCode'])
    if (region === null) return unknown('регион сделки не указан', creditSource('regionCode'))
    return familyTerms.metropolitan.includes(region) ? familyTerms.metropolitanLimit : familyTerms.limit
  },
)

export const farEastLimit = maxAmount(
  `Сумма до 6 млн ₽, до 9 млн ₽ за жильё больше ${farEastTerms.areaOfLargeLimit} м²`,
  (asked, amount) => {
    const area = text(credit(asked)['propertyArea'])
    if (area !== null)
      return compareDecimals(area, farEastTerms.areaOfLargeLimit) > 0
        ? farEastTerms.largeLimit
        : farEastTerms.limit
    const decides =
      compareDecimals(amount, farEastTerms.limit) > 0 && compareDecimals(amount, farEastTerms.largeLimit) <= 0
    if (decides)
      return unknown(
        `сумма ${roublesText(amount)}: решает площадь, она не указана`,
        creditSource('propertyArea'),
      )
    return compareDecimals(amount, farEastTerms.limit) > 0 ? farEastTerms.largeLimit : farEastTerms.limit
  },
)

/** Everything that counts as a down payment: own money, capital, subsidy. */
function paidDown(asked: Asked): bigint | null {
  const { downPayment, maternityCapital, maternityCapitalAmount, subsidy, subsidyAmount } = credit(asked)
  if (!isMoney(downPayment)) return null
  const capital =
    maternityCapital === true && isMoney(maternityCapitalAmount) ? toKopecks(maternityCapitalAmount) : 0n
  const grant = text(subsidy) !== null && isMoney(subsidyAmount) ? toKopecks(subsidyAmount) : 0n
  return toKopecks(downPayment) + capital + grant
}

export const minDownPayment = (points: bigint): RuleSpec => ({
  code: 'downPayment',
  title: `Взнос не меньше ${shareText(points)}`,
  ask: (asked) => {
    const value = givenSum(credit(asked)['propertyPrice'])
    const paid = paidDown(asked)
    if (value === null) return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    if (paid === null) return unknown('взнос не указан', creditSource('downPayment'))
    const price = toKopecks(value)
    // Compared before the division, so that 20.0999 % is no 20.1 %.
    if (paid * 10_000n < price * points)
      return answer(false, `взнос ${shareText(basisPoints(paid, price))}`, creditSource('downPayment'))
    const loan = toKopecks(givenSum(credit(asked)['amount']) ?? '0')
    // A loan of almost the whole price leaves no room for the down payment, whatever is written of it.
    return loan * 10_000n > price * (10_000n - points)
      ? answer(false, `кредит ${shareText(basisPoints(loan, price))} стоимости`, creditSource('amount'))
      : answer(true, `взнос ${shareText(basisPoints(paid, price))}`, creditSource('downPayment'))
  },
})
export const maxLoanToValue = (points: bigint): RuleSpec => ({
  code: 'loanToValue',
  title: `К/З не больше ${shareText(points)}`,
  ask: (asked) => {
    const amount = givenSum(credit(asked)['amount'])
    const worth = collateralWorth(credit(asked), asked.objects)
    if (amount === null) return unknown('сумма кредита не указана', creditSource('amount'))
    if (worth === null) return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    const [loan, value] = [toKopecks(amount), toKopecks(worth)]
    // Shown as the head of the case has it: to the nearest hundredth.
    const shown = shareText((loan * 20_000n + value) / (value * 2n))
    return answer(loan * 10_000n <= value * points, `К/З ${shown}`, creditSource('amount'))
  },
})

/** What loan and down payment make of the price. */
function sumsOf(amount: string, price: string, paid: bigint): Answer {
  const source = creditSource('amount')
  const rest = toKopecks(price) - paid - toKopecks(amount)
  if (compareDecimals(amount, price) > 0)
    return answer(
      false,
      `кредит больше стоимости на ${roublesText(fromKopecks(toKopecks(amount) - toKopecks(price)))}`,
      source,
    )
  if (rest > 0n) return answer(false, `не хватает ${roublesText(fromKopecks(rest))}`, source)
  return rest === 0n
    ? answer(true, 'хватает', source)
    : unknown(`на ${roublesText(fromKopecks(-rest))} больше стоимости: на что они, не указано`, source)
}

export const sumsMeet: RuleSpec = {
  code: 'sums',
  title: 'Взнос и кредит вместе составляют стоимость',
  ask: (asked) => {
    const { goal, ...given } = credit(asked)
    const paid = paidDown(asked)
    if (!(purchaseGoals as readonly unknown[]).includes(goal))
      return text(goal) === null
        ? unknown('цель кредита не указана', creditSource('goal'))
        : answer(true, 'покупки нет', creditSource('goal'))
    const [amount, price] = [givenSum(given['amount']), givenSum(given['propertyPrice'])]
    return amount === null || price === null || paid === null
      ? unknown('не указаны стоимость, взнос или сумма', creditSource('amount'))
      : sumsOf(amount, price, paid)
  },
}

interface Refinanced {
  readonly balance?: unknown
}
export const balancesCovered: RuleSpec = {
  code: 'balances',
  title: 'Сумма покрывает остатки рефинансируемых кредитов',
  ask: (asked) => {
    const { amount, refinancedCredits } = credit(asked)
    const rows = (Array.isArray(refinancedCredits) ? refinancedCredits : []) as readonly Refinanced[]
    const source = creditSource('refinancedCredits')
    if (rows.length === 0 || !rows.every(({ balance }) => isMoney(balance)))
      return unknown('остатки кредитов не указаны', source)
    if (!isMoney(amount)) return unknown('сумма кредита не указана', creditSource('amount'))
    const total = rows.reduce((sum, { balance }) => sum + (isMoney(balance) ? toKopecks(balance) : 0n), 0n)
    return answer(toKopecks(amount) >= total, `остатки ${roublesText(fromKopecks(total))}`, source)
  },
}
const percentText = (rate: string) => rate.replace('.', ',')
export const rateIs = (rate: string, lowest?: string): RuleSpec => ({
  code: 'rate',
  title:
    lowest === undefined
      ? `Ставка не выше ${percentText(rate)} %`
      : `Ставка от ${percentText(lowest)} до ${percentText(rate)} %`,
  ask: (asked) => {
    const value = text(credit(asked)['rate'])
    if (value === null || !/^\d+(\.\d+)?$/.test(value))
      return unknown('ставка не указана', creditSource('rate'))
    const holds =
      compareDecimals(value, rate) <= 0 && (lowest === undefined || compareDecimals(value, lowest) >= 0)
    return answer(holds, `ставка ${percentText(value)} %`, creditSource('rate'))
  },
})

/** Until when loans are given on these terms. */
export const until = (lastDay: string): RuleSpec => ({
  code: 'period',
  title: `Программа действует до ${dayText(lastDay)}`,
  ask: ({ today }) => answer(today <= lastDay, `сегодня ${dayText(today)}`, null),
})

export const firstPreferential: RuleSpec = {
  code: 'onlyOne',
  title: 'Первая льготная ипотека семьи',
  ask: (asked) => {
    const used = credit(asked)['preferentialLoanUsed']
    const source = creditSource('preferentialLoanUsed')
    if (typeof used !== 'boolean') return unknown('не указано, была ли льготная ипотека', source)
    return answer(!used, used ? 'льготная ипотека уже оформлялась' : 'не оформлялась', source)
  },
}
