import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CheckAnswer,
  type CheckedPerson,
  type CheckQuestion,
  type CheckService,
  CheckUnavailable,
  type NetworkQuestion,
} from './check-service.ts'
import { placeVerdict } from './network-places.rules.ts'
import { inventedPlace } from './network-stand-in.ts'

/**
 * The last two digits of the passport choose what is rare, so that a person who shows the product can bring it about:
 * 13 an invalid passport, 14 bankruptcy, 15 the list of 115-ФЗ, 16 no status of the self-employed, 17 an employer
 * at a mass address, 18 one whose head leads many firms, 21 debts with the bailiffs, 22 a short credit history,
 * 31 services that answer at the second attempt, 39 services that never answer.
 */
const rare: Readonly<Record<string, Readonly<Record<string, CheckAnswer>>>> = {
  '13': { PASSPORT_INVALID: { state: 'FAIL', text: 'Паспорт в реестре недействительных' } },
  '14': { EFRSB: { state: 'FAIL', text: 'Введена процедура реализации имущества' } },
  '15': { TERRORIST_115FZ: { state: 'FAIL', text: 'Найдено совпадение в перечне' } },
  '21': { FSSP: { state: 'WARN', text: 'Исполнительное производство на 18 400 ₽' } },
  '16': {
    SELF_EMPLOYED: { state: 'WARN', text: 'Плательщиком налога на профессиональный доход не является' },
  },
  '22': { BKI_SCORING: { state: 'WARN', text: 'Кредитная история короче года' } },
}
/** What the services say of somebody about whom there is nothing to say. */
export const fineAnswers: Readonly<Record<string, string>> = {
  PASSPORT_INVALID: 'Среди недействительных не значится',
  FSSP: 'Исполнительных производств нет',
  EFRSB: 'Сведений о банкротстве нет',
  TERRORIST_115FZ: 'Совпадений нет',
  BKI_NBKI: 'Отчёт получен: счетов 3, просрочек нет',
  BKI_OKB: 'Отчёт получен: счетов 2, просрочек нет',
  BKI_SCORING: 'Просрочек за 24 месяца нет, балл 742',
  EMPLOYER_EGRUL: 'Организация действует',
  INCOME_PFR: 'Доход подтверждается сведениями СФР',
  INN_MATCH: 'ИНН принадлежит владельцу паспорта',
  SNILS_MATCH: 'СНИЛС принадлежит владельцу паспорта',
  EMPLOYER_PHONE: 'Телефон есть в справочнике организации',
  EMAIL_RISK: 'Адрес не одноразовый, в утечках не замечен',
  REALTY_EMERGENCY: 'В перечнях аварийных домов и реновации нет',
  DEVELOPER_ACCREDITATION: 'Дом сдан: аккредитация застройщика не нужна',
  SELF_EMPLOYED: 'Плательщик налога на профессиональный доход',
  GEO_IP: 'Анкету сохраняли там, где клиент живёт',
  PHONE_OWNERSHIP: 'Номер принадлежит клиенту',
}

/** What the register of legal persons adds to its words, in the form of the gateway's answers. */
const inventedEmployer = ({ employerName, employerInn }: CheckedPerson, ending: string) => ({
  employer: {
    name: employerName,
    inn: employerInn,
    status: 'Действующая',
    addressCompanies: ending === '17' ? 214 : 3,
    head: { name: 'Руководителев Иван Петрович', companies: ending === '18' ? 37 : 1 },
  },
})

const ofNetwork = ({ addresses, homes }: NetworkQuestion, attempt: number): CheckAnswer =>
  placeVerdict(
    addresses.map((ip) => inventedPlace(ip, homes, attempt)),
    homes,
  )

const detailsOf = ({ code, person, attempt }: CheckQuestion, ending: string) =>
  code === 'EMPLOYER_EGRUL' && person !== null
    ? inventedEmployer(person, ending)
    : { служба: code, попытка: attempt, паспорт: person?.passport ?? null }

function ofSubject(question: CheckQuestion): CheckAnswer {
  const { code, person, attempt } = question
  const ending = person?.passport?.slice(-2) ?? ''
  if (ending === '39' || (ending === '31' && attempt < 2)) throw new CheckUnavailable('Сервис не отвечает')
  const answer = rare[ending]?.[code] ?? { state: 'OK', text: fineAnswers[code] ?? 'Замечаний нет' }
  return { ...answer, details: detailsOf(question, ending) }
}

/** Invented answers of the services, with their delays and failures; a training stand, never a bank's decision. */
export function standInChecks({ delayMs = 60 }: { readonly delayMs?: number } = {}): CheckService {
  return {
    kind: 'STAND_IN',
    async ask(question: CheckQuestion, signal): Promise<CheckAnswer> {
      await sleep(delayMs, undefined, { signal })
      return question.network === undefined
        ? ofSubject(question)
        : ofNetwork(question.network, question.attempt)
    },
  }
}
