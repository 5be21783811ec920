import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { controlFields } from '@ipoteka-office/contract/underwriting/control-fields.ts'
import type { FraudFacts, PaperOrigin } from './fraud-facts.ts'
import {
  dayOf,
  daysBetween,
  evidence,
  fired,
  monthsBefore,
  quiet,
  type SignRule,
  type SignRules,
  unknown,
} from './sign.rules.ts'

const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []

const mainOf = ({ own }: FraudFacts) => own.participants.find(({ role }) => role === 'MAIN_BORROWER')

/** Declared by the month, in roubles. */
export const declaredIncome = (values: Readonly<Record<string, unknown>> | undefined): number =>
  rowsOf(values?.['incomes']).reduce((sum, { declared }) => sum + (Number(declared) || 0), 0)

const incomeAboveMedian: SignRule = (facts, figures) => {
  const times = figures['fraud-income-times']
  const norm = `не выше ${times} медиан региона и уровня должности`
  const main = mainOf(facts)
  const declared = declaredIncome(main?.sections.INCOME)
  if (main === undefined || declared === 0) return unknown('Доход заёмщика не указан', norm)
  const median = facts.incomeMedian
  if (median === null || median.count < figures['fraud-median-sample'])
    return unknown(
      `Заявок из региона с таким уровнем должности ${median?.count ?? 0}: для медианы нужно ${figures['fraud-median-sample']}`,
      norm,
    )
  const value = `${roublesText(String(declared))} в месяц`
  const told = [
    evidence(
      `Медиана по ${counted(median.count, ['заявке', 'заявкам', 'заявкам'])} — ${roublesText(String(Math.round(median.value)))}`,
      {
        section: 'INCOME',
        participantId: main.id,
      },
    ),
  ]
  return declared > median.value * times ? fired(value, norm, told) : quiet(value, norm, told)
}

const certificateSums: SignRule = ({ certificates }) => {
  const norm = 'суммы сходятся между собой'
  if (certificates.length === 0) return unknown('Справка о доходах не загружена или не прочитана', norm)
  const wrong = certificates.filter(({ failed }) => failed.length > 0)
  return wrong.length === 0
    ? quiet(`прочитано справок: ${certificates.length}, суммы сходятся`, norm)
    : fired(
        `не сходится справок: ${wrong.length}`,
        norm,
        wrong.map(({ person, failed, documentId }) =>
          evidence(`${person}: ${failed.join('; ')}`, { documentId }),
        ),
      )
}

/** Programs in which finished papers are changed, not made. */
const editors =
  /photoshop|illustrator|ilovepdf|smallpdf|sejda|pdfescape|pdf-?xchange|foxit phantom|foxit pdf editor|infix|nitro|gimp|inkscape|pdffiller|dochub/i
const hour = 3_600_000
/** A paper that is made and saved anew within a day was not tampered with later. */
const laterMs = 24 * hour

function suspicionOf({ origin }: PaperOrigin): string | null {
  if (origin === null) return null
  const { producer, creator, createdAt, modifiedAt } = origin
  const editor = [creator, producer].find((name) => editors.test(name))
  if (editor !== undefined) return `сохранён в «${editor}»`
  const made = createdAt === null ? Number.NaN : Date.parse(createdAt)
  const changed = modifiedAt === null ? Number.NaN : Date.parse(modifiedAt)
  if (changed - made <= laterMs || Number.isNaN(changed - made)) return null
  const dayOfMoment = (moment: string) => dayText(moment.slice(0, 10))
  return `создан ${dayOfMoment(String(createdAt))}, изменён ${dayOfMoment(String(modifiedAt))}`
}

const editedFiles: SignRule = ({ papers }) => {
  const norm = 'файлы PDF не меняли после создания'
  const pdfs = papers.filter(({ isPdf }) => isPdf)
  if (pdfs.length === 0) return unknown('В заявке нет файлов PDF', norm)
  const suspicious = pdfs.flatMap((paper) => {
    const why = suspicionOf(paper)
    return why === null ? [] : [evidence(`«${paper.name}» ${why}`, { documentId: paper.documentId })]
  })
  if (suspicious.length > 0) return fired(`файлов: ${suspicious.length}`, norm, suspicious)
  const known = pdfs.filter(({ origin }) => origin !== null).length
  return known === 0
    ? unknown('Файлы PDF загружены раньше, чем банк стал читать, чем они сделаны', norm)
    : quiet(`проверено файлов: ${known} из ${pdfs.length}`, norm)
}

