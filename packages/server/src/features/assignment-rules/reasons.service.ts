import type {
  listCaseAssignments,
  Rejection,
} from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import { findAssignments, type StoredAssignment } from './reasons.repo.ts'

type Shown = ReplyOf<typeof listCaseAssignments>[number]

function whyOf(one: StoredAssignment): Shown['why'] {
  const rejected: Partial<Record<Rejection, number>> = {}
  for (const { reason } of one.people) if (reason !== null) rejected[reason] = (rejected[reason] ?? 0) + 1
  return {
    scope: one.scope,
    setNumber: one.setNumber,
    rule: one.ruleId === null ? null : { id: one.ruleId, name: one.ruleName ?? '' },
    reason: one.reason,
    candidates: one.people
      .filter(({ reason }) => reason === null)
      .map(({ id, fullName, load }) => ({ id, fullName, load, chosen: id === one.employee?.id })),
    considered: one.people.length,
    rejected,
    rejectedPeople: one.people.flatMap(({ id, fullName, reason }) =>
      reason === null ? [] : [{ id, fullName, reason }],
    ),
    passed: one.passed,
    escalateAt: one.escalateAt,
    escalatedAt: one.escalatedAt,
  }
}

/** «Почему я?»: rules, versions and other people are told to the bank's people alone. */
export async function caseAssignments({ db, actor }: Context, caseId: number): Promise<Shown[]> {
  await requireCase(db, actor, caseId, 'Read')
  const found = await findAssignments(db, caseId)
  return found.map((one) => ({
    id: one.id,
    at: one.at,
    cause: one.cause,
    outcome: one.outcome,
    employee: one.employee,
    workgroup: actor.isAhml ? one.workgroup : null,
    why: actor.isAhml ? whyOf(one) : null,
  }))
}
