import { moverOf } from '#features/cases/cards/card.service.ts'
import type { ContactAttempt, LeadCard } from '@ipoteka-office/contract/leads/leads.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { keepAgreedContact } from './agreed-contact.service.ts'
import { insertAttempt, markAttempt, setNextContact, takeReminder } from './leads.repo.ts'
import { moveAfter } from './leads.rules.ts'
import { getLead, takeLead } from './leads.service.ts'

type Attempt = Pick<ContactAttempt, 'kind' | 'outcome' | 'comment' | 'nextContactAt'>

/** Writes an attempt down; one that reached nobody moves the lead to the repeated contact. */
export async function addAttempt(
  engine: Engine,
  context: Context,
  leadId: number,
  attempt: Attempt,
): Promise<LeadCard> {
  const { db, actor } = context
  const lead = await takeLead(context, leadId, 'Update')
  if (lead.closed || lead.archived) throw conflict('Лид закрыт: попытки больше не записываются')
  await insertAttempt(db, leadId, actor.employeeId, attempt)
  await setNextContact(db, leadId, attempt.nextContactAt)
  if (attempt.nextContactAt !== null)
    await enqueue(
      db,
      'lead-contact',
      { leadId, at: attempt.nextContactAt },
      { startAfter: new Date(attempt.nextContactAt) },
    )
  const action = moveAfter(lead.status, attempt.outcome)
  if (action !== null && holds(actor, 'LEAD', 'Send'))
    await moveCase(engine, db, moverOf(context), leadId, {
      action,
      comment: attempt.comment,
      isNoted: true,
    })
  await keepAgreedContact(engine, db, moverOf(context), leadId)
  return getLead(context, leadId)
}

/** Strikes an attempt out, or takes that back. */
export async function cancelAttempt(
  context: Context,
  { leadId, attemptId }: { leadId: number; attemptId: number },
  cancelled: boolean,
): Promise<LeadCard> {
  await takeLead(context, leadId, 'Update')
  if (!(await markAttempt(context.db, leadId, attemptId, cancelled))) throw notFound('Попытка не найдена')
  return getLead(context, leadId)
}

/** Reminds whoever is responsible that a client is to be called now; of a call that was put off nobody is told. */
export async function remindOfContact(db: Db, { leadId, at }: { leadId: number; at: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lead = await takeReminder(tx, leadId, at)
    if (lead === undefined || lead.responsibleId === null) return
    await notify(tx, lead.responsibleId, {
      kind: 'event',
      text: `Пора связаться с клиентом: ${lead.clientName}, лид ${lead.number}`,
      link: `/lead/${leadId}`,
    })
  })
}