const employerStatus: SignRule = ({ employers, today }, figures) => {
  const months = figures['fraud-employer-age']
  const norm = `действует и зарегистрирован не меньше ${counted(months, ['месяца', 'месяцев', 'месяцев'])} назад`
  const answered = employers.filter(({ state }) => state !== 'WAITING' && state !== 'ERROR')
  if (answered.length === 0) return unknown('Реестр о работодателе ещё не ответил', norm)
  const bad = answered.filter(
    ({ state, registeredOn }) =>
      state !== 'OK' || (registeredOn !== null && registeredOn > monthsBefore(today, months)),
  )
  const told = (one: (typeof answered)[number]) =>
    evidence(
      one.registeredOn === null ? one.text : `${one.text}, зарегистрирован ${dayText(one.registeredOn)}`,
      { section: 'EMPLOYMENT', participantId: one.participantId },
    )
  if (bad.length > 0) return fired(bad[0]?.text ?? '', norm, bad.map(told))
  if (answered.some(({ registeredOn }) => registeredOn === null))
    return unknown('Реестр не назвал дату регистрации работодателя; действует ли он — проверено', norm)
  return quiet('действует давно', norm, answered.map(told))
}

/** Ages at which the law has everybody change the passport, and how long that takes at most. */
const plannedAges = [20, 45]
const plannedDays = 90

function isPlanned(birthDate: string, issuedOn: string): boolean {
  return plannedAges.some((years) => {
    const days = daysBetween(Temporal.PlainDate.from(birthDate).add({ years }).toString(), issuedOn)
    return days >= 0 && days <= plannedDays
  })
}

const passportFresh: SignRule = ({ own, openedOn }, figures) => {
  const most = figures['fraud-passport-age']
  const norm = `выдан не меньше ${counted(most, ['дня', 'дней', 'дней'])} до заявки`
  const papers = own.participants.flatMap(({ id, name, sections }) => {
    const issuedOn = dayOf(sections.PERSONAL?.['passportIssuedOn'])
    const birthDate = dayOf(sections.PERSONAL?.['birthDate'])
    return issuedOn === '' ? [] : [{ id, name, issuedOn, birthDate, days: daysBetween(issuedOn, openedOn) }]
  })
  if (papers.length === 0) return unknown('Дата выдачи паспорта не указана', norm)
  const fresh = papers.filter(
    ({ days, birthDate, issuedOn }) => days < most && (birthDate === '' || !isPlanned(birthDate, issuedOn)),
  )
  const value = `самый новый выдан ${dayText(
    papers
      .map(({ issuedOn }) => issuedOn)
      .sort()
      .at(-1) ?? '',
  )}`
  return fresh.length === 0
    ? quiet(value, norm)
    : fired(
        value,
        norm,
        fresh.map(({ id, name, issuedOn }) =>
          evidence(`${name}: паспорт выдан ${dayText(issuedOn)}`, { section: 'PERSONAL', participantId: id }),
        ),
      )
}

const accompanied: SignRule = ({ control }) => {
  const norm = 'контроль физлица признаков не нашёл'
  if (control === null) return unknown('Контроль физлица не проводили', norm)
  const seen = control.filter(({ signs }) => signs.length > 0)
  return seen.length === 0
    ? quiet('признаков нет', norm)
    : fired(
        `у ${counted(seen.length, ['участника', 'участников', 'участников'])}`,
        norm,
        seen.map(({ name, signs }) =>
          evidence(`${name}: ${signs.map((sign) => controlFields[sign]?.label ?? sign).join(', ')}`),
        ),
      )
}

/** Signs in what people say of themselves and in their papers. */
export const personSignals: SignRules = {
  INCOME_ABOVE_MEDIAN: incomeAboveMedian,
  CERTIFICATE_SUMS: certificateSums,
  EDITED_FILES: editedFiles,
  EMPLOYER_STATUS: employerStatus,
  PASSPORT_FRESH: passportFresh,
  SIGNATURE_OWNER: (_facts: FraudFacts, _figures: Figures) =>
    unknown(
      'Сертификаты, которыми клиенты подписывают, в заявке не хранятся: владельца не с кем сверить',
      'владелец подписи — тот, кто назван',
    ),
  ACCOMPANIED: accompanied,
}
