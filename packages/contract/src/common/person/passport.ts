import { z } from 'zod'
import { Day } from '../items.ts'
import { requiredText } from '../scalars.ts'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Series and number while they are typed or as they are shown: «45 09 235857». */
export function passportText(text: string): string {
  const digits = digitsOf(text).slice(0, 10)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join(' ')
}

/** A unit code while it is typed or as it is shown: «772-053». */
export function unitCodeText(text: string): string {
  const digits = digitsOf(text).slice(0, 6)
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}

/** So many years and days later; February 29 of a common year is March 1, as ages are counted. */
function dayAfter(day: string, years: number, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10)
}

export const UnitCode = z.string().regex(/^\d{3}-\d{3}$/, 'Код подразделения: шесть цифр, например 772-053')

/** The internal passport of a citizen of Russia. */
export const Passport = z.object({
  /** Series and number, ten digits. */
  seriesNumber: z
    .string()
    .regex(/^\d{10}$/, 'Серия и номер: десять цифр')
    .refine((text) => !/^0000|000000$/.test(text), 'Таких серии и номера не бывает'),
  issuedOn: Day,
  unitCode: UnitCode,
  issuer: requiredText(300),
})
export type Passport = z.output<typeof Passport>

/** Kinds of units by the third digit of the code. */
export const unitKinds: Readonly<Record<string, string>> = {
  0: 'ФМС',
  1: 'ГУВД или МВД региона',
  2: 'УВД или ОВД района, города',
  3: 'Отделение полиции',
}

/** Codes of regions that begin a series; 67 and 74 belong to the autonomous districts of the Tyumen region too. */
const seriesRegions = new Set(
  `01 03 04 05 07 08 10 11 12 14 15 17 18 19 20 21 22 23 24 25 26 27 28 29 30 32 33 34 35 36 37 38 40 41 42 43 44 45 46
   47 49 50 52 53 54 56 57 58 60 61 63 64 65 66 67 68 69 70 71 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91
   92 93 94 95 96 97 98 99`.split(/\s+/),
)

/** Ages at which a passport is issued anew; the old one is good for 90 days more. */
const ages = [20, 45]
const graceDays = 90
/** Blanks are printed for a year and used up around it. */
const blankYears = 3
/** Passports of this form are issued since then. */
const firstIssued = '1997-10-01'

/** What a check of a passport needs to know besides. */
export interface PassportContext {
  readonly today: string
  /** Empty or absent: ages are not checked. */
  readonly birthDate?: string | null
}
export interface PassportRemark {
  readonly path: 'seriesNumber' | 'issuedOn' | 'unitCode'
  readonly message: string
}

type Checked = Partial<Pick<Passport, 'seriesNumber' | 'issuedOn' | 'unitCode'>>
const isDay = (text: string | null | undefined): text is string => Day.safeParse(text).success

/** What cannot be: dates that contradict each other. */
export function passportIssues(
  { issuedOn }: Checked,
  { today, birthDate }: PassportContext,
): PassportRemark[] {
  if (!isDay(issuedOn)) return []
  if (issuedOn > today) return [{ path: 'issuedOn', message: 'Дата выдачи ещё не наступила' }]
  if (isDay(birthDate) && issuedOn < dayAfter(birthDate, 14, 0))
    return [{ path: 'issuedOn', message: 'Паспорт выдают с 14 лет: проверьте дату выдачи и дату рождения' }]
  return []
}

/** Years between the blank's and the issue's, the shorter way round the century. */
function yearsApart(blank: number, issued: number): number {
  const apart = Math.abs(blank - (issued % 100))
  return Math.min(apart, 100 - apart)
}

function seriesRemark(seriesNumber: string, issuedOn: string | undefined): string | null {
  if (!/^\d{10}$/.test(seriesNumber)) return null
  if (!seriesRegions.has(seriesNumber.slice(0, 2))) return 'Серия начинается не с кода региона: проверьте её'
  const blank = Number(seriesNumber.slice(2, 4))
  if (!isDay(issuedOn) || yearsApart(blank, Number(issuedOn.slice(0, 4))) <= blankYears) return null
  return 'Год бланка в серии далёк от года выдачи: проверьте серию и дату'
}

function ageRemark(issuedOn: string, birthDate: string, today: string): string | null {
  const age = ages.find(
    (years) => issuedOn < dayAfter(birthDate, years, 0) && today > dayAfter(birthDate, years, graceDays),
  )
  return age === undefined ? null : `Паспорт выдан до ${age} лет и уже недействителен: нужен новый`
}

/** The last day of a passport: the next age at which it is changed and the days after it; null: no end, or not known. */
export function passportValidTo(issuedOn: string | null, birthDate: string | null): string | null {
  if (!isDay(issuedOn) || !isDay(birthDate)) return null
  const next = ages.find((years) => issuedOn < dayAfter(birthDate, years, 0))
  return next === undefined ? null : dayAfter(birthDate, next, graceDays)
}

/** What is unusual and worth a look, though it may be right. */
export function passportWarnings(passport: Checked, { today, birthDate }: PassportContext): PassportRemark[] {
  const { seriesNumber = '', issuedOn, unitCode = '' } = passport
  const found: PassportRemark[] = []
  const series = seriesRemark(seriesNumber, issuedOn)
  if (series !== null) found.push({ path: 'seriesNumber', message: series })
  if (isDay(issuedOn) && issuedOn < firstIssued)
    found.push({ path: 'issuedOn', message: 'Паспорта такого образца выдают с 1 октября 1997 года' })
  const age = isDay(issuedOn) && isDay(birthDate) ? ageRemark(issuedOn, birthDate, today) : null
  if (age !== null) found.push({ path: 'issuedOn', message: age })
  if (/^\d{3}-\d{3}$/.test(unitCode) && unitKinds[unitCode[2] ?? ''] === undefined)
    found.push({ path: 'unitCode', message: 'Третья цифра кода обычно от 0 до 3: проверьте код' })
  return found
}
