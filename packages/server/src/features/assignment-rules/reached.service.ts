import type { ErrorTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { Reached } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { Db } from '#db/database.ts'
import { findHeadOf, findTargetNames, type FoundTarget } from './target-names.repo.ts'

type Named = readonly FoundTarget[]
const named = (names: Named, kind: FoundTarget['kind'], id: number | null) =>
  id === null ? undefined : names.find((one) => one.kind === kind && one.id === id)

const ofKind = (kind: FoundTarget['kind'], ids: readonly (number | null)[]) =>
  ids.flatMap((id) => (id === null ? [] : [{ kind, id }]))

function toldOf(names: Named, ids: readonly number[], headId: number | null): Reached['people'] {
  return [...new Set(ids)].flatMap((id) => {
    const found = named(names, 'EMPLOYEE', id)
    if (found === undefined) return []
    const role = id === headId ? 'начальник группы' : 'назван в правилах'
    return [{ id, fullName: found.name, role, problem: found.problem }]
  })
}

function escalationOf(names: Named, { escalateToId, escalateMinutes }: ErrorTarget): Reached['escalation'] {
  const above = named(names, 'EMPLOYEE', escalateToId)
  return above === undefined
    ? null
    : { id: above.id, fullName: above.name, minutes: escalateMinutes ?? 0, problem: above.problem }
}

/** Whom an error target reaches now, and why a case could wait unnoticed. */
export async function reachedBy(db: Db, target: ErrorTarget | null): Promise<Reached> {
  if (target === null)
    return {
      queue: null,
      people: [],
      escalation: null,
      problem: 'Не указано, кому сообщить, когда отдать некому: узнают только те, кто меняет правила',
    }
  const { workgroupId, alertHead, alertIds, escalateToId } = target
  const isHeadTold = alertHead && workgroupId !== null
  const headId = isHeadTold ? await findHeadOf(db, workgroupId) : null
  const people = [...ofKind('EMPLOYEE', [headId]).map(({ id }) => id), ...alertIds]
  const names = await findTargetNames(db, [
    ...ofKind('WORKGROUP', [workgroupId]),
    ...ofKind('EMPLOYEE', [...people, escalateToId]),
  ])
  const told = toldOf(names, people, headId)
  const queue = named(names, 'WORKGROUP', workgroupId)
  const isHeard = told.some(({ problem }) => problem === null)
  return {
    queue: queue === undefined ? null : { id: queue.id, name: queue.name },
    people: told,
    escalation: escalationOf(names, target),
    problem:
      (isHeadTold && headId === null ? 'У группы нет начальника' : null) ??
      (isHeard ? null : 'Сейчас узнать об этом некому: все отсутствуют или отключены'),
  }
}
