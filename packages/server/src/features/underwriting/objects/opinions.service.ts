import { lowered } from '@ipoteka-office/contract/words.ts'
import { Readable } from 'node:stream'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { isGiven } from '@ipoteka-office/contract/common/fields.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import {
  type LegalOpinion,
  type OpinionAnswers,
  opinionFields,
} from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import type { OpinionConclusion } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import type { z } from 'zod'
import { isAnyOf } from '#db/same-person.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { preparersOf } from '#features/cases/engine/own-work.service.ts'
import { answerTasks, createBeside, dropTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { documentsChanged, requireOwner } from '#features/documents/document-owners.service.ts'
import { recordDocumentFile } from '#features/documents/document-upload.service.ts'
import { appendDocument, blankDocument } from '#features/documents/documents.service.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { momentText } from '#lib/bank-time.ts'
import { objectPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { keepInside } from '../control/control.repo.ts'
import { opinionLabels } from './review-labels.ts'
import { opinionPaper } from './opinion-paper.ts'
import {
  findOpinion,
  findOpinions,
  insertOpinion,
  type OpinionRow,
  writeOpinion,
  writeOpinionSignature,
  writeWithdrawn,
} from './opinions.repo.ts'
import { availability, refusalToExamine, requireObject, requireSecured } from './review.service.ts'

/** Who brought the case or its object does not judge of it. */
const prepared = ['FILLING', 'REWORK', 'REALTY_SELECTION']
const isOver = ({ signedAt, withdrawn }: OpinionRow) => signedAt !== null || withdrawn !== null

async function refusalToWrite(
  { db, actor }: Context,
  row: CaseRow,
  opinion: OpinionRow,
): Promise<string | null> {
  if (opinion.signedAt !== null) return 'Заключение подписано и больше не меняется'
  if (opinion.withdrawn !== null) return 'Запрос отозван: заключение не нужно'
  if (!holds(actor, row.type, 'GiveLegalOpinion')) return 'Заключение даёт юрист'
  if (row.closed || row.archivedAt !== null) return 'Заявка закрыта'
  const barred = [...(await preparersOf(db, row.id, prepared)), opinion.requestedBy.id]
  return (await isAnyOf(db, actor.employeeId, barred))
    ? 'Вы готовили эту заявку или сами спросили юриста: заключение даёт другой сотрудник'
    : null
}

const refusalToWithdraw = ({ actor }: Context, opinion: OpinionRow): string | null => {
  if (isOver(opinion)) return 'Запрос уже закрыт'
  return opinion.requestedBy.id === actor.employeeId ? null : 'Отзывает запрос тот, кто его сделал'
}

/** An opinion as the person reads it. */
export async function toOpinion(context: Context, row: CaseRow, opinion: OpinionRow): Promise<LegalOpinion> {
  const { taskId: _, conclusion: __, answers, ...rest } = opinion
  return {
    ...rest,
    answers: { ...answers },
    editable: availability(await refusalToWrite(context, row, opinion)),
    withdrawable: availability(refusalToWithdraw(context, opinion)),
  }
}

/** Why a question cannot be asked of a lawyer now: one stands open. */
export const askingRefusal = (opinions: readonly OpinionRow[]): string | null =>
  opinions.some((one) => !isOver(one))
    ? 'Юриста уже спросили: дождитесь заключения или отзовите запрос'
    : null

/** Asks a lawyer about an object: a question and a task beside the stages; the caller holds the case. */
export async function createOpinion(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { objectId, question }: { readonly objectId: number; readonly question: string },
): Promise<number> {
  const refusal = askingRefusal(await findOpinions(db, objectId))
  if (refusal !== null) throw conflict(refusal)
  const taskId = await createBeside(engine, db, row, {
    kind: 'LEGAL_OPINION',
    title: 'Дать правовое заключение по объекту',
    details: question,
    authorId: actor.employeeId,
  })
  return insertOpinion(db, {
    ...{ caseId: row.id, objectId, question, taskId },
    by: actor.employeeId,
    at: engine.clock.now(),
  })
}

export async function askForOpinion(
  engine: Engine,
  context: Context,
  caseId: number,
  asked: { readonly objectId: number; readonly question: string },
): Promise<LegalOpinion> {
  const row = await requireSecured(context, caseId, 'update')
  const object = await requireObject(context, row, asked.objectId)
  const refusal = await refusalToExamine(context, row, object)
  if (refusal !== null) throw forbidden(refusal)
  const id = await createOpinion(engine, context, row, asked)
  return opinionOf(context, row, id)
}

async function opinionOf(context: Context, row: CaseRow, id: number): Promise<LegalOpinion> {
  const found = await findOpinion(context.db, row.id, id)
  if (found === undefined) throw notFound('Такого заключения в заявке нет')
  return toOpinion(context, row, found)
}

interface Held {
  readonly id: number
  readonly version: number
}

/** The opinion held for a change of the version that the person has seen. */
async function hold(context: Context, row: CaseRow, { id, version }: Held): Promise<OpinionRow> {
  const found = await findOpinion(context.db, row.id, id, { lock: true })
  if (found === undefined) throw notFound('Такого заключения в заявке нет')
  if (isOver(found)) throw conflict('Запрос уже закрыт: заключение подписано или отозвано')
  if (found.version !== version)
    throw stale(
      await toOpinion(context, row, found),
      await findLastChangeOf(context.db, { objectType: 'legalOpinion', objectId: id }),
    )
  return found
}

async function holdToWrite(context: Context, caseId: number, held: Held) {
  const row = await requireSecured(context, caseId, 'update')
  const opinion = await hold(context, row, held)
  const refusal = await refusalToWrite(context, row, opinion)
  if (refusal !== null) throw forbidden(refusal)
  return { row, opinion }
}

export async function saveOpinionText(
  engine: Engine,
  context: Context,
  caseId: number,
  { answers, ...held }: Held & { readonly answers: z.output<typeof OpinionAnswers> },
): Promise<LegalOpinion> {
  const { row } = await holdToWrite(context, caseId, held)
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => isGiven(value)))
  await writeOpinion(context.db, held.id, {
    answers: given,
    savedBy: context.actor.employeeId,
    at: engine.clock.now(),
  })
  return opinionOf(context, row, held.id)
}

