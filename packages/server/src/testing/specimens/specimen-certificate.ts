import { isInn } from '@ipoteka-office/contract/common/identifiers.ts'
import { type Chance, innOf, kppOf, person } from '#db/seed/generator.ts'

/** A row of the monthly incomes; amounts are decimal texts. */
export interface CertificateRow {
  readonly month: number
  readonly incomeCode: string
  readonly amount: string
  readonly deductionCode: string | null
  readonly deduction: string | null
}

/** What a made-up income certificate says; dates are ISO, amounts decimal texts. */
export interface CertificateData {
  readonly year: string
  readonly certificateDate: string
  readonly agentName: string
  readonly agentInn: string
  readonly agentKpp: string
  readonly oktmo: string
  readonly phone: string
  readonly personInn: string
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly birthDate: string
  readonly documentNumber: string
  readonly rows: readonly CertificateRow[]
  readonly standardDeductions: readonly { readonly code: string; readonly amount: string }[]
  readonly totalIncome: string
  readonly totalDeductions: string
  readonly taxBase: string
  readonly taxCalculated: string
  readonly taxWithheld: string
}

const agents = [
  'ООО «ВЕКТОР-СТРОЙ»',
  'АО «ПРИВОЛЖСКИЙ ЗАВОД МЕТИЗОВ»',
  'ООО «АЛЬФА ЛОГИСТИКА»',
  'ГБУЗ «ГОРОДСКАЯ БОЛЬНИЦА № 7»',
  'МБОУ «СРЕДНЯЯ ШКОЛА № 112»',
  'ПАО «УРАЛЭНЕРГОСЕТЬ»',
  'ООО «ТЕХНОСЕРВИС ПЛЮС»',
]
const two = (n: number) => String(n).padStart(2, '0')
const money = (kopecks: number) => `${Math.floor(kopecks / 100)}.${two(kopecks % 100)}`

/** The ИНН of a person with its two control digits. */
function personInn(tenDigits: string): string {
  const endings = Array.from({ length: 100 }, (_, at) => tenDigits + two(at))
  return endings.find(isInn) ?? tenDigits
}

function rowsOf(chance: Chance): { rows: CertificateRow[]; income: number; deductions: number } {
  const salary = chance.whole(38_000, 260_000) * 100
  const months = chance.percent(70) ? 12 : chance.whole(4, 11)
  const rows: CertificateRow[] = []
  let income = 0
  let deductions = 0
  const add = (month: number, incomeCode: string, amount: number, deduction = 0) => {
    income += amount
    deductions += deduction
    rows.push({
      month,
      incomeCode,
      amount: money(amount),
      deductionCode: deduction > 0 ? '503' : null,
      deduction: deduction > 0 ? money(deduction) : null,
    })
  }
  for (let month = 1; month <= months; month += 1) {
    add(month, '2000', Math.round(salary * (0.75 + chance.next() * 0.4)))
    if (chance.percent(15)) add(month, '2002', Math.round(salary * chance.next() * 0.6) + 100_000)
    if (month === 7) add(month, '2012', Math.round(salary * (0.5 + chance.next() * 0.5)))
    if (month === 11 && chance.percent(30)) add(month, '2760', 400_000, 400_000)
  }
  return { rows, income, deductions }
}

/** Invents a certificate whose sums agree, as those of a payroll program do. */
export function inventCertificate(chance: Chance): CertificateData {
  const { rows, income, deductions } = rowsOf(chance)
  const hasChild = chance.percent(40)
  const forChild = hasChild ? 140_000 * chance.whole(2, 8) : 0
  const total = deductions + forChild
  const base = income - total
  const tax = Math.round((base * 13) / 10_000) * 100
  const region = two(chance.whole(10, 77))
  const year = chance.whole(2021, 2025)
  const elevenDigits = `${region}${String(chance.whole(10_000_000, 99_999_999))}`
  return {
    year: String(year),
    certificateDate: `${year + 1}-${two(chance.whole(1, 4))}-${two(chance.whole(1, 28))}`,
    agentName: chance.of(agents),
    agentInn: innOf(chance.whole(1_000, 9_999_999)),
    agentKpp: kppOf(`${region}01`, '01', chance.whole(1, 999)),
    oktmo: `${region}${chance.whole(100_000, 999_999)}`,
    phone: `8495${chance.whole(1_000_000, 9_999_999)}`,
    personInn: personInn(elevenDigits.slice(0, 10)),
    ...person(chance),
    birthDate: `${chance.whole(1962, 2001)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`,
    documentNumber: `${region} ${two(chance.whole(1, 24))} ${chance.whole(100_000, 999_999)}`,
    rows,
    standardDeductions: hasChild ? [{ code: '126', amount: money(forChild) }] : [],
    totalIncome: money(income),
    totalDeductions: money(total),
    taxBase: money(base),
    taxCalculated: money(tax),
    taxWithheld: money(tax),
  }
}
