import type { Db } from '#db/database.ts'
import { moveDeadline } from '#features/cases/engine/deadline.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import { findAgreedContact } from './leads.repo.ts'

/** The moment agreed with the client is the deadline of the lead and of its task, in whichever stage it is called in. */
export async function keepAgreedContact(engine: Engine, db: Db, mover: Mover, leadId: number): Promise<void> {
  const to = await findAgreedContact(db, leadId)
  if (to !== null)
    await moveDeadline(engine, db, mover, {
      caseId: leadId,
      to,
      comment: 'Срок по договорённости с клиентом',
    })
}
