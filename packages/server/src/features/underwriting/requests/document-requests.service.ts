import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/underwriting/document-requests.ts'
import type { Db } from '#db/database.ts'
import { caseHead, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, Guard, MoveEvent } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { listParticipants } from '#features/cases/sections/participants.service.ts'
import { addRemark } from '#features/cases/talk/remarks.service.ts'
import { nameOfCode, refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { answerByFiles, findRequested, findUnanswered, insertRequested } from './document-requests.repo.ts'
import { lackingReason } from './document-requests.rules.ts'

type Requested = ReplyOf<typeof api.listRequestedDocuments>
type Input = ParsedRequest<typeof api.requestDocuments>['body']

/** Documents that the underwriter has asked for; whoever reads the case may know them. */
export async function requestedDocuments({ db, actor }: Context, caseId: number): Promise<Requested> {
  await requireCase(db, actor, caseId, 'Read')
  return { documents: await findRequested(db, caseId), unansweredAt: await findUnanswered(db, caseId) }
}

/** 400 at the documents that the dictionary has not, and at people who do not take part. */
async function checkDocuments(
  engine: Engine,
  context: Context,
  caseId: number,
  { documents }: Input,
): Promise<Map<number, string>> {
  const asked = documents.map(({ document }, index) => ({
    path: `documents.${index}.document`,
    dictionary: 'docType',
    code: document,
    label: 'Документ',
  }))
  await refuseUnknownCodes(context.db, asked, { day: bankDay(engine.clock) })
  const people = new Map((await listParticipants(context, caseId)).map(({ id, name }) => [id, name]))
  const issues = documents.flatMap(({ participantId }, index) =>
    participantId === null || people.has(participantId)
      ? []
      : [{ path: `documents.${index}.participantId`, message: 'Такого участника в заявке нет' }],
  )
  if (issues.length > 0) throw invalid(issues)
  return people
}

/** Writes what is needed and leads the case to those who bring the client, in the caller's transaction. */
export async function requestDocuments(
  engine: Engine,
  context: Context,
  caseId: number,
  input: Input,
): Promise<ReplyOf<typeof api.requestDocuments>> {
  const { db, actor, requestId } = context
  await requireCase(db, actor, caseId, 'Underwrite', 'update')
  const people = await checkDocuments(engine, context, caseId, input)
  for (const { document, participantId, text } of input.documents) {
    const name = await nameOfCode(db, 'docType', document)
    const whose = participantId === null ? '' : `, ${people.get(participantId)}`
    const remark = { section: 'DOCUMENTS', type: 'DOC_MISSING', text: `${name ?? document}${whose}: ${text}` }
    const { id } = await addRemark(db, actor, caseId, remark)
    await insertRequested(db, { remarkId: id, caseId, document, participantId, words: text })
  }
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: 'requestDocuments',
    version: input.version,
    comment: input.comment,
  })
  return caseHead(engine, db, actor, caseId)
}

const open = async (db: Db, caseId: number) =>
  (await findRequested(db, caseId)).filter(({ state }) => state === 'OPEN')

/** Nothing is waited for that nobody has named. */
const documentsAsked: Guard = async ({ db, caseId }) =>
  (await open(db, caseId)).length > 0 ? null : 'Назовите документы, которых не хватает'

/** Every document that was asked for has come, or it is said why not. */
const documentsGiven: Guard = async ({ db, caseId }) => lackingReason(await open(db, caseId))

/** Conditions of moves by documents that were asked for. */
export const requestGuards = { documentsAsked, documentsGiven }

/** What has come answers its remark by itself: the underwriter looks at it and closes it. */
export async function answerRequests({ db, caseId, from, action, mover }: MoveEvent): Promise<void> {
  if (from !== 'WAITING_DOCS' || action !== 'giveDocuments' || mover.actor === null) return
  await answerByFiles(db, caseId, { answer: 'Документ загружен', actorId: mover.actor.employeeId })
}
