import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { Exclusion } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { incomeSources } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import {
  exclusionReasons,
  paymentName,
} from '@ipoteka-office/contract/underwriting/form/income/exclusions.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

const sum = (amount: string): string => roublesText(amount.replace(/\.00$/, ''))

/** What of a month does not count: «месяц целиком», «Премия (код 2002)», «20 000 ₽». */
export function exclusionName({ code, amount }: Pick<Exclusion, 'code' | 'amount'>): string {
  if (code !== null) return paymentName(code)
  return amount === null ? 'Месяц целиком' : `Часть суммы: ${sum(amount)}`
}

const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
const none = '−'

const accountText = (value: unknown): string =>
  rowsOf(value)
    .map(({ month, amount }) => `${dayText(String(month))}: ${sum(String(amount))}`)
    .join('; ') || none

const excludedText = (value: unknown): string =>
  (Array.isArray(value) ? (value as Exclusion[]) : [])
    .map((one) => {
      const why = [exclusionReasons[one.reason], one.words].filter(Boolean).join(', ')
      const what = exclusionName(one).toLocaleLowerCase('ru')
      return `${incomeSources[one.source]}, ${dayText(one.month)}: ${what} (${why})`
    })
    .join('; ') || none

/** How the history names the grid of incomes. */
export const incomeLabels: CardLabels = {
  underwritingIncome: {
    fields: {
      account: { label: 'Доход: месяцы выписки по счёту', text: accountText },
      excluded: { label: 'Доход: не учитывается', text: excludedText },
    },
  },
}
