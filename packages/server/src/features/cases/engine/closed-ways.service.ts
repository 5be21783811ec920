import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { Db } from '#db/database.ts'
import type { Engine, Mover } from './engine.ts'
import { type CasePlace, ownWorkReason } from './own-work.service.ts'
import { holdingReason, waitsForTasks } from './tasks/beside-moves.service.ts'

/** Why a way is closed, in Russian; `code` is that of the machine's condition, null when it is a rule of all cases. */
export interface ClosedWay {
  readonly reason: string
  readonly code: string | null
}

/**
 * Answers of each way out of a case's stage why the mover may not go it; null when nothing is against it. A condition is
 * asked once, however many ways have it: the head of a case costs as many statements as there are different conditions.
 */
export function closedWays(
  engine: Engine,
  db: Db,
  place: CasePlace,
  mover: Mover,
): (way: Transition) => Promise<ClosedWay | null> {
  const answers = new Map<string, Promise<string | null>>()
  const once = (what: string, ask: () => Promise<string | null>): Promise<string | null> => {
    const answer = answers.get(what) ?? ask()
    answers.set(what, answer)
    return answer
  }
  const guardReason = (code: string) => {
    const guard = engine.behaviours[place.type].guards[code]
    if (guard === undefined) throw new Error(`${place.type} has no condition ${code}`)
    return once(`condition ${code}`, () => guard({ db, caseId: place.id, mover, engine }))
  }
  return async (way) => {
    const ownWork = await once('own work', () => ownWorkReason(db, place, mover))
    if (ownWork !== null) return { reason: ownWork, code: null }
    const held = waitsForTasks(place.type, way, mover)
      ? await once('tasks', () => holdingReason(db, place, mover))
      : null
    if (held !== null) return { reason: held, code: null }
    const { point } = way
    const unmet =
      point === undefined
        ? null
        : await once(`point ${point}`, () => engine.decisions.waitsFor(db, place.id, point, mover))
    if (unmet !== null) return { reason: unmet, code: null }
    for (const code of way.guards ?? []) {
      const reason = await guardReason(code)
      if (reason !== null) return { reason, code }
    }
    return null
  }
}
