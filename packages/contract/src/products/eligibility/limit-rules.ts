import { ofYears, yearsText } from '../../common/counted.ts'
import { roublesText } from '../../common/digits.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { fromKopecks, toKopecks } from '../../cases/section-completeness.ts'
import { collateralWorth } from '../../cases/monthly-means.ts'
import { leastDownPayment } from '../version/least-down-payment.ts'
import { regionLimits } from '../version/region-limits.ts'
import type { RegionLimits } from '../version/version-parts.ts'
import { maxAmount, paidDown } from './credit-askers.ts'
import { ageAtEnd, personSource } from './person-askers.ts'
import {
  type Asked,
  answer,
  basisPoints,
  credit,
  creditSource,
  debtors,
  givenSum,
  type ProgrammeRule,
  type RuleSpec,
  shareText,
  text,
  unknown,
  yearsBetween,
} from './rule.ts'

/** A share in percent, at most four decimals, as millionths of the whole. */
const millionths = (percent: string): bigint => {
  const [whole = '0', part = ''] = percent.split('.')
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4))
}
const million = 1_000_000n
const percentWords = (share: bigint) => shareText(share / 100n)

function leastShare(limits: RegionLimits): bigint | null {
  const least = leastDownPayment(limits)
  return least === null ? null : millionths(least)
}

const minDownPayment = (least: bigint): RuleSpec => ({
  code: 'downPayment',
  title: `Взнос не меньше ${percentWords(least)}`,
  ask: (asked) => {
    const value = givenSum(credit(asked)['propertyPrice'])
    const paid = paidDown(asked)
    if (value === null) return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    if (paid === null) return unknown('взнос не указан', creditSource('downPayment'))
    const price = toKopecks(value)
    // Compared before the division, so that 20.0999 % is no 20.1 %.
    if (paid * million < price * least)
      return answer(false, `взнос ${shareText(basisPoints(paid, price))}`, creditSource('downPayment'))
    const loan = toKopecks(givenSum(credit(asked)['amount']) ?? '0')
    // A loan of almost the whole price leaves no room for the down payment, whatever is written of it.
    return loan * million > price * (million - least)
      ? answer(false, `кредит ${shareText(basisPoints(loan, price))} стоимости`, creditSource('amount'))
      : answer(true, `взнос ${shareText(basisPoints(paid, price))}`, creditSource('downPayment'))
  },
})

const maxLoanToValue = (most: bigint): RuleSpec => ({
  code: 'loanToValue',
  title: `К/З не больше ${percentWords(most)}`,
  ask: (asked) => {
    const amount = givenSum(credit(asked)['amount'])
    const worth = collateralWorth(credit(asked), asked.objects)
    if (amount === null) return unknown('сумма кредита не указана', creditSource('amount'))
    if (worth === null) return unknown('стоимость объекта не указана', creditSource('propertyPrice'))
    const [loan, value] = [toKopecks(amount), toKopecks(worth)]
    // Shown as the head of the case has it: to the nearest hundredth.
    const shown = shareText((loan * 20_000n + value) / (value * 2n))
    return answer(loan * million <= value * most, `К/З ${shown}`, creditSource('amount'))
  },
})

const minAmount = (least: string): RuleSpec => ({
  code: 'minAmount',
  title: `Сумма не меньше ${roublesText(least)}`,
  ask: (asked) => {
    const amount = givenSum(credit(asked)['amount'])
    if (amount === null) return unknown('сумма кредита не указана', creditSource('amount'))
    return answer(
      compareDecimals(amount, least) >= 0,
      `сумма ${roublesText(amount)}, не хватает ${roublesText(fromKopecks(toKopecks(least) - toKopecks(amount)))}`,
      creditSource('amount'),
    )
  },
})

const term = ({ minMonths, maxMonths, monthsStep }: RegionLimits): RuleSpec => ({
  code: 'term',
  title: `Срок от ${minMonths} до ${maxMonths} мес.${monthsStep > 1 ? `, кратный ${monthsStep}` : ''}`,
  ask: (asked) => {
    const { termMonths } = credit(asked)
    if (typeof termMonths !== 'number') return unknown('срок не указан', creditSource('termMonths'))
    const holds = termMonths >= minMonths && termMonths <= maxMonths && termMonths % monthsStep === 0
    return answer(holds, `срок ${termMonths} мес.`, creditSource('termMonths'))
  },
})

