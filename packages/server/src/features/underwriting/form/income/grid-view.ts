import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import {
  type Exclusion,
  excludedPart,
  type IncomeMonth,
  monthBefore,
} from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { isOneOff, paymentName } from '@ipoteka-office/contract/underwriting/form/income/exclusions.ts'
import type { IncomeGrid } from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import type { IncomeLine } from '../income-sheet.rules.ts'
import type { KnownPerson } from '../sources.service.ts'
import { exclusionName } from './income-labels.ts'

const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : noValue)

/** What the questionnaire says of the income, source by source. */
export function declaredOf({ person }: KnownPerson, nameOf: NameOf): IncomeGrid['declared'] {
  const rows = person.sections.INCOME?.['incomes']
  const list = Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : []
  return list.map(({ type, payer, verification, declared }) => ({
    type: typeof type === 'string' ? nameOf('incomeType', type) : noValue,
    payer: textOf(payer),
    verification: typeof verification === 'string' ? nameOf('incomeVerificationType', verification) : noValue,
    amount: typeof declared === 'string' ? declared : null,
  }))
}

/** Months between the first and the last one of which the source says nothing. */
function gapsOf(months: readonly IncomeMonth[]): string[] {
  const inUse = months.filter(({ isOld }) => !isOld).map(({ month }) => month)
  const [first, last] = [inUse[0], inUse.at(-1)]
  if (first === undefined || last === undefined) return []
  const gaps: string[] = []
  for (let month = monthBefore(first, -1); month < last; month = monthBefore(month, -1))
    if (!inUse.includes(month)) gaps.push(month)
  return gaps
}

function notesOf(months: readonly IncomeMonth[], figures: Figures): string[] {
  const count = months.filter((one) => one.counted !== null).length
  const least = figures['income-least-months']
  const gaps = gapsOf(months)
  const isOld = months.some((one) => one.isOld)
  return [
    ...(count > 0 && count < least
      ? [`Учтено ${counted(count, ['месяц', 'месяца', 'месяцев'])}: для среднего нужно не меньше ${least}`]
      : []),
    ...(gaps.length > 0
      ? [
          `Выплат нет за ${gaps.map((month) => dayText(month)).join(', ')}: эти месяцы в среднее не входят, узнайте почему`,
        ]
      : []),
    ...(isOld
      ? [
          `Среднее считается за последние ${counted(figures['income-months'], ['месяц', 'месяца', 'месяцев'])}, прежние не учтены`,
        ]
      : []),
  ]
}

/** A row of the grid as people read it. */
export const lineOf = ({ source, months, average }: IncomeLine, figures: Figures) => ({
  source,
  average,
  count: months.filter((one) => one.counted !== null).length,
  notes: notesOf(months, figures),
  months: months.map(({ payments, ...month }) => ({
    ...month,
    payments: payments.map(({ code, payer, amount }) => ({
      ...{ code, payer, amount },
      name: paymentName(code),
      oneOff: isOneOff(code),
    })),
  })),
})

/** What does not count, with how much it takes away now. */
export const exclusionOf = (lines: readonly IncomeLine[], one: Exclusion) => {
  const month = lines
    .find(({ source }) => source === one.source)
    ?.months.find((each) => each.month === one.month)
  const isGone =
    month === undefined || (one.code !== null && !month.payments.some(({ code }) => code === one.code))
  return {
    ...one,
    name: exclusionName(one),
    taken: isGone ? null : excludedPart(month.payments, one),
  }
}

/** The ceiling in words: what it is of, and where the figure comes from. */
export const ceilingWords = (
  { level, region, base, percent }: { level: string; region: string; base: string; percent: string | null },
  { source, from }: { source: string; from: string },
): { words: string; source: string } => ({
  words:
    percent === null
      ? `${level}, ${region}`
      : `${level}, ${region}: ${roublesText(base.replace(/\.00$/, ''))} и надбавка региона ${percent.replace('.', ',')} %`,
  source: from.startsWith('1900') ? source : `${source}, с ${dayText(from)}`,
})
