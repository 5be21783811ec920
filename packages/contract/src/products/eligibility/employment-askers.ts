import type { Address } from '../../common/address.ts'
import { roublesText } from '../../common/digits.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { ofYears, yearsText } from '../../common/counted.ts'
import { maxAmount } from './credit-askers.ts'
import { asker, byRegion, flag, money, plain, regions, words, years } from './asker.ts'
import { personSource } from './person-askers.ts'
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

const employmentOf = (asked: Asked, field: string) => {
  const borrower = main(asked)
  return {
    value: borrower?.sections.EMPLOYMENT?.[field],
    source: borrower ? personSource(borrower, field, 'EMPLOYMENT') : null,
  }
}

/** A flag of the borrower's employment that has to be «да». */
const employmentFlag = (
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

export const itEmployer = plain(
  'Работодатель — аккредитованная ИТ-компания',
  employmentFlag('accredited', 'Работодатель — аккредитованная ИТ-компания', 'itAccredited', [
    'аккредитован',
    'не аккредитован',
  ]),
)
export const savingsMember = plain(
  'Заёмщик — участник НИС',
  employmentFlag('savings', 'Заёмщик — участник НИС', 'savingsParticipant', [
    'участник НИС',
    'не участник НИС',
  ]),
)

/** Where the higher salary is asked for. */
interface DearPlaces {
  readonly regions: readonly string[]
  /** A city of a region by the code of the region. */
  readonly cities: Readonly<Record<string, string>>
}

/** Whether the higher salary is asked where the employer is; null: the address does not tell. */
function isDear(value: unknown, { regions: whole, cities }: DearPlaces): boolean | null {
  const { regionCode, parts } = (value ?? {}) as Partial<Address>
  if (typeof regionCode !== 'string') return null
  if (whole.includes(regionCode)) return true
  const city = cities[regionCode]
  if (city === undefined) return false
  const place = parts?.city?.name ?? parts?.settlement?.name
  return place === undefined ? null : place === city
}

export const itSalary = asker({
  label: 'Зарплата по месту работодателя',
  params: {
    salary: money('Зарплата от'),
    higherSalary: money('Зарплата от, где она выше'),
    regions: regions('Регионы, где она выше целиком'),
    cities: byRegion('Города, где она выше', 'Город'),
    words: words('Где она выше, словами'),
  },
  rule: ({ salary: least, higherSalary, words: place, ...dear }) => ({
    code: 'salary',
    title: `Зарплата до вычета НДФЛ от ${roublesText(least)}, ${place} от ${roublesText(higherSalary)}`,
    ask: (asked) => {
      const { value, source } = employmentOf(asked, 'itSalary')
      const salary = givenSum(value)
      if (salary === null) return unknown('зарплата не указана', source)
      const datum = `зарплата ${roublesText(salary)}`
      if (compareDecimals(salary, higherSalary) >= 0) return answer(true, datum, source)
      if (compareDecimals(salary, least) < 0) return answer(false, datum, source)
      const address = employmentOf(asked, 'employerAddress')
      const isHigher = isDear(address.value, dear)
      return isHigher === null
        ? unknown(`${datum}: решает город работодателя`, address.source)
        : answer(!isHigher, datum, source)
    },
  }),
})

export const savingsYears = asker({
  label: 'Лет участия в НИС',
  params: { years: years('Не меньше') },
  rule: ({ years: least }) => ({
    code: 'savingsYears',
    title: `В НИС не меньше ${ofYears(least)}`,
    ask: (asked) => {
      const { value, source } = employmentOf(asked, 'savingsYears')
      return typeof value === 'number'
        ? answer(value >= least, yearsText(value), source)
        : unknown('не указано', source)
    },
  }),
})

/** How much the savings pay back; what is above it, the borrower pays in `ownPart` programmes. */
const savingsLimit = (ownPart: boolean): RuleSpec =>
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

export const savingsAmount = asker({
  label: 'Сумма в пределах накоплений НИС',
  params: { ownPart: flag('Остальное может платить заёмщик') },
  rule: ({ ownPart }) => savingsLimit(ownPart),
})

export const savingsDownPayment = plain('Взнос из накоплений НИС', {
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
})