const minAge = (least: number): RuleSpec => ({
  code: 'minAge',
  title: `Заёмщикам не меньше ${ofYears(least)}`,
  ask: (asked) => {
    const young = debtors(asked).flatMap((person) => {
      const birth = text(person.sections.PERSONAL?.['birthDate'])
      const age = birth === null ? null : yearsBetween(birth, asked.today)
      return age !== null && age < least ? [{ person, age }] : []
    })[0]
    return young === undefined
      ? answer(true, 'все старше', null)
      : answer(
          false,
          `${young.person.name || 'Участник'}: ${yearsText(young.age)}`,
          personSource(young.person, 'birthDate'),
        )
  },
})

const maxDebtors = (most: number): RuleSpec => ({
  code: 'debtors',
  title: `Заёмщиков не больше ${most}`,
  ask: (asked) => {
    const count = asked.data.participants.filter(
      ({ role }) => role !== 'GUARANTOR' && isBorrower(role),
    ).length
    return answer(count <= most, `заёмщиков ${count}`, null)
  },
})
const isBorrower = (role: string) => ['MAIN_BORROWER', 'CO_BORROWER', 'SPOUSE'].includes(role)

const millionsText = (amount: string): string => {
  const whole = toKopecks(amount)
  const tenths = whole / 10_000_000n
  if (whole % 10_000_000n !== 0n) return roublesText(amount)
  return `${tenths / 10n}${tenths % 10n === 0n ? '' : `,${tenths % 10n}`} млн ₽`
}

/** The largest sum, told of every group of regions where there are several. */
const largest = (all: readonly RegionLimits[], own: RegionLimits): RuleSpec =>
  maxAmount(
    all.length === 1
      ? `Сумма не больше ${roublesText(own.maxAmount)}`
      : `Сумма: ${all.map((one) => `${one.name} — до ${millionsText(one.maxAmount)}`).join(', ')}`,
    () => own.maxAmount,
  )

const ruleOf = ({ code, title, ask }: RuleSpec, asked: Asked): ProgrammeRule => ({
  code,
  title,
  ...ask(asked),
})

/**
 * The limits of a version as requirements. Sum, down payment and age are told always, unless a requirement tells the same
 * more exactly; the others only where they do not hold: nobody reads a dozen lines that are green in every application.
 */
export function limitRules(
  all: readonly RegionLimits[],
  asked: Asked,
  toldAlready: ReadonlySet<string>,
): ProgrammeRule[] {
  const region = text(credit(asked)['regionCode'])
  const own = region === null && all.length > 1 ? undefined : regionLimits(all, region)
  if (own === undefined)
    return [
      ruleOf(
        {
          code: 'maxAmount',
          title: 'Пределы региона',
          ask: () => unknown('регион сделки не указан', creditSource('regionCode')),
        },
        asked,
      ),
    ]
  if (own === null)
    return [
      ruleOf(
        {
          code: 'region',
          title: 'Продукт выдаётся в регионе сделки',
          ask: () => answer(false, `регион ${region}`, creditSource('regionCode')),
        },
        asked,
      ),
    ]
  const least = leastShare(own)
  const value = own.maxLoanToValue === null ? [] : [maxLoanToValue(millionths(own.maxLoanToValue))]
  const isAskedToPay = least !== null && least > 0n
  const told = [
    largest(all, own),
    ...(isAskedToPay ? [minDownPayment(least)] : value),
    ageAtEnd(own.maxAgeAtEnd),
  ]
  const others = [
    minAmount(own.minAmount),
    term(own),
    ...(isAskedToPay ? value : []),
    minAge(own.minAge),
    maxDebtors(own.maxDebtors),
  ]
  const isTold = ({ code, state }: ProgrammeRule) => state === 'FAIL' || !toldAlready.has(code)
  return [
    ...told.map((spec) => ruleOf(spec, asked)).filter(isTold),
    ...others.map((spec) => ruleOf(spec, asked)).filter(({ state }) => state === 'FAIL'),
  ]
}
