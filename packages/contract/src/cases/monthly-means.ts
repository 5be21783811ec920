import type { evaluateCreditor, ObligationInput } from '../calculator/calculators.ts'
import type { RequestOf } from '../endpoint.ts'
import { fromKopecks, type QuestionnaireData, toKopecks } from './section-completeness.ts'
import { Percent } from '../common/amounts.ts'
import type { SectionValues } from '../common/fields.ts'
import { debtorRoles } from './sections/personal.ts'

const money = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? value : null
const rowsOf = (value: unknown): SectionValues[] =>
  Array.isArray(value)
    ? value.filter((row): row is SectionValues => typeof row === 'object' && row !== null)
    : []

/** The mean of the months that count with how many they are: roubles and kopecks, half up; null when none does. */
export function averageMonth(months: unknown): { readonly amount: string; readonly months: number } | null {
  const counted = rowsOf(months).flatMap(({ amount, excluded }) =>
    excluded === true ? [] : (money(amount) ?? []),
  )
  if (counted.length === 0) return null
  const kopecks = counted.reduce((sum, amount) => sum + toKopecks(amount), 0n)
  const count = BigInt(counted.length)
  return { amount: fromKopecks((kopecks * 2n + count) / (count * 2n)), months: counted.length }
}

/** What a source of income is taken for: what is confirmed, else the mean of its months, else what is declared. */
export const monthlyIncome = (source: SectionValues): string | null =>
  money(source['confirmed']) ?? averageMonth(source['months'])?.amount ?? money(source['declared'])

const sum = (amounts: readonly (string | null)[]): string =>
  fromKopecks(amounts.reduce((total, amount) => total + toKopecks(amount ?? '0'), 0n))

/** Income a month of all the sources of a participant. */
export const incomeOfSources = (income: SectionValues | undefined): string =>
  sum(rowsOf(income?.['incomes']).map(monthlyIncome))

/** Income of everybody who borrows; null while nobody has told of one. */
export const incomeOfAll = (incomes: readonly (string | null)[]): string | null => {
  const told = incomes.flatMap((income) => money(income) ?? [])
  return told.length === 0 ? null : sum(told)
}

type Data = Pick<QuestionnaireData, 'participants'>

const debtors = ({ participants }: Data) =>
  participants.filter(({ role }) => (debtorRoles as readonly string[]).includes(role))

/** Income a month of all who owe. */
export const incomeOf = (data: Data): string =>
  sum(debtors(data).map(({ sections }) => incomeOfSources(sections.INCOME)))

/** Obligations of revolving credit: what is owed a month follows from limit and debt. */
const revolving: readonly unknown[] = ['CREDIT_CARD', 'OVERDRAFT']
const percent = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,3}(\.\d{1,4})?$/.test(value) ? value : null

/** Whether what is owed a month follows from limit and debt. */
export const isRevolving = (type: unknown): boolean => revolving.includes(type)

/** An obligation of a questionnaire as the calculators count it: what is declared counts where the rest is not known. */
export function obligationOf(row: SectionValues): ObligationInput[] {
  const [limit, balance, cost] = [money(row['limit']), money(row['balance']), percent(row['rate'])]
  const { monthsLeft } = row
  const overdue = money(row['overdue']) ?? '0'
  if (isRevolving(row['type']) && limit !== null && balance !== null)
    return [{ kind: 'CARD', limit, debt: balance, overdue }]
  if (!isRevolving(row['type']) && balance !== null && cost !== null && typeof monthsLeft === 'number')
    return [{ kind: 'LOAN', balance, cost, monthsLeft, overdue }]
  const declared = sum([money(row['payment']), overdue])
  return toKopecks(declared) === 0n ? [] : [{ kind: 'PAYMENT', payment: declared }]
}

/** Obligations of all who owe, but for what this deal repays. */
export const obligationsOf = (data: Data): ObligationInput[] =>
  debtors(data).flatMap(({ sections }) =>
    rowsOf(sections.OBLIGATIONS?.['obligations'])
      .filter((row) => row['repaidByDeal'] !== true)
      .flatMap(obligationOf),
  )

/** A mortgaged object as far as its worth is known. */
export interface ObjectWorth {
  readonly price: string | null
  /** By the appraisal in force. */
  readonly appraised: string | null
}

const least = (values: readonly (string | null)[]): string | null => {
  const known = values.flatMap((value) =>
    value === null || toKopecks(value) === 0n ? [] : [toKopecks(value)],
  )
  return known.length === 0 ? null : fromKopecks(known.reduce((a, b) => (a < b ? a : b)))
}

/**
 * What К/З divides by: the price of the deal or, when it is less, what the objects are worth together, each of them the
 * lesser of its price and its appraisal. Refinancing buys nothing: there the appraisals decide. Null while nothing is known.
 */
export function collateralWorth(credit: SectionValues, objects: readonly ObjectWorth[]): string | null {
  const repays = credit['goal'] === 'REFINANCING'
  const worths = objects.map(({ price, appraised }) =>
    repays && appraised !== null ? appraised : least([price, appraised]),
  )
  const known = worths.every((worth) => worth !== null) && worths.length > 0
  const together = known ? sum(worths) : null
  if (repays && together !== null) return together
  return least([money(credit['propertyPrice']), together])
}

type CreditorInput = RequestOf<typeof evaluateCreditor>['body']

/** The insurance premium of a consumer loan, which its ПСК counts. */
const feesOf = (credit: SectionValues): CreditorInput['fees'] => {
  const premium = credit['insurance'] === true ? money(credit['insurancePremium']) : null
  return premium === null ? [] : [{ kind: 'INSURANCE', amount: premium }]
}

/** What the calculators are asked about a case: the one question behind every ПДН and К/З. Null while the loan is not known. */
export function creditorQuestion(
  data: Pick<QuestionnaireData, 'sections' | 'participants'>,
  objects: readonly ObjectWorth[],
  today: string,
): CreditorInput | null {
  const credit = data.sections.CREDIT ?? data.sections.LOAN ?? {}
  const loan = wantedLoan(credit)
  if (loan === null) return null
  return {
    ...loan,
    issueDate: today,
    income: incomeOf(data),
    obligations: obligationsOf(data),
    fees: feesOf(credit),
    price: collateralWorth(credit, objects),
    downPayment: money(credit['downPayment']),
  }
}

/** A loan whose payment can be worked out. */
export interface WantedLoan {
  readonly amount: string
  readonly rate: string
  readonly months: number
}

/** Amount, rate and term of the wanted loan; null while one of them is missing. */
export function wantedLoan({ amount, rate, termMonths }: SectionValues): WantedLoan | null {
  const [sumWanted, months] = [money(amount), termMonths]
  const isRate = typeof rate === 'string' && Percent.safeParse(rate).success
  if (sumWanted === null || !isRate || typeof months !== 'number' || toKopecks(sumWanted) === 0n) return null
  return { amount: sumWanted, rate, months }
}
