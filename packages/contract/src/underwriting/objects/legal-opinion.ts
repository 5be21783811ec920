import { z } from 'zod'
import { Version } from '#common/items.ts'
import { pageOf, PageQuery } from '#common/page.ts'
import { always, choice, type FieldSpecs, longText, valuesSchema, whenIs } from '#common/fields.ts'
import { Availability, PersonRef } from '#common/refs.ts'
import { Id, IdParam, Instant, requiredText } from '#common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { HistoryEntry } from '../../history/history.ts'
import { opinionConclusions } from './object-holds.ts'

/** What a lawyer writes. */
export const opinionFields = {
  text: longText('Заключение', { needed: always }, 8_000),
  conclusion: choice('Вывод', opinionConclusions, { needed: always }),
  conditions: longText('Условия', { when: whenIs('conclusion', 'CONDITIONS'), needed: always }, 4_000),
} as const satisfies FieldSpecs

export const OpinionAnswers = valuesSchema(opinionFields as FieldSpecs)

/** A legal opinion on an object: asked for, written, signed once. */
export const LegalOpinion = z.object({
  id: Id,
  caseId: Id,
  objectId: Id,
  question: z.string(),
  requestedBy: PersonRef,
  requestedAt: Instant,
  answers: z.record(z.string(), z.unknown()),
  savedBy: z.string().nullable(),
  savedAt: Instant.nullable(),
  signedBy: PersonRef.nullable(),
  signedAt: Instant.nullable(),
  /** Why it is not needed any more; null: it is, or was given. */
  withdrawn: z.string().nullable(),
  /** The signed opinion among the documents of the case. */
  documentId: Id.nullable(),
  version: Version,
  /** Whether this person may write and sign it now. */
  editable: Availability,
  /** Whether this person may take the question back. */
  withdrawable: Availability,
})
export type LegalOpinion = z.output<typeof LegalOpinion>

const OneParams = z.object({ id: IdParam, opinionId: IdParam })

/** Gives a lawyer the task; one question stands open at a time. For whoever examines the object. */
export const askOpinion = endpoint({
  method: 'POST',
  path: '/underwriting/:id/objects/:objectId/opinions',
  summary: 'Запросить правовое заключение по объекту',
  access: signedIn,
  params: z.object({ id: IdParam, objectId: IdParam }),
  body: z.object({ question: requiredText(2_000) }),
  response: LegalOpinion,
  idempotent: true,
})

export const saveOpinion = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/opinions/:opinionId',
  summary: 'Сохранить правовое заключение',
  access: signedIn,
  params: OneParams,
  body: z.object({ answers: OpinionAnswers, version: Version }),
  response: LegalOpinion,
})

/** Signs it: it changes no more, its task is done, and it stands as PDF among the documents of the case. */
export const signOpinion = endpoint({
  method: 'POST',
  path: '/underwriting/:id/opinions/:opinionId/sign',
  summary: 'Подписать правовое заключение',
  access: signedIn,
  params: OneParams,
  body: z.object({ version: Version }),
  response: LegalOpinion,
})

export const withdrawOpinion = endpoint({
  method: 'POST',
  path: '/underwriting/:id/opinions/:opinionId/withdraw',
  summary: 'Отозвать запрос правового заключения',
  access: signedIn,
  params: OneParams,
  body: z.object({ version: Version, reason: requiredText(1_000) }),
  response: LegalOpinion,
})

export const listOpinionHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/opinions/:opinionId/history',
  summary: 'История правового заключения',
  access: canInBank('Underwriting', 'List'),
  params: OneParams,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
