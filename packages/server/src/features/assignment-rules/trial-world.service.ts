import type { AssignmentTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import type { StoredAsk } from './engine/asked.ts'
import type { ReadyRule } from './engine/choosing.rules.ts'
import { findCandidates, findWorkingGroups } from './engine/people.repo.ts'
import { findTurns } from './engine/turns.repo.ts'
import { findTargetNames } from './target-names.repo.ts'
import type { Sent, TrialWorld } from './trial.rules.ts'

const person = (id: number): AssignmentTarget => ({ kind: 'EMPLOYEE', id, weight: null })

/** Everybody whom the rules may choose for these cases, in one question. */
export async function loadWorld(
  db: Db,
  { type, timeZone }: { readonly type: CaseType; readonly timeZone: string },
  rules: readonly ReadyRule[],
  asks: readonly StoredAsk[],
): Promise<TrialWorld> {
  const named = rules.flatMap(({ rule }) => rule.targets)
  const known = asks.flatMap(({ authorId, leadersBefore }) => [
    ...(authorId === null ? [] : [authorId]),
    ...leadersBefore,
  ])
  const groups = named.flatMap(({ kind, id }) => (kind === 'WORKGROUP' ? [id] : []))
  return {
    people: await findCandidates(db, [...named, ...[...new Set(known)].map(person)], type),
    turns: await findTurns(
      db,
      rules.map(({ rule }) => rule.id),
    ),
    groups: await findWorkingGroups(db, groups),
    timeZone,
  }
}

type To = Pick<Sent, 'employeeId' | 'workgroupId' | 'outcome'>

/** Names of those whom cases were sent to. */
export async function nameSent(db: Db, sent: readonly To[]): Promise<(to: To) => string | null> {
  const names = await findTargetNames(db, [
    ...sent.flatMap(({ employeeId: id }) => (id === null ? [] : [{ kind: 'EMPLOYEE', id } as const])),
    ...sent.flatMap(({ workgroupId: id }) => (id === null ? [] : [{ kind: 'WORKGROUP', id } as const])),
  ])
  const byKey = new Map(names.map(({ kind, id, name }) => [`${kind}:${id}`, name]))
  return ({ employeeId, workgroupId, outcome }) => {
    if (employeeId !== null) return byKey.get(`EMPLOYEE:${employeeId}`) ?? null
    if (workgroupId !== null) return `Очередь «${byKey.get(`WORKGROUP:${workgroupId}`) ?? workgroupId}»`
    return outcome === 'QUEUED' ? 'Общая очередь' : null
  }
}
