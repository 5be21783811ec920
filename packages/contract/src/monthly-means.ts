import { fromKopecks, type QuestionnaireData, toKopecks } from './section-completeness.ts'
import type { SectionValues } from './sections/fields.ts'
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

type Data = Pick<QuestionnaireData, 'participants'>

const debtors = ({ participants }: Data) =>
  participants.filter(({ role }) => (debtorRoles as readonly string[]).includes(role))

/** Income a month of all who owe. */
export const incomeOf = (data: Data): string =>
  sum(debtors(data).map(({ sections }) => incomeOfSources(sections.INCOME)))

/** Payments a month of all who owe, but for what this deal repays. */
export const paymentsOf = (data: Data): string =>
  sum(
    debtors(data).flatMap(({ sections }) =>
      rowsOf(sections.OBLIGATIONS?.['obligations'])
        .filter((row) => row['repaidByDeal'] !== true)
        .map((row) => money(row['payment'])),
    ),
  )

/** A loan whose payment can be worked out. */
export interface WantedLoan {
  readonly amount: string
  readonly rate: string
  readonly months: number
}

/** Amount, rate and term of the wanted loan; null while one of them is missing. */
export function wantedLoan({ amount, rate, termMonths }: SectionValues): WantedLoan | null {
  const [sumWanted, months] = [money(amount), termMonths]
  const isRate = typeof rate === 'string' && /^\d{1,3}(\.\d{1,3})?$/.test(rate)
  if (sumWanted === null || !isRate || typeof months !== 'number' || toKopecks(sumWanted) === 0n) return null
  return { amount: sumWanted, rate, months }
}
