import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type FieldSpecs, isGiven, valuesSchema } from '@ipoteka-office/contract/common/fields.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Availability } from '@ipoteka-office/contract/common/refs.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { RealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  answered,
  answerFields,
  type CheckQuestion,
  questionsOf,
} from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import { compareOwners, countsDiffer } from '@ipoteka-office/contract/underwriting/objects/extract-rules.ts'
import type { ReviewPartState } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import {
  type ReviewPart,
  reviewFields,
  reviewParts,
} from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { getRealtyObject } from '#features/realty-objects/realty-objects.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { requireDecidable } from '../decisions.service.ts'
import { findList, findListInForce } from './check-lists.repo.ts'
import { findReviews, holdReview, type ReviewRow, writeReview } from './review.repo.ts'
import { listLabels, reviewLabels } from './review-labels.ts'

/** Stages at which an object is examined: early ones may know it before the client is approved. */
const stages = ['UNDERWRITING', 'REALTY_CHECK']

/** The case for the people of the bank; 404 where nothing is pledged. */
export async function requireSecured(context: Context, caseId: number, lock?: 'update'): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId, lock)
  if (!caseTypes[row.type].places?.includes('REALTY_OBJECTS'))
    throw notFound('У этой заявки нет предмета ипотеки')
  return row
}

/** An object of the case, one that was taken off it among them. */
export async function requireObject(context: Context, row: CaseRow, objectId: number): Promise<RealtyObject> {
  const object = await getRealtyObject(context, objectId)
  if (object.case.id !== row.id) throw notFound('Такого предмета ипотеки в заявке нет')
  return object
}

/** Why the person does not examine objects of this case now; null: they do. */
export async function refusalToExamine(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { removed }: Pick<RealtyObject, 'removed'>,
): Promise<string | null> {
  if (!holds(actor, row.type, 'CheckRealty'))
    return 'Объект проверяет сотрудник с правом «экспертиза объекта»'
  if (!stages.includes(row.stage)) return 'Объект проверяют на этапах «Андеррайтинг» и «Экспертиза объекта»'
  if (removed) return 'Объект снят с заявки: верните его, чтобы проверять'
  return ownWorkReason(db, { id: row.id, type: row.type, stage: row.stage }, { actor, requestId: null })
}

export const availability = (reason: string | null): Availability => ({
  enabled: reason === null,
  reasonDisabled: reason,
})

const blank = { answers: {}, savedBy: null, savedAt: null, version: 0 } as const

/** A part as the person reads it. */
export function toPart(
  objectId: number,
  part: ReviewPart,
  row: ReviewRow | undefined,
  refusal: string | null,
): ReviewPartState {
  const { answers, savedBy, savedAt, version } = row ?? blank
  return {
    objectId,
    part,
    answers: { ...answers },
    savedBy,
    savedAt,
    version,
    editable: availability(refusal),
  }
}

export const toParts = (objectId: number, reviews: readonly ReviewRow[], refusal: string | null) =>
  (Object.keys(reviewParts) as ReviewPart[]).map((part) =>
    toPart(
      objectId,
      part,
      reviews.find((row) => row.part === part),
      refusal,
    ),
  )

/** The list by which an object is asked, and its questions as they stand in it. */
async function listFor(
  { db }: Context,
  row: CaseRow,
  before: ReviewRow | undefined,
  clock: BankClock,
): Promise<{ id: number; questions: CheckQuestion[] }> {
  const goal = (await readQuestionnaire(db, row.id, row.type)).sections.CREDIT?.['goal']
  const list =
    typeof before?.listId === 'number'
      ? await findList(db, before.listId)
      : typeof goal === 'string'
        ? await findListInForce(db, goal, bankDay(clock))
        : undefined
  if (list === undefined) throw conflict('Для этой цели кредита нет опубликованного списка вопросов')
  return { id: list.id, questions: questionsOf(list.content) }
}

type Answers = Record<string, unknown>

