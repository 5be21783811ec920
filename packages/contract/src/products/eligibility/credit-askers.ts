import { dayText } from '../../common/day-text.ts'
import { collateralWorth } from '../../cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '../../cases/section-completeness.ts'
import { purchaseGoals } from '../../cases/sections/credit.ts'
import { roublesText, sumText } from '../../common/digits.ts'
import { withoutEndZeros } from '../../common/trim-ends.ts'
import { area, asker, day, money, optional, percent, plain } from './asker.ts'
import { compareDecimals } from '../../common/number-formats.ts'
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
/** A larger sum is given for large housing alone. */
export const amountByArea = asker({
  label: 'Большая сумма — только за большое жильё',
  params: { amount: money('Сумма без условия'), area: area('Площадь больше') },
  rule: ({ amount: most, area: least }) => ({
    code: 'maxAmount',
    title: `Сумма больше ${roublesText(most)} — только за жильё больше ${sumText(least)} м²`,
    ask: (asked) => {
      const source = creditSource('amount')
      const amount = givenSum(credit(asked)['amount'])
      if (amount === null) return unknown('сумма кредита не указана', source)
      if (compareDecimals(amount, most) <= 0)
        return answer(true, `сумма ${roublesText(amount)}, предел ${roublesText(most)}`, source)
      const given = text(credit(asked)['propertyArea'])
      return given === null
        ? unknown(
            `сумма ${roublesText(amount)}: решает площадь, она не указана`,
            creditSource('propertyArea'),
          )
        : answer(
            compareDecimals(given, least) > 0,
            `сумма ${roublesText(amount)}, площадь ${sumText(given)} м²`,
            creditSource('propertyArea'),
          )
    },
  }),
})

/** Everything that counts as a down payment: own money, capital, subsidy. */
export function paidDown(asked: Asked): bigint | null {
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

const sums: RuleSpec = {
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

export const sumsMeet = plain('Взнос и кредит составляют стоимость', sums)

interface Refinanced {
  readonly balance?: unknown
}
const balances: RuleSpec = {
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
export const balancesCovered = plain('Сумма покрывает рефинансируемые кредиты', balances)

const rateText = (rate: string) => `${withoutEndZeros(rate).replace('.', ',')} %`
export const maxRate = asker({
  label: 'Ставка не выше предела программы',
  params: { rate: percent('Ставка не выше'), lowest: optional(percent('Ставка не ниже')) },
  rule: ({ rate, lowest }) => ({
    code: 'rate',
    title:
      lowest === null
        ? `Ставка не выше ${rateText(rate)}`
        : `Ставка от ${withoutEndZeros(lowest).replace('.', ',')} до ${rateText(rate)}`,
    ask: (asked) => {
      const value = text(credit(asked)['rate'])
      if (value === null || !/^\d+(\.\d+)?$/.test(value))
        return unknown('ставка не указана', creditSource('rate'))
      const holds =
        compareDecimals(value, rate) <= 0 && (lowest === null || compareDecimals(value, lowest) >= 0)
      return answer(holds, `ставка ${value.replace('.', ',')} %`, creditSource('rate'))
    },
  }),
})

/** Until when loans are given on these terms. */
export const lastDay = asker({
  label: 'Последний день программы',
  params: { day: day('Последний день') },
  rule: ({ day: last }) => ({
    code: 'period',
    title: `Программа действует до ${dayText(last)}`,
    ask: ({ today }) => answer(today <= last, `сегодня ${dayText(today)}`, null),
  }),
})

export const firstPreferential = plain('Первая льготная ипотека семьи', {
  code: 'onlyOne',
  title: 'Первая льготная ипотека семьи',
  ask: (asked) => {
    const used = credit(asked)['preferentialLoanUsed']
    const source = creditSource('preferentialLoanUsed')
    if (typeof used !== 'boolean') return unknown('не указано, была ли льготная ипотека', source)
    return answer(!used, used ? 'льготная ипотека уже оформлялась' : 'не оформлялась', source)
  },
})
