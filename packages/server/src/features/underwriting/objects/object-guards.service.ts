import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { objectHoldsOf } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import { negativeCode } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { Db } from '#db/database.ts'
import type { Guard } from '#features/cases/engine/engine.ts'
import { presentObjects } from '#features/realty-objects/realty-completeness.service.ts'
import { findSubjectDecisions, findSubjects } from '../subjects/subjects.repo.ts'
import { examination, moveCarriedBy } from './object-decision.service.ts'
import { gatherFacts } from './object-facts.service.ts'

/** The one type of cases that has objects. */
const [securedType] = caseTypesWith(({ places }) => places?.includes('REALTY_OBJECTS') ?? false)

/** A pledged object with the last word on it. */
interface Judged {
  readonly id: number
  readonly title: string
  /** Null: nobody has said anything, or the object has changed since. */
  readonly code: string | null
  /** Said at the examination, and not before it. */
  readonly isLast: boolean
}

async function judgedObjects(db: Db, caseId: number): Promise<Judged[]> {
  const decisions = await findSubjectDecisions(db, caseId)
  return (await findSubjects(db, caseId))
    .filter(({ kind }) => kind === 'OBJECT')
    .map(({ id, title, note, code, isCurrent, decisionId }) => ({
      id,
      title: title || note,
      code: isCurrent === true ? code : null,
      isLast: decisions.find((one) => one.id === decisionId)?.stage === examination,
    }))
}

/** Objects that may still go into the deal: a refused one keeps no other from it. */
const standing = (objects: readonly Judged[]): readonly Judged[] => {
  const left = objects.filter(({ code }) => code !== negativeCode)
  return left.length > 0 ? left : objects
}

const shownHolds = 3

/** Nobody accepts an object that is not examined: every one that goes into the deal is looked at. */
const objectReviewed: Guard = async ({ db, engine, caseId }) => {
  if (securedType === undefined) return null
  const objects = await presentObjects(db, caseId)
  const going = standing(await judgedObjects(db, caseId))
  for (const { id, title } of going) {
    const object = objects.find((one) => one.id === id)
    if (object === undefined) continue
    const holds = objectHoldsOf(await gatherFacts(engine, db, { caseId, type: securedType, object }))
      .filter(({ isHard }) => isHard)
      .map(({ text }) => text)
    if (holds.length === 0) continue
    const more = holds.length > shownHolds ? ` и ещё ${holds.length - shownHolds}` : ''
    const whose = going.length > 1 ? `${title}. ` : ''
    return `${whose}${holds.slice(0, shownHolds).join('; ')}${more}. Подробности — на странице «Объект»`
  }
  return null
}

const wordOn = (title: string, wanted: string) =>
  `Сначала запишите решение по объекту «${title}»: ${wanted}. Это делают на странице «Объект», вкладка «Решение»`

/** Every object that goes into the deal has its yes, said at this examination of it as it is. */
const objectAccepted: Guard = async ({ db, caseId }) => {
  const lacking = standing(await judgedObjects(db, caseId)).find(
    ({ code, isLast }) => code === null || !isLast || moveCarriedBy(code) !== 'acceptRealty',
  )
  return lacking === undefined ? null : wordOn(lacking.title, 'соответствует или соответствует с условиями')
}

/**
 * What the bank has accepted goes into the deal: an object that was changed, put or taken off since then is examined anew.
 * Where nobody has ever said a word on an object, an older bank has accepted it by the move alone.
 */
const objectStands: Guard = async ({ db, caseId }) => {
  const words = (await findSubjectDecisions(db, caseId)).some(
    ({ kind, stage }) => kind === 'OBJECT' && stage === examination,
  )
  if (!words) return null
  const left = (await judgedObjects(db, caseId)).filter(({ code }) => code !== negativeCode)
  const changed = left.find(
    ({ code, isLast }) => code === null || !isLast || moveCarriedBy(code) !== 'acceptRealty',
  )
  if (left.length > 0 && changed === undefined) return null
  const what =
    changed === undefined
      ? 'Принятого объекта в заявке нет'
      : `Объект «${changed.title}» не тот, что принял банк`
  return `${what}: нажмите «Пересмотр условий», и его проверят заново`
}

/** The case goes back for another object when none of those that were presented is left. */
const objectRefused: Guard = async ({ db, caseId }) => {
  const objects = await judgedObjects(db, caseId)
  const left = objects.find(({ code, isLast }) => code !== negativeCode || !isLast)
  return left === undefined ? null : wordOn(left.title, 'не соответствует, с причиной')
}

/** The case goes back with remarks when somebody has said what is to be mended. */
const objectReturned: Guard = async ({ db, caseId }) => {
  const objects = await judgedObjects(db, caseId)
  if (objects.some(({ code, isLast }) => code !== null && isLast && moveCarriedBy(code) === 'reworkRealty'))
    return null
  return wordOn(objects[0]?.title ?? '', 'на доработку или повторная оценка')
}

/** What the bank has refused is not presented again: it is taken off, or changed. */
const objectNotRefused: Guard = async ({ db, caseId }) => {
  const refused = (await judgedObjects(db, caseId)).find(({ code }) => code === negativeCode)
  return refused === undefined
    ? null
    : `Объект «${refused.title}» банк не принял: снимите его с заявки и представьте другой`
}

/** Conditions of moves by the examination of objects. */
export const objectGuards = {
  objectReviewed,
  objectAccepted,
  objectStands,
  objectRefused,
  objectReturned,
  objectNotRefused,
}
