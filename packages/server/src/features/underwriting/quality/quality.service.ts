import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { gradingOf } from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import type * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import type { QualityAnswer, QualityFilter } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { answerTasks, dropTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord, processOf } from '#features/machines/move-record.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import {
  countTabs,
  findAnswerers,
  findCheck,
  findChecks,
  findTaskOf,
  findTotals,
  findTotalsOf,
  type QualityReader,
  type StoredQuality,
  writeAnswer,
  writeDispute,
  writeGrade,
} from './quality.repo.ts'
import { qualityKind } from './quality-kind.ts'

type Check = ReplyOf<typeof api.getQualityCheck>
type Body<K extends 'gradeDecision' | 'cancelQualityCheck' | 'disputeQuality' | 'answerQualityDispute'> =
  ParsedRequest<(typeof api)[K]>['body']

const yearMs = 365 * 86_400_000
const readsAll = ({ operations }: Actor): boolean =>
  ['ReadAllQuality', 'CheckQuality', 'AnswerQuality'].some((one) => operations.Underwriting?.includes(one))
const readerOf = (actor: Actor): QualityReader => ({ employeeId: actor.employeeId, seesAll: readsAll(actor) })

export const searchChecks = (
  { db, actor }: Context,
  filter: QualityFilter,
  query: PageQuery,
): Promise<Page<ReplyOf<typeof api.searchQualityChecks>['content'][number]>> =>
  findChecks(db, readerOf(actor), filter, query)

export const countChecks = ({ db, actor }: Context, filter: Omit<QualityFilter, 'tab'>) =>
  countTabs(db, readerOf(actor), filter)

const noCheck = () => notFound('Такой проверки качества нет')

/** The check as far as the person may know of it: of their own decisions when they are graded, of others' by the right. */
function seen({ actor }: Context, check: StoredQuality | undefined): StoredQuality {
  const isOwn = check?.subjectId === actor.employeeId && check.state !== 'NEW' && check.state !== 'CANCELLED'
  if (check === undefined || !(readsAll(actor) || isOwn)) throw noCheck()
  return check
}

async function kindOf(parts: BankFigures) {
  const figures = await figuresToday(parts)
  return { figures, kind: qualityKind(figures['quality-dispute']) }
}
const moverOf = ({ clock }: BankFigures, { db, actor, requestId }: Context) => ({
  db,
  actor,
  requestId,
  clock,
})

async function present(parts: BankFigures, context: Context, check: StoredQuality): Promise<Check> {
  const { figures, kind } = await kindOf(parts)
  const { barredIds: _, subjectId: __, drawnAt: ___, ...shown } = check
  const { moves } = await processOf(kind, { db: context.db, clock: parts.clock, terms: figures }, check)
  return {
    ...shown,
    actions: await allowedActions(kind, moverOf(parts, context), check),
    process: moves,
  }
}

export const getCheck = async (parts: BankFigures, context: Context, id: number): Promise<Check> =>
  present(parts, context, seen(context, await findCheck(context.db, id)))

