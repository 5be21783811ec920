import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { isFinal } from '#features/cases/engine/machine.rules.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { listAnswer } from '#features/compliance/authority-check.service.ts'
import { termsOfQuestionnaire } from '#features/products/terms/case-terms.service.ts'
import { type BureauParts, reportNow } from '#features/underwriting/bureaus/ask-bureau.service.ts'
import { verdictOf } from '#features/underwriting/bureaus/reports.rules.ts'
import { tellOfLateStops } from '#features/underwriting/notices/late-stops.service.ts'
import { scoreCase } from '#features/underwriting/scorecard/score-case.service.ts'
import type { ChecksByCode } from '#integrations/auto-checks/check-service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type Answer, askService, own, requestIdOf } from './ask-check.service.ts'
import {
  type CheckRow,
  countDuplicates,
  findChecks,
  findLastAnswer,
  findNamesakes,
  findPlace,
  restartRow,
  writeAnswer,
} from './auto-checks.repo.ts'
import { type CheckCode, checkSpecs, isOwnCheck, ownVerdict } from './auto-checks.rules.ts'
import { networkAnswer } from './network-check.service.ts'
import { affinitiesOf, type CheckedObject } from './object-checks.rules.ts'

/** The queue of checks: `{caseId}`. */
export const checksQueue = 'auto-checks'
const hours = 3_600_000

/** Stages in which the case is the client's and the partner's, or over: nobody of the bank asks about its people there. */
const outsideBank: readonly string[] = [
  'FILLING',
  'REWORK',
  'REJECTED',
  'CLIENT_REFUSED',
  'REVOKED',
  'EXPIRED',
]
/** Whether the bank asks about the people of a case there. */
export const isWithBank = ({ type, stage }: { readonly type: CaseType; readonly stage: string }): boolean =>
  !outsideBank.includes(stage) && !isFinal(type, stage)

/** Which check has stopped whom. */
export const stopText = (code: string, who: string | null): string =>
  [checkSpecs[code as CheckCode].name, ...(who === null ? [] : [who])].join(', ')

/** Keeps the answer of one attempt. */
export async function keepAnswer(
  engine: Engine,
  db: Db,
  { id, code, participantName }: CheckRow,
  { answer, since }: { readonly answer: Answer; readonly since: number },
): Promise<void> {
  const at = engine.clock.now()
  const days = await engine.parameters.parameter(
    checkSpecs[code as CheckCode].validity,
    bankDay(engine.clock),
  )
  const validUntil = answer.state === 'ERROR' ? null : new Date(at.getTime() + days * 24 * hours)
  const durationMs = Math.round(performance.now() - since)
  // Only a stop asks what was said before.
  const known = answer.state === 'FAIL' ? await findLastAnswer(db, id) : undefined
  await writeAnswer(db, { id, ...answer, at, validUntil, durationMs })
  if (known === undefined || known.state === 'FAIL') return
  await tellOfLateStops(db, known.caseId, [stopText(code, participantName)])
}

