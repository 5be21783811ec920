import { z } from 'zod'
import { NamedRef, PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AssignmentScope } from './assignment-scopes.ts'

/** Why somebody whom a rule names did not get the case. */
export const rejections = {
  inactive: 'не работает',
  noRight: 'нет права вести такие дела',
  otherPartner: 'не видит дел этого партнёра',
  absent: 'отсутствует',
  limit: 'достигнут предел дел',
} as const
export type Rejection = keyof typeof rejections

/** What came of an assignment: somebody leads the case, it waits in a queue, or there was nobody. */
export const assignmentOutcomes = {
  ASSIGNED: 'Назначено',
  QUEUED: 'Ждёт в очереди',
  NOBODY: 'Отдать некому',
} as const
export type AssignmentOutcome = keyof typeof assignmentOutcomes

export const assignmentCauses = {
  NEW: 'Новое дело',
  HANDOVER: 'Передача работы партнёра',
  REASSIGNED: 'Перераспределение по новым правилам',
} as const
export type AssignmentCause = keyof typeof assignmentCauses

/** One assignment of a case by the rules. */
export const CaseAssignment = z.object({
  id: Id,
  at: Instant,
  cause: keyOf(assignmentCauses),
  outcome: keyOf(assignmentOutcomes),
  employee: PersonRef.nullable(),
  workgroup: NamedRef.nullable(),
  /** What only people of the bank are told; null to others. */
  why: z
    .object({
      scope: AssignmentScope,
      /** Null: no version was in force. */
      setNumber: z.int().nullable(),
      rule: NamedRef.nullable(),
      /** Why this one among those who fitted. */
      reason: z.string(),
      candidates: z.array(PersonRef.extend({ load: z.int(), chosen: z.boolean() })),
      /** People looked at and how many of them fell out by what. */
      considered: z.int(),
      rejected: z.partialRecord(keyOf(rejections), z.int()),
      rejectedPeople: z.array(PersonRef.extend({ reason: keyOf(rejections) })),
      /** Rules that fitted and had nobody to give to, in their order. */
      passed: z.array(z.string()),
      /** When somebody else is told that the case still waits, and whether that happened. */
      escalateAt: Instant.nullable(),
      escalatedAt: Instant.nullable(),
    })
    .nullable(),
})
export type CaseAssignment = z.output<typeof CaseAssignment>

/** The latest first. */
export const listCaseAssignments = endpoint({
  method: 'GET',
  path: '/fullApp/:id/assignmentReasons',
  summary: '«Почему я?»: назначения дела по правилам',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: z.array(CaseAssignment),
})
