import { lowered } from '@ipoteka-office/contract/words.ts'
import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type {
  QuestionnaireData,
  QuestionnaireParticipant,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { counted, yearsText } from '@ipoteka-office/contract/common/counted.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { passportWarnings } from '@ipoteka-office/contract/common/person/passport.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { monthsLater, yearsBetween } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { type ScoreAdvice, scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import {
  answerOfHits,
  blacklistChecks,
  isBlacklistCheck,
  type JudgedHit,
} from '#features/blacklists/matching/hits.rules.ts'
import { addressVerdict, type CheckedObject, noted, objectVerdict } from './object-checks.rules.ts'

/** What a check says. */
export interface CheckVerdict {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
}
interface CheckSpec {
  readonly name: string
  readonly group: string
  readonly source: string
  /**
   * Of whom it is asked: of each who owes, of everybody who takes part, of each object, or once of the whole application.
   */
  readonly of: 'DEBTOR' | 'PARTICIPANT' | 'REALTY' | 'CASE'
  /** What it says something of, where that is not the one whom it is asked of. */
  readonly about?: 'EMPLOYER'
  /** Whether the application waits for its answer; the others are there for whoever decides. */
  readonly waited: boolean
  /** The parameter that says for how many days an answer is good. */
  readonly validity: Validity
}
type Validity = 'check-validity' | 'check-validity-debts' | 'check-validity-lists'

/** The figures that the bank's own checks ask for. */
export type CheckFigures = FiguresOf<
  | 'age-at-loan-end'
  | 'debt-load-warning'
  | 'repeat-window'
  | 'realty-extract-age'
  | 'realty-price-above'
  | 'score-stops'
>

type Rest = Partial<Pick<CheckSpec, 'of' | 'about' | 'waited' | 'validity'>>
const outside = (name: string, group: string, source: string, rest: Rest = {}): CheckSpec => ({
  name,
  group,
  source,
  of: 'DEBTOR',
  waited: true,
  validity: 'check-validity',
  ...rest,
})
const own = (name: string, group: string, of: CheckSpec['of'], rest: Rest = {}): CheckSpec =>
  outside(name, group, 'Банк', { of, ...rest })

const debts = { validity: 'check-validity-debts' } as const
const lists = { validity: 'check-validity-lists' } as const
// A gateway that has been connected for years may not know them: an application does not stand still for that.
const extra = { waited: false } as const
const ofEmployer = { about: 'EMPLOYER' } as const

/** The checks in the order in which they are shown. */
export const checkSpecs = {
  PASSPORT_FORMAT: own('Формат паспорта и возраст замены', 'Паспорт', 'DEBTOR'),
  PASSPORT_INVALID: outside('Реестр недействительных паспортов', 'Паспорт', 'МВД'),
  BKI_NBKI: outside('Кредитная история: НБКИ', 'Кредиты', 'НБКИ', extra),
  BKI_OKB: outside('Кредитная история: ОКБ', 'Кредиты', 'ОКБ', extra),
  BKI_SCORING: outside('Кредитная история', 'Кредиты', 'БКИ'),
  FSSP: outside('Исполнительные производства', 'Долги', 'ФССП', debts),
  EFRSB: outside('Банкротство', 'Долги', 'ЕФРСБ', debts),
  TERRORIST_115FZ: outside('Перечни 115-ФЗ', 'Перечни', 'Росфинмониторинг', lists),
  BLACKLIST_PERSON: own('Чёрный список: человек', 'Перечни', 'PARTICIPANT', lists),
  BLACKLIST_PHONE: own('Чёрный список: телефоны', 'Перечни', 'PARTICIPANT', lists),
  DUPLICATE_APPS: own('Повторные заявки', 'Заявка', 'DEBTOR'),
  INN_MATCH: outside('ИНН по паспорту', 'Номера', 'ФНС', extra),
  SNILS_MATCH: outside('СНИЛС', 'Номера', 'СФР', extra),
  INCOME_PFR: outside('Сведения о доходе', 'Доход', 'СФР'),
  SELF_EMPLOYED: outside('Статус самозанятого', 'Доход', 'ФНС', extra),
  PHONE_OWNERSHIP: outside('Принадлежность телефона', 'Контакты', 'Оператор связи'),
  EMAIL_RISK: outside('Электронная почта', 'Контакты', 'Оценка адресов', extra),
  // Of the places the service tells; whether they are the person's own the bank judges.
  GEO_IP: outside('Место по сетевому адресу', 'Контакты', 'Сетевые адреса', extra),
  ADDRESS_FIAS: own('Адрес в ФИАС', 'Контакты', 'DEBTOR', extra),
  AGE_LIMIT: own('Возраст к концу срока', 'Заявка', 'DEBTOR'),
  EMPLOYER_EGRUL: outside('Работодатель', 'Доход', 'ЕГРЮЛ', ofEmployer),
  EMPLOYER_PHONE: outside('Телефон работодателя', 'Доход', 'Справочники организаций', {
    ...extra,
    ...ofEmployer,
  }),
  BLACKLIST_LEGAL: own('Чёрный список: работодатель', 'Перечни', 'DEBTOR', { ...lists, ...ofEmployer }),
  REALTY_EGRN: own('Выписка, права и обременения', 'Предмет', 'REALTY', extra),
  REALTY_EMERGENCY: outside('Аварийность и реновация', 'Предмет', 'Реестр аварийных домов', {
    ...extra,
    of: 'REALTY',
  }),
  REALTY_PRICE: own('Цена против оценки', 'Предмет', 'REALTY', extra),
  DEVELOPER_ACCREDITATION: outside('Аккредитация застройщика', 'Предмет', 'Реестр застройщиков', {
    ...extra,
    of: 'REALTY',
  }),
  AFFILIATION: own('Связи участников и партнёра', 'Заявка', 'CASE', extra),
  PDN_LIMIT: own('Долговая нагрузка', 'Заявка', 'CASE'),
  PROGRAMME: own('Условия программы', 'Заявка', 'CASE'),
  SCORECARD: own('Скоринговая карта', 'Заявка', 'CASE', extra),
} as const satisfies Record<string, CheckSpec>
export type CheckCode = keyof typeof checkSpecs
export const checkCodes = Object.keys(checkSpecs) as CheckCode[]

/** Whether the bank answers by itself. */
export const isOwnCheck = (code: string): boolean =>
  code in checkSpecs && checkSpecs[code as CheckCode].source === 'Банк' && !isBlacklistCheck(code)

const debtorsOf = ({ participants }: QuestionnaireData) =>
  participants.filter(({ role }) => (debtorRoles as readonly string[]).includes(role))

/** A check of somebody or of something: of a participant, of an object, or of the whole application. */
export interface AskedCheck {
  readonly code: CheckCode
  readonly participantId: number | null
  readonly realtyId: number | null
}

const askedOf = (data: QuestionnaireData, of: CheckSpec['of'], objects: readonly number[]) => {
  if (of === 'CASE') return [{ participantId: null, realtyId: null }]
  if (of === 'REALTY') return objects.map((realtyId) => ({ participantId: null, realtyId }))
  return (of === 'DEBTOR' ? debtorsOf(data) : data.participants).map(({ id }) => ({
    participantId: id,
    realtyId: null,
  }))
}

/** Whether a check has anything to ask of somebody. */
const isAskedOf = (code: CheckCode, participantId: number | null, { participants }: QuestionnaireData) =>
  code !== 'SELF_EMPLOYED' ||
  participants.find(({ id }) => id === participantId)?.sections.EMPLOYMENT?.['employmentType'] ===
    'SELF_EMPLOYED'

/** Which checks an application needs, and of what; `objects` are those that it is secured by. */
export const checksFor = (
  data: QuestionnaireData,
  objects: readonly number[] = [],
  /** The bank has a scorecard in use. */
  { scored = false }: { readonly scored?: boolean } = {},
): AskedCheck[] =>
  checkCodes
    .filter((code) => code !== 'PROGRAMME' || caseTypes[data.type].product === 'MORTGAGE')
    .filter((code) => code !== 'SCORECARD' || scored)
    .flatMap((code): AskedCheck[] =>
      askedOf(data, checkSpecs[code].of, objects)
        .filter(({ participantId }) => isAskedOf(code, participantId, data))
        .map((whose) => ({ code, ...whose })),
    )

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function passportFormat(person: QuestionnaireParticipant, today: string): CheckVerdict {
  const personal = person.sections.PERSONAL ?? {}
  const issuedOn = textOf(personal['passportIssuedOn'])
  const seriesNumber = textOf(personal['passport'])
  if (seriesNumber === undefined) return { state: 'OK', text: 'Паспорт гражданина России не указан' }
  const passport = { seriesNumber, ...(issuedOn !== undefined && { issuedOn }) }
  const warnings = passportWarnings(passport, { today, birthDate: textOf(personal['birthDate']) ?? null })
  return warnings.length === 0
    ? { state: 'OK', text: 'Замечаний нет' }
    : { state: 'WARN', text: warnings.map(({ message }) => message).join('. ') }
}

function ageAtEnd(
  person: QuestionnaireParticipant,
  data: QuestionnaireData,
  { today, figures }: OwnCheckFacts,
): CheckVerdict {
  const oldest = figures['age-at-loan-end']
  const birthDate = textOf(person.sections.PERSONAL?.['birthDate'])
  const term = (data.sections.CREDIT ?? data.sections.LOAN)?.['termMonths']
  if (birthDate === undefined || typeof term !== 'number')
    return { state: 'WARN', text: 'Дата рождения или срок не указаны' }
  const age = yearsBetween(birthDate, monthsLater(today, term))
  return {
    state: age > oldest ? 'FAIL' : 'OK',
    text: `К концу срока ${yearsText(age)}, предел ${yearsText(oldest)}`,
  }
}

/** The debt load as the head of the case shows it. */
export function debtLoad(
  { payment, debtLoad: percent }: Pick<CaseMeans, 'payment' | 'debtLoad'>,
  figures: FiguresOf<'debt-load-warning'>,
): CheckVerdict {
  if (payment === null) return { state: 'WARN', text: 'Сумма, ставка или срок не указаны, ПДН не посчитать' }
  if (percent === null) return { state: 'WARN', text: 'Доход не указан, ПДН не посчитать' }
  return {
    state: compareDecimals(percent, figures['debt-load-warning']) > 0 ? 'WARN' : 'OK',
    text: `ПДН ${percent.replace('.', ',')} %`,
  }
}

function programme(data: QuestionnaireData, { today, terms = null, means }: OwnCheckFacts): CheckVerdict {
  const rules = termsRules(terms, data, today, means.objects)
  if (rules.length === 0) return { state: 'WARN', text: 'Программа не выбрана' }
  const wrong = rules.filter(({ state }) => state !== 'PASS')
  return wrong.length === 0
    ? { state: 'OK', text: 'Все условия выполнены' }
    : { state: 'WARN', text: wrong.map(({ title, datum }) => `${title}: ${datum}`).join('; ') }
}

/** What the bank's own checks know beside the questionnaire. */
export interface OwnCheckFacts {
  readonly today: string
  /** As they stand today. */
  readonly figures: CheckFigures
  /** Other applications of the person within the window of repeats. */
  readonly duplicates: number
  readonly means: Pick<CaseMeans, 'payment' | 'debtLoad' | 'objects'>
  /** What of those who take part coincides, in words; what the partner's people have in common with them too. */
  readonly affinities?: readonly string[]
  /** Terms of the product that the application is for; null: nothing is released for its programme. */
  readonly terms?: Pick<ProductTerms, 'limits' | 'eligibility'> | null
  /** The object that is asked about. */
  readonly object?: CheckedObject | undefined
  /** What the scorecard in use says; null: none is. */
  readonly score?: { readonly number: number; readonly score: number; readonly advice: ScoreAdvice } | null
}

const scoreStates = { APPROVE: 'OK', REVIEW: 'WARN', REJECT: 'WARN' } as const

/** What the scorecard advises is a remark unless the bank has said that its refusal stops. */
export function scoreVerdict(
  score: NonNullable<OwnCheckFacts['score']> | null,
  figures: FiguresOf<'score-stops'>,
): CheckVerdict {
  if (score === null) return { state: 'OK', text: 'Действующей карты нет' }
  const { advice } = score
  return {
    state: advice === 'REJECT' && figures['score-stops'] ? 'FAIL' : scoreStates[advice],
    text: `Балл ${score.score}, версия ${score.number}: ${lowered(scoreAdvices[advice])}`,
  }
}

/** The answer of one of the bank's own checks. */
export function ownVerdict(
  code: CheckCode,
  data: QuestionnaireData,
  person: QuestionnaireParticipant | undefined,
  facts: OwnCheckFacts,
): CheckVerdict {
  const { today, figures, duplicates, means } = facts
  if (code === 'PDN_LIMIT') return debtLoad(means, figures)
  if (code === 'PROGRAMME') return programme(data, facts)
  if (code === 'SCORECARD') return scoreVerdict(facts.score ?? null, figures)
  if (code === 'AFFILIATION') return noted(facts.affinities ?? [], 'Общих адресов, телефонов и фамилий нет')
  if (checkSpecs[code].of === 'REALTY') return objectVerdict(code, facts)
  if (person === undefined) return { state: 'OK', text: 'Участник больше не в заявке' }
  if (code === 'PASSPORT_FORMAT') return passportFormat(person, today)
  if (code === 'AGE_LIMIT') return ageAtEnd(person, data, facts)
  if (code === 'ADDRESS_FIAS') return addressVerdict(person)
  return repeats(duplicates, figures)
}

function repeats(duplicates: number, figures: FiguresOf<'repeat-window'>): CheckVerdict {
  if (duplicates === 0) return { state: 'OK', text: 'Других заявок нет' }
  const window = counted(figures['repeat-window'], ['день', 'дня', 'дней'])
  return { state: 'WARN', text: `Других заявок за ${window}: ${duplicates}` }
}

/** Whether an application stands still until a check is answered. */
export const isWaitedFor = ({ code, state }: { readonly code: string; readonly state: string }): boolean =>
  (state === 'WAITING' || state === 'ERROR') &&
  (checkSpecs[code as CheckCode] as CheckSpec | undefined)?.waited !== false

/** What becomes of the application: null while an answer is missing. An error of a service is not a pass. */
export function outcomeOf(
  checks: readonly { readonly code: string; readonly state: string }[],
  level: string,
): 'checksPassed' | 'stopFactor' | 'approveAutomatically' | null {
  if (checks.some(({ state }) => state === 'FAIL')) return 'stopFactor'
  if (checks.some(isWaitedFor)) return null
  const isClean = checks.length > 0 && !checks.some(({ state }) => state === 'WARN' || state === 'HELD')
  return isClean && level === 'LEVEL_1' ? 'approveAutomatically' : 'checksPassed'
}

/**
 * Without whose answer nobody approves: the lists of 115-ФЗ (ст. 7: before a client is served), the credit history
 * (218-ФЗ; Положение 590-П), whether the passport is valid, and the bank's own blacklists.
 */
export const obligatoryChecks: readonly CheckCode[] = [
  'TERRORIST_115FZ',
  'BKI_SCORING',
  'PASSPORT_INVALID',
  ...blacklistChecks,
]

/** Of whom a hit is, and which check it answers. */
type HitOfCheck = JudgedHit & UnansweredHit

/** What the blacklists say of somebody by the hits of the case. */
export const blacklistAnswer = (
  { code, participantId }: { readonly code: string; readonly participantId: number | null },
  hits: readonly HitOfCheck[],
): CheckVerdict =>
  answerOfHits(hits.filter((hit) => hit.code === code && hit.participantId === participantId))

/** Checks that came, those of the blacklists as the hits of the case say them now: what was stored may be older. */
export const answeredByHits = <
  C extends { readonly code: string; readonly participantId: number | null; readonly state: string },
>(
  checks: readonly C[],
  hits: readonly HitOfCheck[],
): C[] =>
  checks.map((check) =>
    isBlacklistCheck(check.code) && check.state !== 'WAITING' && check.state !== 'ERROR'
      ? { ...check, ...blacklistAnswer(check, hits) }
      : check,
  )

interface AnsweredCheck {
  readonly code: string
  readonly participantId: number | null
  readonly state: string
  readonly validUntil: string | null
  /** Somebody who may has taken the risk of what it says. */
  readonly isRiskTaken: boolean
}

/** A hit of a blacklist that nobody has given a verdict on. */
export interface UnansweredHit {
  readonly code: string
  readonly participantId: number
}

function lackOf(check: AnsweredCheck | undefined, now: string): string | null {
  if (check === undefined) return 'не запрошена'
  if (check.state === 'WAITING') return 'ответа ещё нет'
  if (check.state === 'ERROR') return 'ответ не получен'
  // The officer's word is waited for, which the condition says in one sentence for all.
  if (check.state === 'HELD') return null
  if (check.state === 'FAIL') return check.isRiskTaken ? null : 'стоп-фактор'
  return check.validUntil !== null && check.validUntil <= now ? 'ответ устарел' : null
}

/** Why the case is not approved yet: obligatory checks of its debtors without an answer in force; null when all have one. */
export function obligatoryReason(
  data: QuestionnaireData,
  checks: readonly AnsweredCheck[],
  hits: readonly UnansweredHit[],
  now: Date,
): string | null {
  const lacks = checksFor(data).flatMap(({ code, participantId }) => {
    if (!obligatoryChecks.includes(code)) return []
    const check = checks.find((one) => one.code === code && one.participantId === participantId)
    const isUnanswered = hits.some((hit) => hit.code === code && hit.participantId === participantId)
    const lack = lackOf(check, now.toISOString()) ?? (isUnanswered ? 'по совпадению нет вердикта' : null)
    const person = data.participants.find(({ id }) => id === participantId)
    return lack === null ? [] : [`${checkSpecs[code].name}, ${person?.name ?? 'заёмщик'} — ${lack}`]
  })
  if (lacks.length === 0) return null
  const what = hits.length > 0 ? 'Дайте вердикт по совпадениям или нажмите' : 'Нажмите'
  return `Обязательные проверки не пройдены: ${lacks.join('; ')}. ${what} «Повторить проверки» в разделе «Проверка и отправка»`
}
