import { sectionNames } from '@ipoteka-office/contract/cases/case-sections.ts'
import { answerOperations, remarkOperations } from '@ipoteka-office/contract/cases/case-talk-rights.ts'
import type { CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import type { Db } from '#db/database.ts'
import { isAnyOf } from '#db/same-person.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { may, type RemarkChange, remarkRefusal } from './case-talk.rules.ts'
import {
  answerRemark,
  closeRemark,
  findRemark,
  findRemarks,
  insertRemark,
  type NewRemark,
  reopenRemark,
} from './remarks.repo.ts'

function refuseClosed(found: CaseRow): void {
  if (found.closed) throw conflict('Дело завершено: замечания больше не меняются')
}

/** Remarks of the case, those that wait first. */
export async function listRemarks(db: Db, actor: Actor, caseId: number): Promise<CaseRemark[]> {
  await requireCase(db, actor, caseId, 'Read')
  return findRemarks(db, caseId)
}

async function remarkOf(
  db: Db,
  caseId: number,
  id: number,
  held: { readonly lock?: boolean } = {},
): Promise<CaseRemark> {
  const remark = await findRemark(db, caseId, id, held)
  if (!remark) throw notFound('Замечание не найдено')
  return remark
}

const ownAnswer = 'На это замечание ответили вы: снимает его другой сотрудник'
const noCheck = () => forbidden('Замечания пишут и снимают те, кто проверяет дело')

/** Makes a remark to a section; a move of the case, which counts open remarks, waits for it. */
export async function addRemark(db: Db, actor: Actor, caseId: number, body: NewRemark): Promise<CaseRemark> {
  const found = await requireCase(db, actor, caseId, 'Read', 'share')
  if (!may(actor, found.type, remarkOperations[found.type])) throw noCheck()
  refuseClosed(found)
  if (!Object.hasOwn(sectionNames, body.section))
    throw invalid([{ path: 'section', message: 'Такого раздела нет' }])
  const asked = { path: 'type', dictionary: 'remarksType', code: body.type, label: 'Вид замечания' }
  await refuseUnknownCodes(db, [asked])
  const id = await insertRemark(db, { caseId, authorId: actor.employeeId, ...body })
  return remarkOf(db, caseId, id)
}

type Change =
  | { change: 'ANSWER'; answer: string; version: number }
  | { change: 'CLOSE' | 'REOPEN'; version: number }

async function apply(db: Db, actor: Actor, id: number, change: Change): Promise<void> {
  if (change.change === 'ANSWER') await answerRemark(db, id, change.answer, actor.employeeId)
  else if (change.change === 'CLOSE') await closeRemark(db, id, actor.employeeId)
  else await reopenRemark(db, id)
}

const needed = (type: CaseRow['type'], change: RemarkChange) =>
  change === 'ANSWER' ? answerOperations : remarkOperations[type]

/** An answer of those who prepare the case; closing and opening again by those who check it. */
export async function changeRemark(
  db: Db,
  actor: Actor,
  { caseId, remarkId }: { caseId: number; remarkId: number },
  body: Change,
): Promise<CaseRemark> {
  const found = await requireCase(db, actor, caseId, 'Read', 'share')
  if (!may(actor, found.type, needed(found.type, body.change)))
    throw body.change === 'ANSWER' ? forbidden('На замечания отвечают те, кто заполняет заявку') : noCheck()
  const remark = await remarkOf(db, caseId, remarkId, { lock: true })
  if (remark.version !== body.version)
    throw stale(remark, await findLastChangeOf(db, { objectType: 'caseRemark', objectId: remarkId }))
  refuseClosed(found)
  const refusal = remarkRefusal(remark.state, body.change)
  if (refusal !== null) throw conflict(refusal)
  if (body.change === 'CLOSE' && (await isAnyOf(db, actor.employeeId, [remark.answeredBy?.id ?? null])))
    throw forbidden(ownAnswer)
  await apply(db, actor, remarkId, body)
  return remarkOf(db, caseId, remarkId)
}