/** What the job needs. */
export interface ChecksParts {
  readonly db: Db
  readonly engine: Engine
  readonly checks: ChecksByCode
  /** Bureaus of credit histories: their checks are answered by their reports; absent: by the service of checks. */
  readonly reports?: Omit<BureauParts, 'db' | 'engine' | 'attached'>
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const personOf = ({ name, sections }: QuestionnaireParticipant) => {
  const personal = sections.PERSONAL ?? {}
  return {
    fullName: name,
    birthDate: textOf(personal['birthDate']),
    passport: textOf(personal['passport']),
    inn: textOf(personal['inn']),
    snils: textOf(personal['snils']),
    phone: textOf(personal['phone']),
    email: textOf(personal['email']),
    employerName: textOf(sections.EMPLOYMENT?.['employerName']),
    employerPhone: textOf(sections.EMPLOYMENT?.['employerPhone']),
    employerInn: textOf(sections.EMPLOYMENT?.['employerInn']),
  }
}

const hasReports = (parts: ChecksParts): parts is ChecksParts & Required<Pick<ChecksParts, 'reports'>> =>
  parts.reports !== undefined

/** What one attempt asks of. */
export interface Asked {
  readonly caseId: number
  readonly check: CheckRow
  readonly stored: StoredQuestionnaire
  readonly objects: readonly CheckedObject[]
}

async function ownAnswer(
  { db, engine }: Pick<ChecksParts, 'db' | 'engine'>,
  { caseId, check, stored, objects }: Asked,
): Promise<Answer> {
  const { participantId, realtyId } = check
  const code = check.code as CheckCode
  const person = stored.participants.find(({ id }) => id === participantId)
  const today = bankDay(engine.clock)
  const figures = await engine.parameters.figuresOn(today)
  const duplicates =
    participantId === null ? 0 : await countDuplicates(db, caseId, participantId, figures['repeat-window'])
  const means = await meansOfCase(db, engine, caseId, stored)
  const namesakes = code === 'AFFILIATION' ? await findNamesakes(db, caseId) : []
  const affinities = [
    ...affinitiesOf(stored.participants),
    ...namesakes.map((name) => `${name}: так же зовут сотрудника партнёра`),
  ]
  const object = objects.find(({ id }) => id === realtyId)
  const score =
    code === 'SCORECARD'
      ? await scoreCase(db, {
          ...{ caseId, data: stored, means, today, by: check.requestedBy, at: engine.clock.now() },
          stage: (await findPlace(db, caseId)).stage,
        })
      : null
  const terms = code === 'PROGRAMME' ? await termsOfQuestionnaire(engine, db, caseId, stored) : null
  const facts = { today, figures, duplicates, means, affinities, object, score, terms }
  return own(ownVerdict(code, stored, person, facts), { code, participantId, realtyId, today })
}

/** Whose report answers a check. */
export const bureauOfCheck: Readonly<Record<string, CreditBureau>> = {
  BKI_NBKI: 'NBKI',
  BKI_OKB: 'OKB',
  BKI_SCORING: 'SCORING',
}

/** What the report of a bureau says: the one that stands, or the one that is asked for now; never two. */
async function reportAnswer(
  { db, engine, reports }: ChecksParts & Required<Pick<ChecksParts, 'reports'>>,
  { caseId, check, stored }: Asked,
  bureau: CreditBureau,
  signal: AbortSignal,
): Promise<Answer> {
  const participantId = check.participantId ?? 0
  const request = { code: check.code, participantId }
  const bureaus = { ...reports, db, engine, attached: debtLoadAgain(engine) }
  const found = await reportNow(bureaus, { caseId, stored, participantId, bureau }, signal)
  const standIn = reports.bureaus.kind === 'STAND_IN'
  if (found.kind === 'REFUSED') return { state: 'ERROR', text: found.text, standIn, request, response: null }
  const today = bankDay(engine.clock)
  const verdict = verdictOf(found.data, { today, figures: await engine.parameters.figuresOn(today) })
  const { number, date } = found.data
  return { ...verdict, standIn: found.standIn, request, response: { ...verdict, report: number, date } }
}

/** The check of ПДН is answered anew while nobody waits for it: what it says is what the head shows. */
export async function answerDebtLoadAgain(engine: Engine, db: Db, caseId: number): Promise<void> {
  const place = await findPlace(db, caseId)
  const check = (await findChecks(db, caseId)).find(({ code }) => code === 'PDN_LIMIT')
  if (check === undefined || check.state === 'WAITING' || !isWithBank(place)) return
  const since = performance.now()
  const stored = await readQuestionnaire(db, caseId, place.type)
  await restartRow(db, check.id, { by: null, at: engine.clock.now() })
  const answer = await ownAnswer({ db, engine }, { caseId, check, stored, objects: [] })
  await keepAnswer(engine, db, check, { answer, since })
}

/** For whoever attaches a report in a transaction of theirs. */
const debtLoadAgain =
  (engine: Engine): BureauParts['attached'] =>
  (db, { caseId }) =>
    answerDebtLoadAgain(engine, db, caseId)

/** What follows when a report was asked for by hand: the checks of the bureau and of ПДН say what it says. */
export const answerByReport =
  (engine: Engine): BureauParts['attached'] =>
  async (db, { caseId, participantId, bureau }) => {
    await answerDebtLoadAgain(engine, db, caseId)
    const check = (await findChecks(db, caseId)).find(
      (one) => one.participantId === participantId && bureauOfCheck[one.code] === bureau,
    )
    if (check === undefined || !isWithBank(await findPlace(db, caseId))) return
    await restartRow(db, check.id, { by: null, at: engine.clock.now() })
    await enqueue(db, checksQueue, { caseId })
  }

/** Asks whoever answers a check; an error of a service is an answer of its own. */
export async function answerOf(parts: ChecksParts, asked: Asked, signal: AbortSignal): Promise<Answer> {
  const { check, stored, objects } = asked
  const code = check.code as CheckCode
  if (isOwnCheck(code)) return ownAnswer(parts, asked)
  const bureau = bureauOfCheck[code]
  if (bureau !== undefined && hasReports(parts)) return reportAnswer(parts, asked, bureau, signal)
  const person = stored.participants.find(({ id }) => id === check.participantId)
  const object = objects.find(({ id }) => id === check.realtyId)
  if (code === 'GEO_IP') return networkAnswer(parts, { ...asked, person }, signal)
  const listed = await listAnswer(parts.engine, parts.db, asked.caseId, { code, person })
  if (listed !== null) return listed
  if (person === undefined && object === undefined)
    return own({ state: 'OK', text: 'Участника или предмета больше нет в заявке' }, { code })
  const question = {
    requestId: requestIdOf(check),
    code,
    person: person === undefined ? null : personOf(person),
    ...(object !== undefined && { object: { number: object.number, address: object.address } }),
    attempt: check.attempts + 1,
  }
  return askService(parts.checks(code), question, { kept: question, signal })
}
