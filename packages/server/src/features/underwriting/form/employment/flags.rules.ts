import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import { comparedState } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import type { EmploymentSheet } from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import { monthsBetween } from '../spans.rules.ts'

/** What the register has told of the employer. */
export interface RegisteredFirm {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
  readonly name: string | null
  readonly registeredOn: string | null
}

/** What the risks of an employment are judged by. */
export interface EmploymentFacts {
  /** The section of the questionnaire. */
  readonly written: SectionValues
  readonly clientPhone: string | null
  readonly firm: RegisteredFirm | null
  /** The bank's own and other checks that speak of the employer. */
  readonly checks: readonly { readonly name: string; readonly state: string; readonly text: string }[]
  readonly certificates: readonly {
    readonly payer: string | null
    readonly inn: string | null
    readonly firstMonth: string | null
  }[]
  /** Since when they work there, as far as the bank knows it. */
  readonly since: string | null
  /** Calls as they stand, the latest first. */
  readonly calls: readonly { readonly called: string; readonly result: string; readonly said: string }[]
  readonly today: string
}

type Flag = EmploymentSheet['flags'][number]
type Figures = FiguresOf<'fraud-employer-age' | 'job-seniority'>
type Judge = (facts: EmploymentFacts, figures: Figures) => Flag[]

const warn = (text: string, why: string): Flag[] => [{ light: 'WARN', text, why }]
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const monthsText = (months: number) => counted(months, ['месяц', 'месяца', 'месяцев'])
const ofMonths = (months: number) => counted(months, ['месяца', 'месяцев', 'месяцев'])

const status: Judge = ({ firm }) =>
  firm === null || firm.state === 'OK'
    ? []
    : [{ light: firm.state, text: firm.text, why: 'Так отвечает реестр' }]

const young: Judge = ({ firm, today }, figures) => {
  const since = firm?.registeredOn ?? null
  const least = figures['fraud-employer-age']
  if (since === null || monthsBetween(since, today) >= least) return []
  return warn(
    `Организации ${monthsText(monthsBetween(since, today))}`,
    `Зарегистрирована ${dayText(since)}, норма — не меньше ${ofMonths(least)}`,
  )
}

const olderThanFirm: Judge = ({ firm, since }) => {
  const registered = firm?.registeredOn ?? null
  if (registered === null || since === null || since >= registered) return []
  return warn(
    'Работает дольше, чем существует организация',
    `Работает с ${dayText(since)}, организация зарегистрирована ${dayText(registered)}`,
  )
}

const otherName: Judge = ({ firm, written }) => {
  const [told, registered] = [textOf(written['employerName']), firm?.name ?? null]
  if (told === null || registered === null || comparedState('FIRM', told, registered) !== 'DIFFERS') return []
  return warn('По ИНН зарегистрирована другая организация', `В анкете «${told}», в реестре «${registered}»`)
}

const otherPayer: Judge = ({ certificates, written }) => {
  const inn = textOf(written['employerInn'])
  const other = certificates.find((one) => one.inn !== null && inn !== null && one.inn !== inn)
  if (other === undefined || certificates.some((one) => one.inn === inn)) return []
  return warn(
    'Справку о доходах выдал не этот работодатель',
    `ИНН в справке и в анкете разные${other.payer === null ? '' : `; справка от «${other.payer}»`}`,
  )
}

const paidBefore: Judge = ({ certificates, written, since }) => {
  const inn = textOf(written['employerInn'])
  const early = certificates.find(
    ({ inn: payer, firstMonth }) =>
      payer !== null &&
      payer === inn &&
      firstMonth !== null &&
      since !== null &&
      firstMonth < since.slice(0, 7),
  )
  if (early === undefined || since === null) return []
  return warn(
    'Зарплата в справке раньше начала работы',
    `Справка с ${dayText(early.firstMonth ?? '')}, работает с ${dayText(since)}`,
  )
}

const answered: Judge = ({ checks }) =>
  checks.flatMap(({ name, state, text }) =>
    state === 'WARN' || state === 'FAIL'
      ? [{ light: state, text: text || name, why: `Проверка «${name}»` }]
      : [],
  )

const digits = (phone: string | null) => (phone ?? '').replace(/\D/g, '').slice(-10)
const samePhone: Judge = ({ written, clientPhone }) => {
  const phone = digits(textOf(written['employerPhone']))
  if (phone === '' || phone !== digits(clientPhone)) return []
  return warn('Телефон работодателя — это телефон клиента', 'По нему занятость не подтвердить')
}

const work: readonly string[] = ['EMPLOYER', 'ACCOUNTING']
const denied: Judge = ({ calls }) => {
  const last = calls.find(
    ({ called, result }) => work.includes(called) && ['CONFIRMED', 'NOT_CONFIRMED'].includes(result),
  )
  return last?.result === 'NOT_CONFIRMED'
    ? [{ light: 'FAIL', text: 'Работодатель не подтвердил занятость', why: last.said }]
    : []
}

const short: Judge = ({ since, today }, figures) => {
  const least = figures['job-seniority']
  if (since === null || monthsBetween(since, today) >= least) return []
  return warn(
    'Стаж на последнем месте меньше нормы',
    `${monthsText(monthsBetween(since, today))}, норма — не меньше ${ofMonths(least)}`,
  )
}

const judges: readonly Judge[] = [
  status,
  denied,
  young,
  olderThanFirm,
  otherName,
  otherPayer,
  paidBefore,
  answered,
  samePhone,
  short,
]

/** What speaks against an employment, each with the reason. */
export const employmentFlags = (facts: EmploymentFacts, figures: Figures): Flag[] =>
  judges.flatMap((judge) => judge(facts, figures))
