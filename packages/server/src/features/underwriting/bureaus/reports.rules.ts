import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { fromKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import {
  type CreditBureau,
  type DelayMark,
  stripMonths,
  worstOf,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { CreditReport } from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { isOpen, kopecksOf } from './matching.rules.ts'
import { computedPayment } from './payments.rules.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The parameter with the price of a bureau. */
export const costOf = {
  NBKI: 'bureau-cost-nbki',
  OKB: 'bureau-cost-okb',
  SCORING: 'bureau-cost-scoring',
} as const satisfies Record<
  CreditBureau,
  keyof FiguresOf<'bureau-cost-nbki' | 'bureau-cost-okb' | 'bureau-cost-scoring'>
>

/** A consent to ask bureaus, and why nobody may ask by it; null: it is in force. */
export interface BureauConsent {
  readonly signedOn: string | null
  readonly validTo: string | null
  readonly refusal: string | null
}

const get = 'получите у клиента новое согласие и внесите его в раздел «Согласия»'

/** The consent of a participant on a day; `days` is the term that held on the day of the signature. */
export function consentOf(values: SectionValues | undefined, today: string, days: number): BureauConsent {
  const signedOn = textOf(values?.['creditHistoryOn'])
  if (values?.['creditHistory'] !== true || signedOn === null)
    return { signedOn: null, validTo: null, refusal: `Нет согласия на запрос кредитной истории: ${get}` }
  const validTo = Temporal.PlainDate.from(signedOn).add({ days }).toString()
  if (signedOn > today)
    return {
      signedOn,
      validTo,
      refusal: `Согласие на запрос кредитной истории датировано будущим (${dayText(signedOn)}): исправьте дату`,
    }
  if (validTo < today)
    return {
      signedOn,
      validTo,
      refusal: `Согласие на запрос кредитной истории истекло ${dayText(validTo)}: ${get}`,
    }
  return { signedOn, validTo, refusal: null }
}

const plainName = (name: string | null | undefined) =>
  (name ?? '')
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()

const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])

/** Every name and passport of a participant, today's and former. */
function identityOf({ sections }: QuestionnaireParticipant) {
  const personal = sections.PERSONAL ?? {}
  const full = ['lastName', 'firstName', 'middleName'].map((part) => textOf(personal[part]) ?? '').join(' ')
  return {
    names: [full, ...rowsOf(personal['previousNames']).map(({ fullName }) => textOf(fullName) ?? '')].map(
      plainName,
    ),
    birthDate: textOf(personal['birthDate']),
    passport: textOf(personal['passport']),
    past: rowsOf(personal['previousPassports']).flatMap(({ passport }) => textOf(passport) ?? []),
  }
}

/** What of a report is of another human being, in words; null: it is of this one. */
export function mismatchOf(
  { subject }: Pick<CreditReportData, 'subject'>,
  person: QuestionnaireParticipant,
): string | null {
  const { names, birthDate, passport, past } = identityOf(person)
  const reported = plainName(
    [subject.lastName, subject.firstName, subject.middleName].filter(Boolean).join(' '),
  )
  const without = plainName(`${subject.lastName} ${subject.firstName}`)
  const isNamed = names.some(
    (name) => name === reported || (subject.middleName === null && name.startsWith(without)),
  )
  const passports = [subject.passport, ...subject.pastPassports].filter((one) => one !== null)
  const isPapered =
    passport === null || passports.length === 0 || [passport, ...past].some((one) => passports.includes(one))
  const wrong = [
    ...(isNamed ? [] : ['ФИО']),
    ...(subject.birthDate === birthDate ? [] : ['дата рождения']),
    ...(isPapered ? [] : ['паспорт']),
  ]
  return wrong.length === 0
    ? null
    : `Бюро прислало отчёт о другом человеке (не совпадает: ${wrong.join(', ')}): к заявке он не приложен. Проверьте анкету и запросите заново`
}

const sum = (amounts: readonly string[]) =>
  fromKopecks(amounts.reduce((total, one) => total + kopecksOf(one), 0n))
const worst = (marks: readonly string[]): DelayMark => worstOf(marks.join(''))

