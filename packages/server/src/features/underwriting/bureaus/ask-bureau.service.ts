import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import {
  type CreditBureau,
  creditBureaus,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import {
  type BureauClient,
  BureauUnavailable,
  type ReportQuestion,
  type ReportSubject,
  type ToldCredit,
} from '#integrations/credit-bureaus/bureau-client.ts'
import { BadXml } from '#lib/xml/bad-xml.ts'
import { BadReport, type CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { readReport } from '#integrations/credit-bureaus/read-report.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type SealKey, seal } from '#lib/sealing.ts'
import {
  beginAttempt,
  type FreshReport,
  findError,
  findFresh,
  findReports,
  findWaiting,
  holdRequest,
  insertRequest,
  insertReuse,
  type NewRequest,
  type OpenRequest,
  writeFailure,
  writeReport,
} from './reports.repo.ts'
import { type BureauConsent, consentOf, costOf, mismatchOf } from './reports.rules.ts'

/** Whose report of which bureau it is. */
export interface ReportPlace {
  readonly caseId: number
  readonly participantId: number
  readonly bureau: CreditBureau
}

/** What asking bureaus needs. */
export interface BureauParts {
  readonly db: Db
  readonly engine: Engine
  readonly bureaus: BureauClient
  readonly keys: readonly [SealKey, ...SealKey[]]
  /** Runs in the transaction in which a report begins to stand by a participant. */
  attached(db: Db, place: ReportPlace): Promise<void>
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The consent of a participant today. */
export async function consentToday(
  engine: Engine,
  person: QuestionnaireParticipant | undefined,
): Promise<BureauConsent> {
  const today = bankDay(engine.clock)
  const values = person?.sections.CONSENTS
  const signedOn = textOf(values?.['creditHistoryOn']) ?? today
  const days = await engine.parameters.parameter(
    'bureau-consent-validity',
    signedOn < today ? signedOn : today,
  )
  return consentOf(values, today, days)
}

/** Since when a report is fresh. */
export async function freshSince({ clock, parameters }: Engine): Promise<Date> {
  const days = await parameters.parameter('bureau-report-reuse', bankDay(clock))
  return new Date(clock.now().getTime() - days * 86_400_000)
}

const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])
const toldOf = ({ sections }: QuestionnaireParticipant): ToldCredit[] =>
  rowsOf(sections.OBLIGATIONS?.['obligations']).map((row) => ({
    type: textOf(row['type']) ?? 'OTHER',
    creditor: textOf(row['creditor']) ?? 'Кредитор не назван',
    contractNumber: textOf(row['contractNumber']),
    limit: textOf(row['limit']) ?? '0',
    balance: textOf(row['balance']) ?? '0',
    rate: textOf(row['rate']),
    monthsLeft: typeof row['monthsLeft'] === 'number' ? row['monthsLeft'] : null,
    payment: textOf(row['payment']) ?? '0',
  }))

const addressOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'value' in value ? textOf(value.value) : null

/** Of whom a bureau is asked or told. */
export function subjectOf({ sections }: Pick<QuestionnaireParticipant, 'sections'>): ReportSubject {
  const personal = sections.PERSONAL ?? {}
  return {
    lastName: textOf(personal['lastName']) ?? '',
    firstName: textOf(personal['firstName']) ?? '',
    middleName: textOf(personal['middleName']),
    birthDate: textOf(personal['birthDate']) ?? '',
    passport: textOf(personal['passport']),
    inn: textOf(personal['inn']),
    snils: textOf(personal['snils'])?.replaceAll(/\D/g, '') ?? null,
    phone: textOf(personal['phone']),
    address: addressOf(personal['registrationAddress']),
  }
}

/** What a bureau is asked of a participant. */
export function questionOf(
  request: Pick<OpenRequest, 'id' | 'bureau' | 'attempts'>,
  person: QuestionnaireParticipant,
  {
    consent,
    today,
    isTraining,
  }: { consent: { signedOn: string; validTo: string }; today: string; isTraining: boolean },
): ReportQuestion {
  return {
    requestId: keyOf(request.id),
    bureau: request.bureau,
    person: subjectOf(person),
    consent,
    purpose: 'NEW_LOAN',
    attempt: request.attempts,
    today,
    told: isTraining ? toldOf(person) : [],
  }
}

/** The same for every attempt: a bureau that has answered once does not take its price again. */
export const keyOf = (requestId: number) => `credit-report-${requestId}`

/** A bureau cannot find somebody without these. */
export const lacksOf = ({ person }: Pick<ReportQuestion, 'person'>): string | null =>
  person.lastName === '' || person.firstName === '' || person.birthDate === ''
    ? 'Бюро спрашивают по фамилии, имени и дате рождения: заполните раздел «Личные данные»'
    : null

/** Not asked at all: the person or the consent is not what it was. */
class NotAsked extends Error {}

async function ask(parts: BureauParts, request: OpenRequest, signal: AbortSignal) {
  const { db, engine, bureaus } = parts
  const today = bankDay(engine.clock)
  const stored = await readQuestionnaire(db, request.caseId, request.type)
  const person = stored.participants.find(({ id }) => id === request.participantId)
  if (person === undefined) throw new NotAsked('Участника больше нет в заявке')
  const { signedOn, validTo, refusal } = await consentToday(engine, person)
  if (refusal !== null || signedOn === null || validTo === null) throw new NotAsked(refusal ?? 'Нет согласия')
  const isTraining = bureaus.kind === 'STAND_IN'
  const question = questionOf(request, person, { consent: { signedOn, validTo }, today, isTraining })
  const lacks = lacksOf(question)
  if (lacks !== null) throw new NotAsked(lacks)
  const bytes = await bureaus.ask(question, signal)
  const report = readReport(request.bureau, bytes, today)
  const mismatch = mismatchOf(report.data, person)
  if (mismatch !== null) throw new BadReport(mismatch)
  return { ...report, bytes }
}

/** Words for people instead of a report; null where the next attempt may bring one. */
function failureOf(error: unknown, isLast: boolean): { error: string; isPaid: boolean } | null {
  if (error instanceof NotAsked) return { error: error.message, isPaid: false }
  if (error instanceof BadXml) return { error: error.message, isPaid: true }
  if (!(error instanceof BureauUnavailable)) return null
  return isLast || error.isFinal ? { error: error.message, isPaid: false } : null
}

/**
 * One attempt of one request, outside any transaction; the answer is written in one of its own. What is answered already is
 * left alone: a late or a second answer changes nothing.
 */
export async function answerRequest(
  parts: BureauParts,
  requestId: number,
  { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { db, engine, bureaus, keys } = parts
  const request = await beginAttempt(db, requestId)
  if (request === undefined) return
  const since = performance.now()
  const standIn = bureaus.kind === 'STAND_IN'
  const ended = () => ({ standIn, at: engine.clock.now(), durationMs: Math.round(performance.now() - since) })
  try {
    const { data, unknown, encoding, bytes } = await ask(parts, request, signal)
    const sealedFor = keyOf(requestId)
    const kept = { request, data, unknown, encoding, size: bytes.length, sealedFor }
    await db.transaction().execute(async (tx) => {
      if (!(await holdRequest(tx, requestId))) return
      await writeReport(tx, { ...kept, sealed: seal(keys, bytes, sealedFor), ...ended() })
      await parts.attached(tx, request)
    })
  } catch (error) {
    const failure = failureOf(error, isLast)
    if (failure === null) throw error
    await writeFailure(db, requestId, { ...failure, ...ended() })
  }
}

/** A report for a participant without a new request; undefined where none is fresh. */
async function freshFor(
  { engine }: Pick<BureauParts, 'engine'>,
  db: Db,
  { stored, participantId, bureau }: Wanted,
): Promise<FreshReport | undefined> {
  const since = await freshSince(engine)
  const person = stored.participants.find(({ id }) => id === participantId)
  const row = stored.people.find(({ id }) => id === participantId)
  if (person === undefined || row === undefined || row.personId === null) return undefined
  const found = await findFresh(db, { personId: row.personId, bureau, since })
  return found !== undefined && mismatchOf(found.content, person) === null ? found : undefined
}

/** Whose report of which bureau is wanted, and by whom. */
export interface Wanted extends ReportPlace {
  readonly stored: StoredQuestionnaire
  readonly by: number | null
  /** Why a fresh report does not serve; empty: it does. */
  readonly reason: string
}

/** What came of wanting a report. */
export type Ordered =
  | { readonly kind: 'STANDS'; readonly data: CreditReportData; readonly standIn: boolean }
  | { readonly kind: 'WAITS'; readonly requestId: number; readonly isNew: boolean }
  | { readonly kind: 'REFUSED'; readonly text: string }

/**
 * Wants a report: the one that stands and is fresh, else a fresh one of the same human being, else a request under a consent
 * in force. A request that waits already is not doubled.
 */
export async function order(
  parts: Pick<BureauParts, 'engine' | 'attached'>,
  db: Db,
  wanted: Wanted,
): Promise<Ordered> {
  const { engine } = parts
  const { caseId, stored, participantId, bureau, by, reason } = wanted
  const person = stored.participants.find(({ id }) => id === participantId)
  const { signedOn, validTo, refusal } = await consentToday(engine, person)
  if (refusal !== null || signedOn === null || validTo === null)
    return { kind: 'REFUSED', text: refusal ?? 'Нет согласия на запрос кредитной истории' }
  const waiting = await findWaiting(db, participantId, bureau)
  if (waiting !== undefined) return { kind: 'WAITS', requestId: waiting, isNew: false }
  const at = engine.clock.now()
  const request: NewRequest = {
    caseId,
    participantId,
    bureau,
    by,
    reason,
    at,
    consent: { signedOn, validTo },
  }
  const fresh = reason === '' ? await freshFor(parts, db, wanted) : undefined
  if (fresh !== undefined) {
    const standing = await standingOf(db, wanted)
    if (standing?.id !== fresh.id) {
      await insertReuse(db, request, fresh)
      await parts.attached(db, wanted)
    }
    return { kind: 'STANDS', data: fresh.content, standIn: fresh.standIn }
  }
  const cost = await engine.parameters.parameter(costOf[bureau], bankDay(engine.clock))
  const requestId = await insertRequest(db, request, cost)
  if (requestId !== null) return { kind: 'WAITS', requestId, isNew: true }
  const other = await findWaiting(db, participantId, bureau)
  if (other === undefined)
    return { kind: 'REFUSED', text: `${creditBureaus[bureau]}: отчёт пришёл только что` }
  return { kind: 'WAITS', requestId: other, isNew: false }
}

/** The report of a bureau that stands by a participant. */
export const standingOf = async (db: Db, { caseId, participantId, bureau }: ReportPlace) =>
  (await findReports(db, [caseId])).find(
    (one) => one.participantId === participantId && one.bureau === bureau,
  )

const safetyNetMs = 90_000

/** A request of its own job; `now` absent: the caller asks itself, and the job is there for when it is killed. */
export async function enqueueRequest(
  engine: Engine,
  db: Db,
  requestId: number,
  { isNow }: { isNow: boolean },
): Promise<void> {
  const options = isNow ? {} : { startAfter: new Date(engine.clock.now().getTime() + safetyNetMs) }
  await enqueue(db, 'credit-report', { requestId }, options)
}

/** Asks at once for whoever waits for the answer, as automatic checks do; throws nothing that a check could not show. */
export async function reportNow(
  parts: BureauParts,
  wanted: Omit<Wanted, 'by' | 'reason'>,
  signal: AbortSignal,
): Promise<Exclude<Ordered, { kind: 'WAITS' }>> {
  const { db, engine } = parts
  const ordered = await db.transaction().execute(async (tx) => {
    const found = await order(parts, tx, { ...wanted, by: null, reason: '' })
    if (found.kind === 'WAITS' && found.isNew)
      await enqueueRequest(engine, tx, found.requestId, { isNow: false })
    return found
  })
  if (ordered.kind !== 'WAITS') return ordered
  try {
    await answerRequest(parts, ordered.requestId, { isLast: false, signal })
  } catch (error) {
    if (error instanceof BureauUnavailable) return { kind: 'REFUSED', text: error.message }
    throw error
  }
  const standing = await standingOf(db, wanted)
  if (standing !== undefined && Date.parse(standing.receivedAt) >= (await freshSince(engine)).getTime())
    return { kind: 'STANDS', data: standing.content, standIn: standing.standIn }
  return { kind: 'REFUSED', text: (await findError(db, ordered.requestId)) ?? 'Бюро не ответило' }
}
