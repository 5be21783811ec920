import { type CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import type { Db } from '#db/database.ts'
import type { Mover } from './engine.ts'
import { stageName } from './machine.rules.ts'
import { findPreparers } from './moves.repo.ts'

/** Who takes no way out of the stage, because it controls what they did themselves; nobody where it controls nothing. */
export async function barredFrom(db: Db, type: CaseType, caseId: number, stage: string): Promise<number[]> {
  const states = machines[type].states[stage]?.controls
  return states === undefined ? [] : findPreparers(db, caseId, states)
}

/** Why the mover does not decide here; null for the system, and for whoever has not prepared the case. */
export async function ownWorkReason(
  db: Db,
  { type, id }: { readonly type: CaseType; readonly id: number },
  stage: string,
  { actor }: Mover,
): Promise<string | null> {
  if (actor === null || !(await barredFrom(db, type, id, stage)).includes(actor.employeeId)) return null
  return `Вы готовили эту заявку или отправили её на этап «${stageName(type, stage)}»: здесь решает другой сотрудник`
}