/** What is paid for a credit a month: as it is reported, else as the calculators work it out. */
export function paymentOf(account: CreditReportData['accounts'][number]): string {
  return account.payment ?? computedPayment(account) ?? '0.00'
}

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
const asked = (days: readonly string[], today: string, most: number) =>
  days.filter((day) => daysBetween(day, today) <= most).length

/** The quality of a history by the worst of its delays. */
export function qualityOf({ accounts, courtActs, bankruptcy }: CreditReportData): string {
  if (accounts.length === 0) return 'NO_HISTORY'
  const ever = worst(accounts.map((one) => one.worst + one.strip))
  if (ever === '4' || courtActs > 0 || bankruptcy) return 'VERY_BAD'
  if (ever > '1') return 'BAD'
  const months = accounts.flatMap(({ strip }) => strip.split('')).filter((mark) => mark === '1').length
  if (ever === '1') return months > 1 ? 'SATISFACTORY' : 'GOOD'
  return 'EXCELLENT'
}

const outcomes = { PENDING: 'На рассмотрении', APPROVED: 'Одобрено', REFUSED: 'Отказ' } as const

/** The figures of a report for whoever decides, on a day. */
export function figuresOfReport(
  data: CreditReportData,
  today: string,
): Omit<CreditReport, 'id' | 'receivedAt' | 'reused' | 'freshTo' | 'isFresh' | 'qualityName'> {
  const { accounts, enquiries, score, selfBan, bankruptcy, courtActs, missedPayments, number, date } = data
  const active = accounts.filter(isOpen)
  return {
    ...{ number, date, score, selfBan, bankruptcy, courtActs, missedPayments },
    enquiries: {
      days7: asked(enquiries, today, 7),
      days30: asked(enquiries, today, 30),
      days90: asked(enquiries, today, 90),
    },
    worst: {
      ever: worst(accounts.map((one) => one.worst + one.strip)),
      year: worst(accounts.map(({ strip }) => strip.slice(0, stripMonths / 2))),
      twoYears: worst(accounts.map(({ strip }) => strip)),
    },
    overdue: {
      sum: sum(active.map(({ overdue }) => overdue)),
      days: Math.max(0, ...active.map(({ overdueDays }) => overdueDays)),
    },
    accounts: { active: active.length, closed: accounts.length - active.length },
    balance: sum(active.map(({ balance }) => balance)),
    payments: sum(active.map(paymentOf)),
    quality: qualityOf(data),
    applications: data.applications.map(({ outcome, ...one }) => ({ ...one, outcome: outcomes[outcome] })),
  }
}

/** What a report answers on the check of its bureau. */
export function verdictOf(
  data: CreditReportData,
  { today, figures }: { readonly today: string; readonly figures: FiguresOf<'bureau-overdue-stop'> },
): { readonly state: 'OK' | 'WARN' | 'FAIL'; readonly text: string } {
  const { accounts, overdue, worst: delays, payments, score } = figuresOfReport(data, today)
  if (data.accounts.length === 0) return { state: 'WARN', text: 'Кредитной истории нет' }
  const parts = [
    `Открыто ${counted(accounts.active, ['кредит', 'кредита', 'кредитов'])}, ${roublesText(payments)} в месяц`,
    ...(overdue.days > 0
      ? [`просрочено ${roublesText(overdue.sum)}, ${counted(overdue.days, ['день', 'дня', 'дней'])}`]
      : []),
    ...(delays.twoYears > '1' ? ['за два года есть просрочки от 30 дней'] : []),
    ...(data.courtActs > 0 ? [`судебных актов: ${data.courtActs}`] : []),
    ...(data.bankruptcy ? ['есть сведения о банкротстве'] : []),
    ...(score === null ? [] : [`балл ${score.value}`]),
  ]
  const isBad = overdue.days > 0 || delays.twoYears > '1' || data.courtActs > 0 || data.bankruptcy
  const isStop = overdue.days > figures['bureau-overdue-stop']
  return { state: isStop ? 'FAIL' : isBad ? 'WARN' : 'OK', text: parts.join('; ') }
}
