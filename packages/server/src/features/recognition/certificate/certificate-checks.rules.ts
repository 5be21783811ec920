import { sumText } from '@ipoteka-office/contract/common/digits.ts'
import type { RecognitionCheck } from '@ipoteka-office/contract/recognition/recognition.ts'
import { divided, kopecks, rubles } from '../money.rules.ts'
import type { IncomeLine } from './certificate-sums.rules.ts'

/** The sums of a certificate; null: not read. Decimal texts. */
export interface CertificateSums {
  readonly rows: readonly Pick<IncomeLine, 'month' | 'amount' | 'deduction'>[]
  /** Deductions of the fourth section. */
  readonly standard: readonly string[]
  readonly totalIncome: string | null
  readonly taxBase: string | null
  readonly taxCalculated: string | null
  readonly taxWithheld: string | null
  readonly taxRate: number
}

const sum = (amounts: readonly (string | null)[]) =>
  amounts.reduce((total, amount) => total + (amount === null ? 0n : kopecks(amount)), 0n)

/** All deductions: those beside the incomes and those of the fourth section. */
export const deductionsOf = ({ rows, standard }: Pick<CertificateSums, 'rows' | 'standard'>): string =>
  rubles(sum([...rows.map(({ deduction }) => deduction), ...standard]))

/** Income of a month on average, over the months in which there was any. */
export function averageOf({
  rows,
  totalIncome,
}: Pick<CertificateSums, 'rows' | 'totalIncome'>): string | null {
  const months = new Set(rows.map(({ month }) => month)).size
  if (months === 0 || totalIncome === null) return null
  return rubles(divided(kopecks(totalIncome), BigInt(months)))
}

interface Claim {
  readonly code: string
  readonly label: string
  /** What the other sums make of it; null: not all of them were read. */
  readonly computed: bigint | null
  readonly written: string | null
  readonly fields: readonly string[]
  /** By how much the two may differ. */
  readonly allowed?: bigint
}

function checkOf({ code, label, computed, written, fields, allowed = 0n }: Claim): RecognitionCheck {
  const base = { code, label, fields: [...fields] }
  if (computed === null || written === null)
    return { ...base, passed: null, message: 'Прочитаны не все суммы' }
  const apart = kopecks(written) - computed
  const passed = apart <= allowed && apart >= -allowed
  const sums = `по расчёту ${sumText(rubles(computed))}, в справке ${sumText(written)}`
  if (passed) return { ...base, passed, message: `Сходится: ${sumText(written)}` }
  return {
    ...base,
    passed,
    message: `Не сходится: ${sums}, расхождение ${sumText(rubles(apart < 0n ? -apart : apart))}`,
  }
}

/** Compares the sums of a certificate with one another, exactly; the tax is in whole roubles. */
export function checkCertificate(sums: CertificateSums): RecognitionCheck[] {
  const { rows, totalIncome, taxBase, taxCalculated, taxWithheld, taxRate } = sums
  const base = taxBase === null ? null : kopecks(taxBase)
  return [
    checkOf({
      code: 'rows',
      label: 'Сумма по месяцам',
      computed: rows.length === 0 ? null : sum(rows.map(({ amount }) => amount)),
      written: totalIncome,
      fields: ['totalIncome'],
    }),
    checkOf({
      code: 'base',
      label: 'Доход за вычетом вычетов',
      computed: totalIncome === null ? null : kopecks(totalIncome) - kopecks(deductionsOf(sums)),
      written: taxBase,
      fields: ['taxBase', 'totalDeductions'],
    }),
    checkOf({
      code: 'tax',
      label: `Налог ${taxRate} % от базы`,
      computed: base === null ? null : divided(base * BigInt(taxRate), 10_000n) * 100n,
      written: taxCalculated,
      fields: ['taxCalculated'],
      // Payroll programs round the tax of every month by itself.
      allowed: 1_200n,
    }),
    checkOf({
      code: 'withheld',
      label: 'Исчислено и удержано',
      computed: taxCalculated === null ? null : kopecks(taxCalculated),
      written: taxWithheld,
      fields: ['taxWithheld'],
    }),
  ]
}
