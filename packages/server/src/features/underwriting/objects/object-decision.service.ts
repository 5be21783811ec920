import { forbiddingFindings } from '@ipoteka-office/contract/underwriting/objects/encumbrances.ts'
import type { RealtyEncumbrance } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { Db } from '#db/database.ts'
import { objectHoldsOf } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import {
  negativeCode,
  positiveCodes,
  type SubjectRef,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { isAnyOf } from '#db/same-person.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { presentObjects, writersOfObject } from '#features/realty-objects/realty-completeness.service.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { gatherFacts } from './object-facts.service.ts'
import { askingRefusal, createOpinion } from './opinions.service.ts'
import { findOpinions } from './opinions.repo.ts'
import { findReviews } from './review.repo.ts'

/** Where the word on an object is the last one: before, nobody has examined it yet. */
export const examination = 'REALTY_CHECK'
/** The code that gives a lawyer the task. */
const expertiseCode = 'LEGAL_EXPERTISE'
const shownHolds = 3
const ownObject = 'Вы вносили сведения об этом объекте: принимает его другой сотрудник'

/** A word on a subject, as it is about to be written; of those on debtors nothing is asked here. */
interface Word {
  readonly subject: SubjectRef
  readonly code: string
  readonly comment: string
}

const few = (texts: readonly string[]): string =>
  `${texts.slice(0, shownHolds).join('; ')}${texts.length > shownHolds ? ` и ещё ${texts.length - shownHolds}` : ''}`

/**
 * Refuses a yes that the examination does not bear out: what holds the object lets it in on no condition, what is not proven
 * yet lets it in on a condition. The caller holds the case.
 */
export async function requireExamined(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { subject, code }: Pick<Word, 'subject' | 'code'>,
): Promise<void> {
  if (subject.kind !== 'OBJECT' || !positiveCodes.includes(code)) return
  if (await isAnyOf(db, actor.employeeId, await writersOfObject(db, subject.id))) throw forbidden(ownObject)
  const object = (await presentObjects(db, row.id)).find(({ id }) => id === subject.id)
  if (object === undefined) throw conflict('Объект снят с заявки: решать не о чем')
  if (row.stage !== examination) return refuseForbidding(db, object)
  const holds = objectHoldsOf(await gatherFacts(engine, db, { caseId: row.id, type: row.type, object }))
  const hard = holds.filter(({ isHard }) => isHard)
  if (hard.length > 0) throw conflict(`Объект пока не принять: ${few(hard.map(({ text }) => text))}`)
  if (code === 'POSITIVE' && holds.length > 0)
    throw conflict(
      `Без условий объект не принять: ${few(holds.map(({ text }) => text))}. Выберите «Соответствует с условиями»`,
    )
}

/** Before the examination nobody asks of an extract: what can never be pledged is refused all the same. */
async function refuseForbidding(
  db: Db,
  { id, encumbrances }: { readonly id: number; readonly encumbrances: readonly RealtyEncumbrance[] },
): Promise<void> {
  const rights = (await findReviews(db, id)).find(({ part }) => part === 'RIGHTS')?.answers ?? {}
  const texts = forbiddingFindings(rights, encumbrances)
  if (texts.length > 0) throw conflict(`Объект пока не принять: ${few(texts)}`)
}

/** What a word on an object begins beside: the task of a lawyer, where none stands open. */
export async function followObjectWord(
  engine: Engine,
  context: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { subject, code, comment }: Word,
): Promise<void> {
  if (subject.kind !== 'OBJECT' || code !== expertiseCode) return
  if (askingRefusal(await findOpinions(context.db, subject.id)) !== null) return
  await createOpinion(engine, context, row, { objectId: subject.id, question: comment.slice(0, 2_000) })
}

/** Which move of the examination a word on an object carries; null: none, something is awaited. */
export function moveCarriedBy(code: string): 'acceptRealty' | 'refuseRealty' | 'reworkRealty' | null {
  if (positiveCodes.includes(code)) return 'acceptRealty'
  if (code === negativeCode) return 'refuseRealty'
  return code === 'REWORK' || code === 'REVALUATION' ? 'reworkRealty' : null
}
