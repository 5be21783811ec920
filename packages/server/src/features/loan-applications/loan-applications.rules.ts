import {
  type CoolingOffFacts,
  moneyReceivers,
  type MoneyReceiver,
} from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { SelfBanCheck } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const isReceiver = (value: string | null): value is MoneyReceiver => value !== null && value in moneyReceivers
const rowsOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []

/** Who owes beside the borrower, so that the law leaves the loan without a period. */
const owedTogether = ['CO_BORROWER', 'GUARANTOR']
/** Who is asked about at the bureaus: those who take the loan. */
const takers = ['MAIN_BORROWER', 'CO_BORROWER']

type Questionnaire = Pick<QuestionnaireData, 'sections' | 'participants'>

/** What the cooling-off period depends on, from the questionnaire; null while the sum is not known. */
export function coolingOffFacts({ sections, participants }: Questionnaire): CoolingOffFacts | null {
  const loan = sections.LOAN ?? {}
  const amount = textOf(loan['amount'])
  const receiver = textOf(loan['receiver'])
  if (amount === null) return null
  return {
    amount,
    receiver: isReceiver(receiver) ? receiver : 'CLIENT',
    // A consumer loan of this machine is never secured by a mortgage.
    securedByMortgage: false,
    refinancedBalances: rowsOf(loan['refinancedCredits']).flatMap(({ balance }) => textOf(balance) ?? []),
    hasCoBorrowerOrGuarantor: participants.some(({ role }) => owedTogether.includes(role)),
  }
}

/** Whom the bureaus are asked about, with what they need. */
export const peopleToAsk = ({ participants }: Questionnaire) =>
  participants
    .filter(({ role }) => takers.includes(role))
    .map(({ id, name, sections: { PERSONAL = {} } }) => ({
      participantId: id,
      fullName: name,
      birthDate: textOf(PERSONAL['birthDate']),
      passport: textOf(PERSONAL['passport']),
      inn: textOf(PERSONAL['inn']),
    }))

type Known = Pick<SelfBanCheck, 'participantId' | 'participantName' | 'state' | 'validUntil'>

const words: Record<
  'NO_INN' | 'NONE' | 'OLD' | Exclude<SelfBanCheck['state'], 'CLEAR'>,
  (name: string) => string
> = {
  NO_INN: (name) => `Без ИНН бюро не ответят о самозапрете: ${name}. Укажите ИНН в анкете`,
  NONE: (name) => `Самозапрет не проверен: ${name}. Нажмите «Проверить самозапрет»`,
  OLD: (name) => `Ответ о самозапрете устарел: ${name}. Проверьте ещё раз`,
  PENDING: (name) => `Бюро ещё не ответили о самозапрете: ${name}. Подождите ответа`,
  FAILED: (name) => `Бюро не ответили о самозапрете: ${name}. Проверьте ещё раз`,
  BANNED: (name) =>
    `Установлен самозапрет: ${name}. Договор заключать нельзя, пока клиент его не снимет на Госуслугах или в МФЦ; когда снятие начнёт действовать, проверьте ещё раз`,
}

interface Asked {
  readonly participantId: number
  readonly fullName: string
  readonly inn: string | null
}

/** Why nobody can be asked about these people: bureaus know a person by the ИНН (218-ФЗ art. 5.1); null: they can. */
export function unaskable(people: readonly Asked[]): string | null {
  const unknown = people.find(({ inn }) => inn === null)
  return unknown === undefined ? null : words.NO_INN(unknown.fullName)
}

/** Why a loan may not be given to these people as far as self-bans go; null: it may. */
export function selfBanReason(people: readonly Asked[], checks: readonly Known[], now: Date): string | null {
  if (people.length === 0) return 'Добавьте заёмщика'
  for (const { participantId, fullName, inn } of people) {
    const check = checks.find((one) => one.participantId === participantId)
    if (check === undefined) return inn === null ? words.NO_INN(fullName) : words.NONE(fullName)
    if (check.state !== 'CLEAR') return words[check.state](fullName)
    if (check.validUntil === null || new Date(check.validUntil) <= now) return words.OLD(fullName)
  }
  return null
}

/** Why nobody may approve: a bureau has last said that somebody of these has a ban. Answers that are old or have not come are the signing's. */
export function banReason(people: readonly Asked[], checks: readonly Known[]): string | null {
  const banned = people.find(({ participantId }) =>
    checks.some((check) => check.participantId === participantId && check.state === 'BANNED'),
  )
  return banned === undefined ? null : words.BANNED(banned.fullName)
}

/** Why the consent to insurance is not enough to sign; a refusal is an answer too. */
export function insuranceReason({ sections }: Questionnaire): string | null {
  const { insurance, insurancePremium } = (sections.LOAN ?? {}) as Record<string, unknown>
  if (typeof insurance !== 'boolean')
    return 'Отметьте в параметрах кредита согласие на страхование или отказ от него'
  return insurance && textOf(insurancePremium) === null ? 'Укажите страховую премию' : null
}

/** Terms for the schedule and ПСК as they would be on the day; null while something is missing. */
export function termsOf({ sections }: Questionnaire, issueDate: string): LoanTerms | null {
  const loan = sections.LOAN ?? {}
  const premium = loan['insurance'] === true ? textOf(loan['insurancePremium']) : null
  const fees = premium === null ? [] : [{ kind: 'INSURANCE', name: 'Страховая премия', amount: premium }]
  const terms = LoanTerms.safeParse({
    amount: loan['amount'],
    rate: loan['rate'],
    months: loan['termMonths'],
    issueDate,
    fees,
  })
  return terms.success ? terms.data : null
}

/** Why the loan may not be issued before its release; `at` is how the moment reads. */
export const releaseReason = (releaseAt: Date, now: Date, at: (moment: Date) => string): string | null =>
  now >= releaseAt ? null : `Период охлаждения: выдать можно не раньше ${at(releaseAt)}`
