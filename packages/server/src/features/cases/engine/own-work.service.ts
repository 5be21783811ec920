import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { isAnyOf } from '#db/same-person.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import type { Mover } from './engine.ts'
import { findEmployeesAmong, findPreparers } from './moves.repo.ts'

/** A case at one of its stages. */
export interface CasePlace {
  readonly id: number
  readonly type: CaseType
  readonly stage: string
}

/** Moves by which those who check take a case back to themselves, of all types. */
const takenBackBy = () => [
  ...new Set(
    Object.values(machines).flatMap(({ transitions }) =>
      transitions.flatMap(({ takesBack, action }) => (takesBack ? [action] : [])),
    ),
  ),
]

/**
 * Who takes no way out of the stages, because they control what these people did themselves; by case, nobody where the
 * stage controls nothing.
 */
export async function barredFromAll(db: Db, places: readonly CasePlace[]): Promise<Map<number, number[]>> {
  const barred = new Map<number, number[]>()
  const groups = Map.groupBy(places, ({ type, stage }) => machines[type].states[stage]?.controls)
  for (const [states, group] of groups) {
    if (states === undefined) continue
    const ids = group.map(({ id }) => id)
    for (const { id, people } of await findPreparers(db, ids, states, takenBackBy())) barred.set(id, people)
  }
  return barred
}

/** The same of one case, with the employees who are themselves people of it. */
export async function barredFrom(db: Db, type: CaseType, caseId: number, stage: string): Promise<number[]> {
  if (machines[type].states[stage]?.controls === undefined) return []
  const preparers = (await barredFromAll(db, [{ id: caseId, type, stage }])).get(caseId) ?? []
  return [...new Set([...preparers, ...(await findEmployeesAmong(db, caseId))])]
}

/** Who opened a case, wrote in its questionnaire, or led it out of one of the states by hand. */
export async function preparersOf(db: Db, caseId: number, states: readonly string[]): Promise<number[]> {
  const [prepared] = await findPreparers(db, [caseId], states)
  return prepared?.people ?? []
}

/** Who opened a case or ever wrote in its questionnaire: at no stage do they deny what speaks against it. */
export const writersOf = (db: Db, caseId: number): Promise<number[]> => preparersOf(db, caseId, [])

/** Whether the person is one of those, under any of their accounts. */
export const hasWritten = async (db: Db, caseId: number, employeeId: number): Promise<boolean> =>
  isAnyOf(db, employeeId, await writersOf(db, caseId))

/** Why the mover does not decide here; null for the system, and for whoever has not prepared the case. */
export async function ownWorkReason(
  db: Db,
  { type, id, stage }: CasePlace,
  { actor }: Mover,
): Promise<string | null> {
  if (actor === null || !(await isAnyOf(db, actor.employeeId, await barredFrom(db, type, id, stage))))
    return null
  if (await isAnyOf(db, actor.employeeId, await findEmployeesAmong(db, id)))
    return 'Вы участник этой заявки: по ней решает другой сотрудник'
  return `Вы готовили эту заявку или отправили её на этап «${stageNameFor(actor, type, stage)}»: здесь решает другой сотрудник`
}
