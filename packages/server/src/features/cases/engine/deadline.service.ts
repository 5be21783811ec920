import type { Db } from '#db/database.ts'
import type { Engine, Mover } from './engine.ts'
import { writeDeadline } from './moves.repo.ts'

/**
 * Moves the deadline of a case and of its task to what was agreed with the client. A moment that has passed moves nothing,
 * nor does one for a case whose clock stands.
 */
export async function moveDeadline(
  { clock }: Engine,
  db: Db,
  { actor }: Mover,
  { caseId, to, comment }: { readonly caseId: number; readonly to: string; readonly comment: string },
): Promise<void> {
  const at = clock.now()
  const dueAt = new Date(to)
  if (dueAt > at) await writeDeadline(db, { caseId, dueAt, actorId: actor?.employeeId ?? null, comment, at })
}