const lacking = (answers: OpinionRow['answers']) =>
  Object.entries(opinionFields).filter(
    ([name, field]) =>
      (!('when' in field) || field.when?.({ data: answers, sections: {}, participant: null }) === true) &&
      !isGiven(answers[name]),
  )

async function storePaper(files: FileStore, pdf: Buffer, name: string) {
  const object = await files.put(Readable.from([pdf]))
  const { contentType } = fileKinds.PDF
  const none = { pages: null, width: null, height: null, warnings: [], scannedAt: null }
  return { ...object, ...none, name, contentType, kind: 'PDF' as const, sourceSha256: object.sha256 }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Signs the opinion: its paper stands among the documents, where the bank alone sees it, and its task is done. */
export async function signOpinionText(
  { engine, files }: { readonly engine: Engine; readonly files: FileStore },
  context: Context,
  caseId: number,
  held: Held,
): Promise<LegalOpinion> {
  const { db, actor } = context
  const { row, opinion } = await holdToWrite(context, caseId, held)
  const missing = lacking(opinion.answers)
  if (missing.length > 0)
    throw invalid(
      missing.map(([name]) => ({ path: `answers.${name}`, message: 'Без этого заключение не подписать' })),
      `Заполните и сохраните: ${missing.map(([, { label }]) => `«${label}»`).join(', ')}`,
    )
  const object = await requireObject(context, row, opinion.objectId)
  const at = engine.clock.now()
  const conclusion = opinion.answers['conclusion'] as OpinionConclusion
  const pdf = await opinionPaper({
    number: row.number,
    object: [object.typeName, object.number, object.address?.value ?? '']
      .filter((part) => part !== '')
      .join(', '),
    question: opinion.question,
    text: textOf(opinion.answers['text']),
    conclusion,
    conditions: conclusion === 'CONDITIONS' ? textOf(opinion.answers['conditions']) : '',
    signer: actor.descriptor,
    moment: momentText(engine.clock, at.toISOString()),
  })
  const file = await storePaper(files, pdf, `Правовое заключение ${row.number}.pdf`)
  try {
    // The paper is the bank's own act: the lawyer's right to the opinion is the right to put it there.
    const owner = await requireOwner(
      db,
      actor,
      { ownerType: caseTypes[row.type].documents.owner, ownerId: row.id },
      'read',
    )
    const documentId = await appendDocument(
      db,
      owner,
      { ...blankDocument, typeCode: 'UW_CONCLUSION', title: 'Правовое заключение по объекту' },
      actor.employeeId,
    )
    await keepInside(db, documentId)
    await recordDocumentFile(db, actor, documentId, file)
    await documentsChanged(db, owner)
    await writeOpinionSignature(db, held.id, { conclusion, documentId, signedBy: actor.employeeId, at })
  } catch (error) {
    // Its row is rolled back with the signature.
    await files.remove(file.key)
    throw error
  }
  const outcome = opinionFields.conclusion.choices?.[conclusion] ?? conclusion
  await answerTasks(engine, db, [opinion.taskId], {
    actorId: actor.employeeId,
    outcome,
    comment: textOf(opinion.answers['text']).slice(0, 500),
  })
  await notify(db, opinion.requestedBy.id, {
    kind: 'info',
    text: `Юрист дал заключение по объекту заявки ${row.number}: ${lowered(outcome)}`,
    link: objectPath(row.type, row.id, 'legal', opinion.objectId),
  })
  return opinionOf(context, row, held.id)
}

/** Takes the question back; its task falls away. */
export async function withdrawQuestion(
  engine: Engine,
  context: Context,
  caseId: number,
  { reason, ...held }: Held & { readonly reason: string },
): Promise<LegalOpinion> {
  const row = await requireSecured(context, caseId, 'update')
  const opinion = await hold(context, row, held)
  const refusal = refusalToWithdraw(context, opinion)
  if (refusal !== null) throw forbidden(refusal)
  await writeWithdrawn(context.db, held.id, reason)
  await dropTasks(context.db, [opinion.taskId], { outcome: 'Запрос отозван', at: engine.clock.now() })
  return opinionOf(context, row, held.id)
}

/** Versions of an opinion: who changed what. */
export async function opinionHistory(
  context: Context,
  { caseId, id }: { readonly caseId: number; readonly id: number },
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const row = await requireSecured(context, caseId)
  if ((await findOpinion(context.db, row.id, id)) === undefined)
    throw notFound('Такого заключения в заявке нет')
  return listCardHistory(context, { objectType: 'legalOpinion', objectId: id }, opinionLabels, query)
}