/** The answers checked by their fields; what has no sense beside the others and what is empty is left out. */
function checkedBy(fields: FieldSpecs, answers: Answers): Answers {
  const read = valuesSchema(fields).safeParse(answers)
  if (!read.success)
    throw invalid(
      read.error.issues.map(({ path, message }) => ({ path: `answers.${path.join('.')}`, message })),
    )
  const data: Answers = { ...read.data }
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        isGiven(value) && (fields[name]?.when?.({ data, sections: {}, participant: null }) ?? true),
    ),
  )
}

/** Who saves an extract whose number of owners is another says what that means; where it agrees nothing is said. */
function checkOwners({ owners }: RealtyObject, answers: Answers): Answers {
  const compared = compareOwners(owners, answers)
  if (compared !== null && countsDiffer(compared)) {
    if (isGiven(answers['mismatch'])) return answers
    const message = `По выписке правообладателей ${compared.extract}, в заявке ${compared.entered}: отметьте, что это значит`
    throw invalid([{ path: 'answers.mismatch', message }], message)
  }
  const { mismatch: _, mismatchNote: __, ...rest } = answers
  return rest
}

const toldOf = (questions: readonly CheckQuestion[], answers: Answers): Answers =>
  Object.fromEntries(
    answered(questions, answers)
      .map(({ ask, answer, words }) => [ask, [answer, words].filter((text) => text !== '').join('. ')])
      .filter(([, text]) => text !== ''),
  )

/** What is written of one part of an object. */
export interface PartInput {
  readonly objectId: number
  readonly part: ReviewPart
  readonly answers: Answers
  readonly version: number
}

async function readyAnswers(
  context: Context,
  {
    row,
    object,
    before,
    clock,
  }: { row: CaseRow; object: RealtyObject; before: ReviewRow | undefined; clock: BankClock },
  { part, answers }: PartInput,
): Promise<{ answers: Answers; told: Answers | null; listId: number | null }> {
  if (part === 'LEGAL') {
    const { id, questions } = await listFor(context, row, before, clock)
    const checked = checkedBy(answerFields(questions), answers)
    return { answers: checked, told: toldOf(questions, checked), listId: id }
  }
  const checked = checkedBy(reviewFields[part], answers)
  return { answers: part === 'RIGHTS' ? checkOwners(object, checked) : checked, told: null, listId: null }
}

export async function savePart(
  context: Context,
  clock: BankClock,
  caseId: number,
  input: PartInput,
): Promise<ReviewPartState> {
  const { db, actor } = context
  const { objectId, part, version } = input
  const row = await requireSecured(context, caseId, 'update')
  const object = await requireObject(context, row, objectId)
  const refusal = await refusalToExamine(context, row, object)
  if (refusal !== null) throw stages.includes(row.stage) ? forbidden(refusal) : conflict(refusal)
  const before = await holdReview(db, objectId, part)
  if ((before?.version ?? 0) !== version)
    throw stale(
      toPart(objectId, part, before, null),
      before && (await findLastChangeOf(db, { objectType: 'objectReview', objectId: before.id })),
    )
  const ready = await readyAnswers(context, { row, object, before, clock }, input)
  await writeReview(db, {
    ...{ caseId: row.id, objectId, part, savedBy: actor.employeeId, at: clock.now() },
    ...ready,
  })
  return toPart(objectId, part, await holdReview(db, objectId, part), null)
}

/** Versions of a part: who changed what. */
export async function partHistory(
  context: Context,
  {
    caseId,
    objectId,
    part,
  }: { readonly caseId: number; readonly objectId: number; readonly part: ReviewPart },
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const row = await requireSecured(context, caseId)
  await requireObject(context, row, objectId)
  const review = (await findReviews(context.db, objectId)).find((one) => one.part === part)
  // Nobody has written anything yet: no row has the id.
  const card = { objectType: 'objectReview', objectId: review?.id ?? 0 }
  const list = typeof review?.listId === 'number' ? await findList(context.db, review.listId) : undefined
  const labels = list === undefined ? reviewLabels : listLabels(questionsOf(list.content))
  return listCardHistory(context, card, labels, query)
}