async function take(
  parts: BankFigures,
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<StoredQuality> {
  const check = seen(context, await findCheck(context.db, id, { lock: true }))
  if (check.version !== version)
    throw stale(
      await present(parts, context, check),
      await findLastChangeOf(context.db, { objectType: 'qualityCheck', objectId: id }),
    )
  return check
}

/** 400 unless every question of the list has its answer, and an error its words. */
function checked({ questions }: StoredQuality, answers: readonly QualityAnswer[]): readonly QualityAnswer[] {
  const given = questions.map(({ code }) => answers.find((answer) => answer.code === code))
  const issues = questions.flatMap(({ code }, index) => {
    const answer = given[index]
    const path = `answers.${code}`
    if (answer === undefined) return [{ path, message: 'Ответьте на вопрос' }]
    return answer.result === 'ERROR' && answer.comment === ''
      ? [{ path, message: 'Напишите, в чём ошибка' }]
      : []
  })
  if (issues.length > 0) throw invalid(issues)
  return given.filter((answer) => answer !== undefined)
}

const link = (id: number) => `/underwriting-all?part=quality&tab=ALL&check=${id}`
const words = ({ number }: StoredQuality) => `решение по заявке ${number}`

export async function gradeCheck(
  parts: BankFigures,
  context: Context,
  id: number,
  { answers, comment, version }: Body<'gradeDecision'>,
): Promise<Check> {
  const { db, actor } = context
  const check = await take(parts, context, { id, version })
  const { figures, kind } = await kindOf(parts)
  await moveRecord(kind, moverOf(parts, context), check, { action: 'grade', comment })
  const found = checked(check, answers)
  const grading = gradingOf(check.questions, found, figures)
  await writeGrade(db, id, { answers: found, grading, comment, by: actor.employeeId, at: parts.clock.now() })
  const taskId = await findTaskOf(db, id)
  if (taskId !== null)
    await answerTasks(parts, db, [taskId], {
      actorId: actor.employeeId,
      outcome: 'Оценено',
      comment: `${grading.score} из 100`,
    })
  if (check.subjectId !== null)
    await notify(db, check.subjectId, {
      kind: grading.grade === 'GOOD' ? 'info' : 'warning',
      text: `Контроль качества оценил ваше ${words(check)}: ${grading.score} из 100`,
      link: link(id),
    })
  return getCheck(parts, context, id)
}

export async function cancelCheck(
  parts: BankFigures,
  context: Context,
  id: number,
  { comment, version }: Body<'cancelQualityCheck'>,
): Promise<Check> {
  const check = await take(parts, context, { id, version })
  const { kind } = await kindOf(parts)
  await moveRecord(kind, moverOf(parts, context), check, { action: 'cancel', comment })
  const taskId = await findTaskOf(context.db, id)
  if (taskId !== null)
    await dropTasks(context.db, [taskId], { outcome: 'Проверка отменена', at: parts.clock.now() })
  return getCheck(parts, context, id)
}

export async function disputeCheck(
  parts: BankFigures,
  context: Context,
  id: number,
  { comment, version }: Body<'disputeQuality'>,
): Promise<Check> {
  const { db } = context
  const check = await take(parts, context, { id, version })
  const { kind } = await kindOf(parts)
  await moveRecord(kind, moverOf(parts, context), check, { action: 'dispute', comment })
  await writeDispute(db, id, { text: comment, at: parts.clock.now() })
  for (const head of await findAnswerers(db, [...check.barredIds, check.checker?.id ?? 0]))
    await notify(db, head, {
      kind: 'warning',
      text: `Возражение против оценки качества: ${words(check)}`,
      link: link(id),
    })
  return getCheck(parts, context, id)
}

export async function answerCheck(
  parts: BankFigures,
  context: Context,
  id: number,
  { action, answers, comment, version }: Body<'answerQualityDispute'>,
): Promise<Check> {
  const { db, actor } = context
  const check = await take(parts, context, { id, version })
  const { figures, kind } = await kindOf(parts)
  await moveRecord(kind, moverOf(parts, context), check, { action, comment })
  const isRevised = action === 'revise'
  const found = isRevised ? checked(check, answers) : []
  await writeAnswer(db, id, {
    state: isRevised ? 'REVISED' : 'UPHELD',
    text: comment,
    by: actor.employeeId,
    at: parts.clock.now(),
    found: isRevised ? { answers: found, grading: gradingOf(check.questions, found, figures) } : null,
  })
  const outcome = isRevised ? 'оценка изменена' : 'оценка осталась'
  for (const person of [check.subjectId, check.checker?.id])
    if (person !== null && person !== undefined)
      await notify(db, person, {
        kind: 'info',
        text: `Ответ на возражение, ${words(check)}: ${outcome}`,
        link: link(id),
      })
  return getCheck(parts, context, id)
}

/** Results of the last year. */
export const qualityTotals = ({ clock }: BankFigures, { db }: Context) =>
  findTotals(db, new Date(clock.now().getTime() - yearMs))

/** Results of one person, for their card. */
export const qualityOf = (db: Context['db'], subjectId: number, clock: BankFigures['clock']) =>
  findTotalsOf(db, subjectId, new Date(clock.now().getTime() - yearMs))
