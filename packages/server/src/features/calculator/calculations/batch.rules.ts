import {
  LoanTerms,
  paymentRoundings,
  scheduleKinds,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { computeLoan, loanIssues } from '#features/calculator/loan.rules.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'

/** What a row of the file may hold, by the heading of its column. */
export const batchColumns = {
  number: { heading: 'Номер', needed: false, example: 'К-1' },
  amount: { heading: 'Сумма', needed: true, example: '6480000' },
  rate: { heading: 'Ставка', needed: false, example: '17,35' },
  months: { heading: 'Срок, мес.', needed: true, example: '240' },
  issueDate: { heading: 'Дата выдачи', needed: true, example: '20.11.2026' },
  kind: { heading: 'График', needed: false, example: scheduleKinds.ANNUITY },
  rounding: { heading: 'Округление', needed: false, example: paymentRoundings.TO_COINS },
  paymentDay: { heading: 'День платежа', needed: false, example: '15' },
  product: { heading: 'Код продукта', needed: false, example: '' },
  price: { heading: 'Стоимость жилья', needed: false, example: '' },
  region: { heading: 'Регион', needed: false, example: '' },
  age: { heading: 'Возраст', needed: false, example: '' },
  insured: { heading: 'Личное страхование', needed: false, example: '' },
  category: { heading: 'Категория клиента', needed: false, example: '' },
} as const
export type BatchField = keyof typeof batchColumns
export const batchFields = Object.keys(batchColumns) as BatchField[]

/** One loan as the file gives it: texts of its cells. */
export type BatchRow = Readonly<Partial<Record<BatchField, string>>>

/** Figures of one loan, or why there are none. */
export interface BatchResult {
  readonly firstPayment: string
  readonly maxPayment: string
  readonly totalPayments: string
  readonly totalInterest: string
  readonly lastDate: string
  readonly monthsPaid: number
  readonly fullLoanCost: string | null
  readonly fullLoanCostMoney: string
  readonly effectiveRate: string | null
}
export type BatchAnswer =
  | { readonly ok: true; readonly result: BatchResult }
  | { readonly ok: false; readonly error: string }

/** What the version of a product makes of a row: its terms, or why there are none. */
export type PricedRow =
  | {
      readonly ok: true
      readonly terms: LoanTerms
      readonly number: number
      /** What is not known and would make the rate lower; empty: the rate is certain. */
      readonly missing: readonly string[]
    }
  | { readonly ok: false; readonly error: string }

/** A row, with what its product makes of it where it names one. */
export interface BatchLoan {
  readonly row: BatchRow
  readonly priced: PricedRow | null
}

export const plain = (text: string) => text.replace(/[\s\u00A0\u202F₽%]/g, '').replace(',', '.')
export const isoDay = (text: string) => text.trim().replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1')
export const spelt = (text: string) => text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е')

/** The code of a label or of the code itself; what is neither stays for the check to refuse. */
function codeOf(labels: Readonly<Record<string, string>>, given: string): string {
  const found = Object.entries(labels).find(([code, label]) =>
    [code, label].some((known) => spelt(known) === spelt(given)),
  )
  return found?.[0] ?? given
}

export const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** A row as the terms of a loan, not yet checked. */
function termsOf(row: BatchRow): Record<string, unknown> {
  return {
    amount: plain(row.amount ?? ''),
    rate: plain(row.rate ?? ''),
    months: Number(plain(row.months ?? '')),
    issueDate: isoDay(row.issueDate ?? ''),
    ...(filled(row.kind) && { kind: codeOf(scheduleKinds, row.kind) }),
    ...(filled(row.rounding) && { rounding: codeOf(paymentRoundings, row.rounding) }),
    ...(filled(row.paymentDay) && { paymentDay: Number(plain(row.paymentDay)) }),
  }
}

const nameOf = (path: string) => {
  const field = batchFields.find((name) => name === path)
  return field === undefined ? path : batchColumns[field].heading
}

/** The figures of one row of the file: by its product where it names one, else by the terms that it says. */
export function calculateRow({ row, priced }: BatchLoan, isWorking: IsWorkingDay): BatchAnswer {
  if (priced?.ok === false) return priced
  const parsed = LoanTerms.safeParse(priced?.terms ?? termsOf(row))
  const issues = parsed.success
    ? loanIssues(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (!parsed.success || issues.length > 0)
    return { ok: false, error: issues.map(({ path, message }) => `${nameOf(path)}: ${message}`).join('; ') }
  const { fullLoanCost, ...loan } = computeLoan(parsed.data, isWorking)
  const { firstPayment, maxPayment, totalPayments, totalInterest, lastDate, monthsPaid, effectiveRate } = loan
  return {
    ok: true,
    result: {
      firstPayment,
      maxPayment,
      totalPayments,
      totalInterest,
      lastDate,
      monthsPaid,
      fullLoanCost: fullLoanCost.percent,
      fullLoanCostMoney: fullLoanCost.money,
      effectiveRate,
    },
  }
}

/** Which column holds which field; an error for the person when a needed one is missing. */
export function readBatchHeadings(
  cells: readonly string[],
):
  | { readonly ok: true; readonly columns: ReadonlyMap<BatchField, number> }
  | { readonly ok: false; readonly error: string } {
  const columns = new Map<BatchField, number>()
  for (const field of batchFields) {
    const at = cells.findIndex((cell) => spelt(cell) === spelt(batchColumns[field].heading))
    if (at !== -1) columns.set(field, at)
  }
  const missing = batchFields.filter((field) => batchColumns[field].needed && !columns.has(field))
  if (missing.length === 0) return { ok: true, columns }
  const names = missing.map((field) => `«${batchColumns[field].heading}»`).join(', ')
  return { ok: false, error: `В первой строке нет столбцов ${names}: возьмите образец файла` }
}
