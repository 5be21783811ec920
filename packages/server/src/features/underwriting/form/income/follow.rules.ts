import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import {
  incomeExcess,
  incomeSources,
  type IncomeSource,
} from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import type { TakenSource } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import type { IncomeSheet } from '../income-sheet.rules.ts'

/** An income that was taken. */
interface TakenIncome {
  readonly value: string
  readonly source: TakenSource
  readonly deviation: boolean
}

/** What becomes of it: nothing, another sum of the same source, or the grid is not written. */
export type Following =
  | { readonly kind: 'STAYS' }
  | { readonly kind: 'TAKE'; readonly value: string }
  | { readonly kind: 'REFUSE'; readonly message: string }

/** Rows of the grid by the sources of the worksheet that they stand behind. */
const lineOf: Readonly<Partial<Record<TakenSource, IncomeSource>>> = {
  SCAN: 'CERTIFICATE',
  REGISTER: 'REGISTER',
  ACCOUNT: 'ACCOUNT',
}
const averageIn = ({ lines }: IncomeSheet, source: IncomeSource): string | null =>
  lines.find((line) => line.source === source)?.average ?? null

const sum = (amount: string) => roublesText(amount.replace(/\.00$/, ''))

function refusalOf(value: string, after: IncomeSheet, words: string): string | null {
  const excess = incomeExcess(value, after)
  if (excess === null) return null
  if (excess === 'UNCONFIRMED')
    return `${words}, а подтверждать его будет нечему. Сначала отмените выбор дохода: с отклонением его можно будет взять потом`
  const bound =
    excess === 'ABOVE_CEILING'
      ? `потолок для этой должности и региона ${sum(after.ceiling ?? '0')}`
      : `подтверждено будет ${sum(after.confirmed ?? '0')}`
  return `${words}, а ${bound}. Сначала возьмите не больше этого: больше можно будет взять потом, с отклонением`
}

/**
 * What becomes of an income when the grid changes. One that was taken as the mean of a source is its mean still; one that
 * came from elsewhere stays while it is confirmed. Above what is confirmed nothing stands but a deviation.
 */
export function followGrid(
  taken: TakenIncome | null,
  { before, after }: { readonly before: IncomeSheet; readonly after: IncomeSheet },
): Following {
  if (taken === null || taken.deviation) return { kind: 'STAYS' }
  const source = lineOf[taken.source]
  const follows = source !== undefined && averageIn(before, source) === taken.value
  if (!follows) {
    // What stood above before the grid was touched is not the grid's doing.
    const message =
      incomeExcess(taken.value, before) === null
        ? refusalOf(taken.value, after, `Взят доход ${sum(taken.value)}`)
        : null
    return message === null ? { kind: 'STAYS' } : { kind: 'REFUSE', message }
  }
  const value = averageIn(after, source)
  if (value === null)
    return {
      kind: 'REFUSE',
      message: `Доход взят из источника «${incomeSources[source]}», и без этих месяцев он ничего не подтверждает. Сначала отмените выбор дохода или возьмите его из другого источника`,
    }
  const message = refusalOf(value, after, `Доход станет ${sum(value)}`)
  return message === null ? { kind: 'TAKE', value } : { kind: 'REFUSE', message }
}
