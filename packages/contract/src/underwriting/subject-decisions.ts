import { z } from 'zod'
import { Availability } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, Option, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { decisionLevels } from './decision-kinds.ts'

/** Of what a decision is taken before that on the whole. */
export const subjectKinds = { PERSON: 'Заёмщик', OBJECT: 'Предмет ипотеки' } as const
export type SubjectKind = keyof typeof subjectKinds

/** Dictionary of the decisions on each kind of subjects. */
export const subjectDictionaries = {
  PERSON: 'borrowersUnderwriterDecisionType',
  OBJECT: 'mortgageUnderwriterDecisionType',
} as const satisfies Readonly<Record<SubjectKind, string>>

/** Codes of both dictionaries with which the subject goes on; one that the bank adds itself is a no until it stands here. */
export const positiveCodes: readonly string[] = ['POSITIVE', 'POSITIVE_CONDITIONS']
/** The subject is out: reasons are named. An object that is out does not keep another one from the deal. */
export const negativeCode = 'NEGATIVE'

/** A debtor by the number of the participant, an object of the mortgage by its own. */
export const SubjectRef = z.object({ kind: keyOf(subjectKinds), id: Id })
export type SubjectRef = z.output<typeof SubjectRef>

/** A recorded decision; it never changes, a later one takes its place. */
export const SubjectDecision = z.object({
  id: Id,
  at: Instant,
  /** Null: the system. */
  author: z.string().nullable(),
  level: keyOf(decisionLevels),
  stageName: z.string(),
  code: Code,
  /** The code in words. */
  name: z.string(),
  positive: z.boolean(),
  reasons: z.array(Option.extend({ silent: z.boolean() })),
  comment: z.string(),
  /** The facts of the subject are still those that it was taken by. */
  current: z.boolean(),
})
export type SubjectDecision = z.output<typeof SubjectDecision>

/** Somebody who owes here, or something that is mortgaged. */
export const Subject = SubjectRef.extend({
  title: z.string(),
  /** The role of a person, the type of an object. */
  note: z.string(),
  /** Which facts the caller has read: a decision on others is refused. */
  seen: z.string(),
  /** The last one, also where it counts no more. */
  decision: SubjectDecision.nullable(),
  /** Those before it, the latest first. */
  earlier: z.array(SubjectDecision),
  /** Why the whole cannot be approved yet because of this one; null: it is no obstacle. */
  lack: z.string().nullable(),
})
export type Subject = z.output<typeof Subject>

/** Everybody and everything that is decided on before the whole. */
export const SubjectSheet = z.object({
  caseId: Id,
  subjects: z.array(Subject),
  /** Whether the caller may decide on them now. */
  may: Availability,
  /** What may be decided, by kind. */
  codes: z.object({ PERSON: z.array(Option), OBJECT: z.array(Option) }),
  /** Reasons that a decision may name, with those that the client is not told. */
  reasons: z.array(Option.extend({ silent: z.boolean() })),
})
export type SubjectSheet = z.output<typeof SubjectSheet>

const Params = z.object({ id: IdParam })

/** For people of the bank who may read the case. */
export const getSubjectDecisions = endpoint({
  method: 'GET',
  path: '/underwriting/:id/subjects',
  summary: 'Решения по заёмщикам и объектам заявки',
  access: signedIn,
  params: Params,
  response: SubjectSheet,
})

/**
 * Records decisions on subjects, all or none. 409 where the stage or the caller's own work does not allow it, or the facts of
 * a subject have changed since they were read.
 */
export const recordSubjectDecision = endpoint({
  method: 'POST',
  path: '/underwriting/:id/subjects',
  summary: 'Записать решение по заёмщику или объекту',
  access: signedIn,
  params: Params,
  body: z.object({
    decisions: z
      .array(
        z.object({
          subject: SubjectRef,
          seen: z.string().max(64),
          code: Code,
          reasons: z.array(Code).max(10).default([]),
          comment: text(4_000).default(''),
        }),
      )
      .min(1)
      .max(20),
  }),
  response: SubjectSheet,
  idempotent: true,
})

/** What is wrong in a decision on a subject, by the rules that form and server share. */
export function subjectIssues({
  code,
  reasons,
  comment,
}: {
  readonly code: string
  readonly reasons: readonly string[]
  readonly comment: string
}): { path: string; message: string }[] {
  const isOut = code === negativeCode
  return [
    ...(isOut && reasons.length === 0 ? [{ path: 'reasons', message: 'Назовите хотя бы одну причину' }] : []),
    ...(!isOut && reasons.length > 0
      ? [{ path: 'reasons', message: 'Причины называют при отрицательном решении' }]
      : []),
    ...(code !== 'POSITIVE' && comment.trim() === ''
      ? [{ path: 'comment', message: 'Напишите, на чём основано решение или что нужно сделать' }]
      : []),
  ]
}
