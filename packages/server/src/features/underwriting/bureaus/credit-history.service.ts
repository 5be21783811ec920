import { type ParticipantRole, participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import {
  bureauCodes,
  creditBureaus,
  delayMarks,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type * as api from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import type {
  BureauHistory,
  CreditHistory,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { refusalToRetry } from '#features/full-applications/auto-checks.service.ts'
import { answerByReport } from '#features/full-applications/check-answers.service.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { consentToday, enqueueRequest, freshSince, order } from './ask-bureau.service.ts'
import { findReports, findRequests, findSpent, type RequestRow, type StandingReport } from './reports.repo.ts'
import { costOf, figuresOfReport } from './reports.rules.ts'

/** What the pages of bureaus read with. */
export interface HistoryParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}

interface Place {
  readonly id: number
  readonly participantId: number
}

export const roleName = (role: string): string => participantRoles[role as ParticipantRole] ?? role

/** Who of the case it is; 404 for whoever does not take part. */
export function participantOf({ participants }: StoredQuestionnaire, participantId: number) {
  const person = participants.find(({ id }) => id === participantId)
  if (person === undefined) throw notFound('Такого участника в заявке нет: обновите страницу')
  return person
}

const noRequest = {
  state: 'NONE',
  requestedAt: null,
  requestedBy: null,
  reason: '',
  error: null,
  standIn: false,
} as const

/** What the bureaus say otherwise of the same person, where two have answered. */
function differencesOf(reports: readonly StandingReport[], today: string): CreditHistory['differences'] {
  if (reports.length < 2) return []
  const said = reports.map((report) => ({ bureau: report.bureau, ...figuresOfReport(report.content, today) }))
  const rows: readonly (readonly [string, (one: (typeof said)[number]) => string])[] = [
    ['Открытых кредитов', ({ accounts }) => String(accounts.active)],
    ['Платежи в месяц', ({ payments }) => roublesText(payments)],
    ['Просрочено сейчас', ({ overdue }) => (overdue.days === 0 ? 'нет' : roublesText(overdue.sum))],
    ['Худшая просрочка за два года', ({ worst }) => delayMarks[worst.twoYears]],
    ['Самозапрет', ({ selfBan }) => (selfBan === null ? 'нет сведений' : selfBan.active ? 'есть' : 'нет')],
  ]
  return rows.flatMap(([label, textOf]) => {
    const texts = said.map((one) => ({ bureau: one.bureau, text: textOf(one) }))
    return new Set(texts.map(({ text }) => text)).size > 1 ? [{ label, said: texts }] : []
  })
}

interface Reading {
  readonly today: string
  readonly reuseDays: number
  readonly since: number
  readonly nameOf: (dictionary: string, code: string) => string
}

function toReport(
  report: StandingReport,
  { today, reuseDays, since, nameOf }: Reading,
): BureauHistory['report'] {
  const figures = figuresOfReport(report.content, today)
  const received = Temporal.Instant.from(report.receivedAt)
  const freshTo = received
    .add({ hours: 24 * reuseDays })
    .toString()
    .slice(0, 10)
  return {
    ...figures,
    id: report.id,
    receivedAt: report.receivedAt,
    reused: report.reused,
    freshTo,
    isFresh: received.epochMilliseconds >= since,
    qualityName: nameOf('creditHistoryQuality', figures.quality),
  }
}

async function historyOf(
  { engine, references }: HistoryParts,
  context: Context,
  row: CaseRow,
  participantId: number,
): Promise<CreditHistory> {
  const { db, actor } = context
  const stored = await readQuestionnaire(db, row.id, row.type)
  const person = participantOf(stored, participantId)
  const today = bankDay(engine.clock)
  const figures = await engine.parameters.figuresOn(today)
  const reading: Reading = {
    today,
    reuseDays: figures['bureau-report-reuse'],
    since: (await freshSince(engine)).getTime(),
    nameOf: await codeNames(references, ['creditHistoryQuality']),
  }
  const ofPerson = <R extends { readonly participantId: number }>(rows: readonly R[]) =>
    rows.filter((one) => one.participantId === participantId)
  const requests = ofPerson(await findRequests(db, row.id))
  const reports = ofPerson(await findReports(db, [row.id]))
  const consent = await consentToday(engine, person)
  const ordering = refusalToRetry(actor, row)?.message ?? consent.refusal
  return {
    caseId: row.id,
    participantId,
    name: person.name,
    roleName: roleName(person.role),
    consent,
    spent: await findSpent(db, row.id),
    bureaus: bureauCodes.map((bureau): BureauHistory => {
      const {
        id: _,
        participantId: __,
        ...asked
      }: Partial<RequestRow> = requests.find((one) => one.bureau === bureau) ?? {}
      const report = reports.find((one) => one.bureau === bureau)
      return {
        ...noRequest,
        ...asked,
        bureau,
        cost: figures[costOf[bureau]],
        report: report === undefined ? null : toReport(report, reading),
      }
    }),
    differences: differencesOf(reports, today),
    refusalToOrder: ordering,
    mayReadRaw: actor.operations.Underwriting?.includes('BureauExchange') ?? false,
  }
}

/** The credit history of a participant; that somebody read it is written down, once an hour. */
export async function creditHistory(
  parts: HistoryParts,
  context: Context,
  { id, participantId }: Place,
): Promise<CreditHistory> {
  const row = await requireReviewed(context, id)
  const history = await historyOf(parts, context, row, participantId)
  if (history.bureaus.some(({ report }) => report !== null))
    await recordUnmasking(
      context,
      { type: caseTypes[row.type].object, id },
      { persons: 1, what: `Кредитная история: ${history.name}` },
    )
  return history
}

/** Why a bureau is not asked now. */
function needlessReason(known: BureauHistory | undefined, again: boolean): string | null {
  if (known?.state === 'WAITING') return `${creditBureaus[known.bureau]} уже готовит отчёт: дождитесь ответа`
  return known?.report?.isFresh && !again ? dearly(known) : null
}

const dearly = ({ bureau, report }: BureauHistory) =>
  `Отчёт ${creditBureaus[bureau]} от ${dayText(report?.date ?? '')} годен до ${dayText(report?.freshTo ?? '')}: новый запрос стоит денег. Если он нужен, нажмите «Запросить заново» и назовите причину`

/** Asks bureaus for reports of a participant by hand. */
export async function orderByHand(
  parts: HistoryParts,
  context: Context,
  { id, participantId }: Place,
  { bureaus, again, reason }: ParsedRequest<typeof api.orderReports>['body'],
): Promise<CreditHistory> {
  const { engine } = parts
  const { db, actor } = context
  const row = await requireReviewed(context, id, 'update')
  const refusal = refusalToRetry(actor, row)
  if (refusal !== null) throw refusal
  if (again && reason === '')
    throw invalid([{ path: 'reason', message: 'Напишите, зачем нужен новый отчёт' }])
  const before = await historyOf(parts, context, row, participantId)
  if (before.consent.refusal !== null) throw conflict(before.consent.refusal)
  const stored = await readQuestionnaire(db, row.id, row.type)
  const wish = { caseId: row.id, stored, participantId, by: actor.employeeId, reason: again ? reason : '' }
  for (const bureau of bureaus) {
    const needless = needlessReason(
      before.bureaus.find((one) => one.bureau === bureau),
      again,
    )
    if (needless !== null) throw conflict(needless)
    const wanted = { ...wish, bureau }
    const ordered = await order({ engine, attached: answerByReport(engine) }, db, wanted)
    if (ordered.kind === 'REFUSED') throw conflict(ordered.text)
    if (ordered.kind === 'WAITS' && ordered.isNew)
      await enqueueRequest(engine, db, ordered.requestId, { isNow: true })
  }
  return historyOf(parts, context, row, participantId)
}
