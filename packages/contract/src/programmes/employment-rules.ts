import type { Address } from '../common/address.ts'
import { roublesText } from '../common/digits.ts'
import { compareDecimals } from '../common/number-formats.ts'
import { yearsText } from '../common/counted.ts'
import { maxAmount } from './credit-rules.ts'
import { personSource } from './person-rules.ts'
import {
  type Asked,
  answer,
  credit,
  creditSource,
  givenSum,
  isMoney,
  main,
  type RuleSpec,
  unknown,
} from './rule.ts'
import { familyTerms, itTerms, millionCities, savingsTerms } from './state-terms.ts'

const employmentOf = (asked: Asked, field: string) => {
  const borrower = main(asked)
  return {
    value: borrower?.sections.EMPLOYMENT?.[field],
    source: borrower ? personSource(borrower, field, 'EMPLOYMENT') : null,
  }
}

/** A flag of the borrower's employment that has to be «да». */
export const employmentFlag = (
  code: string,
  title: string,
  field: string,
  [yes, no]: readonly [string, string],
): RuleSpec => ({
  code,
  title,
  ask: (asked) => {
    const { value, source } = employmentOf(asked, field)
    return typeof value === 'boolean'
      ? answer(value, value ? yes : no, source)
      : unknown('не указано', source)
  },
})

/** Whether the higher salary is asked where the employer is; null: the address does not tell. */
function isMetropolitan(value: unknown): boolean | null {
  const { regionCode, parts } = (value ?? {}) as Partial<Address>
  if (typeof regionCode !== 'string') return null
  if (familyTerms.metropolitan.includes(regionCode)) return true
  const million = millionCities[regionCode]
  if (million === undefined) return false
  const place = parts?.city?.name ?? parts?.settlement?.name
  return place === undefined ? null : place === million
}

export const itSalary: RuleSpec = {
  code: 'salary',
  title: `Зарплата до вычета НДФЛ от ${roublesText(itTerms.salary)}, в городах-миллионниках, Московской и Ленинградской областях от ${roublesText(itTerms.metropolitanSalary)}`,
  ask: (asked) => {
    const { value, source } = employmentOf(asked, 'itSalary')
    const salary = givenSum(value)
    if (salary === null) return unknown('зарплата не указана', source)
    const datum = `зарплата ${roublesText(salary)}`
    if (compareDecimals(salary, itTerms.metropolitanSalary) >= 0) return answer(true, datum, source)
    if (compareDecimals(salary, itTerms.salary) < 0) return answer(false, datum, source)
    const address = employmentOf(asked, 'employerAddress')
    const isHigher = isMetropolitan(address.value)
    return isHigher === null
      ? unknown(`${datum}: решает город работодателя`, address.source)
      : answer(!isHigher, datum, source)
  },
}

export const savingsYears: RuleSpec = {
  code: 'savingsYears',
  title: `В НИС не меньше ${savingsTerms.years} лет`,
  ask: (asked) => {
    const { value, source } = employmentOf(asked, 'savingsYears')
    return typeof value === 'number'
      ? answer(value >= savingsTerms.years, yearsText(value), source)
      : unknown('не указано', source)
  },
}

/** How much the savings pay back; what is above it, the borrower pays in `ownPart` programmes. */
export const savingsLimit = (ownPart: boolean): RuleSpec =>
  maxAmount('Сумма в пределах накоплений НИС', (asked, amount) => {
    const { value, source } = employmentOf(asked, 'savingsLoanLimit')
    const limit = givenSum(value)
    if (limit === null) return unknown('предел кредита по накоплениям не указан', source)
    return ownPart && compareDecimals(amount, limit) > 0
      ? unknown(
          `сумма ${roublesText(amount)}, по накоплениям ${roublesText(limit)}: остальное платит заёмщик`,
          source,
        )
      : limit
  })

export const savingsPayment: RuleSpec = {
  code: 'downPayment',
  title: 'Взнос из накоплений НИС',
  ask: (asked) => {
    const { value, source } = employmentOf(asked, 'savingsAmount')
    const paid = credit(asked)['downPayment']
    if (!isMoney(paid)) return unknown('взнос не указан', creditSource('downPayment'))
    if (!isMoney(value)) return unknown('накопления не указаны', source)
    const datum = `взнос ${roublesText(paid)}, накопления ${roublesText(value)}`
    return compareDecimals(paid, value) <= 0
      ? answer(true, datum, source)
      : unknown(`${datum}: откуда остальное, не указано`, source)
  },
}
