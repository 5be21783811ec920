import { compareDecimals } from '../common/number-formats.ts'
import { sectionDefinitions } from '../case-sections.ts'
import { fromKopecks, toKopecks } from '../section-completeness.ts'
import { sectionValueText } from '../section-texts.ts'
import { purchaseGoals } from '../sections/credit.ts'
import {
  type Asked,
  answer,
  basisPoints,
  credit,
  creditSource,
  isMoney,
  type RuleSpec,
  roubles,
  shareText,
  text,
  unknown,
} from './rule.ts'

export const maxAmount = (limit: (asked: Asked) => string | null, title: string): RuleSpec => ({
  code: 'maxAmount',
  title,
  ask: (asked) => {
    const { amount } = credit(asked)
    const most = limit(asked)
    if (!isMoney(amount)) return unknown('сумма кредита не указана', creditSource('amount'))
    if (most === null) return unknown('регион сделки не указан', creditSource('regionCode'))
    const holds = compareDecimals(amount, most) <= 0
    return answer(holds, `сумма ${roubles(amount)}, предел ${roubles(most)}`, creditSource('amount'))
  },
})
export const upTo = (most: string) => maxAmount(() => most, `Сумма не больше ${roubles(most)}`)

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
    const { propertyPrice } = credit(asked)
    const paid = paidDown(asked)
    if (!isMoney(propertyPrice) || toKopecks(propertyPrice) === 0n)
      return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    if (paid === null) return unknown('взнос не указан', creditSource('downPayment'))
    const price = toKopecks(propertyPrice)
    // Compared before the division, so that 20.0999 % is no 20.1 %.
    const holds = paid * 10_000n >= price * points
    return answer(holds, `взнос ${shareText(basisPoints(paid, price))}`, creditSource('downPayment'))
  },
})
export const maxLoanToValue = (points: bigint): RuleSpec => ({
  code: 'loanToValue',
  title: `К/З не больше ${shareText(points)}`,
  ask: (asked) => {
    const { amount, propertyPrice } = credit(asked)
    if (!isMoney(amount)) return unknown('сумма кредита не указана', creditSource('amount'))
    if (!isMoney(propertyPrice) || toKopecks(propertyPrice) === 0n)
      return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    const [loan, value] = [toKopecks(amount), toKopecks(propertyPrice)]
    return answer(
      loan * 10_000n <= value * points,
      `К/З ${shareText(basisPoints(loan, value))}`,
      creditSource('amount'),
    )
  },
})

export const sumsMeet: RuleSpec = {
  code: 'sums',
  title: 'Взнос и кредит вместе покрывают стоимость',
  ask: (asked) => {
    const { amount, propertyPrice, goal } = credit(asked)
    const paid = paidDown(asked)
    if (!(purchaseGoals as readonly unknown[]).includes(goal))
      return goal === undefined
        ? unknown('цель кредита не указана', creditSource('goal'))
        : answer(true, 'покупки нет', creditSource('goal'))
    if (!isMoney(amount) || !isMoney(propertyPrice) || paid === null)
      return unknown('не указаны стоимость, взнос или сумма', creditSource('amount'))
    const rest = toKopecks(propertyPrice) - paid - toKopecks(amount)
    const datum = rest > 0n ? `не хватает ${roubles(fromKopecks(rest))}` : 'хватает'
    return answer(rest <= 0n, datum, creditSource('amount'))
  },
}

export const goalIs = (title: string, ...goals: string[]): RuleSpec => ({
  code: 'goal',
  title,
  ask: (asked) => {
    const { goal } = credit(asked)
    if (typeof goal !== 'string') return unknown('цель кредита не указана', creditSource('goal'))
    return answer(
      goals.includes(goal),
      goals.includes(goal) ? 'цель подходит' : 'цель другая',
      creditSource('goal'),
    )
  },
})

export const regionRule = (title: string, fits: (region: string) => boolean): RuleSpec => ({
  code: 'region',
  title,
  ask: (asked) => {
    const region = text(credit(asked)['regionCode'])
    if (region === null) return unknown('регион сделки не указан', creditSource('regionCode'))
    return answer(fits(region), `регион ${region}`, creditSource('regionCode'))
  },
})

export const farEastBasis: RuleSpec = {
  code: 'basis',
  title: 'Есть основание для участия',
  ask: (asked) => {
    const { farEastBasis: field } = sectionDefinitions.CREDIT.fields
    const value = text(credit(asked)['farEastBasis'])
    const source = creditSource('farEastBasis')
    return value === null
      ? unknown('основание не указано', source)
      : answer(
          true,
          sectionValueText(field, value, (_, code) => code),
          source,
        )
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
    return answer(toKopecks(amount) >= total, `остатки ${roubles(fromKopecks(total))}`, source)
  },
}
export const rateIs = (rate: string): RuleSpec => ({
  code: 'rate',
  title: `Ставка не выше ${rate.replace('.', ',')} %`,
  ask: (asked) => {
    const value = text(credit(asked)['rate'])
    if (value === null || !/^\d+(\.\d+)?$/.test(value))
      return unknown('ставка не указана', creditSource('rate'))
    return answer(
      compareDecimals(value, rate) <= 0,
      `ставка ${value.replace('.', ',')} %`,
      creditSource('rate'),
    )
  },
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
