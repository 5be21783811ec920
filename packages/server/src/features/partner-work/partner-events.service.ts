import {
  type PartnerEvent,
  partnerEvents,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { insertMessage } from './messages.repo.ts'
import { findInForce, insertEvent } from './partner-notifications.repo.ts'

/** Something that happened with a partner. */
export interface PartnerNews {
  readonly event: PartnerEvent
  readonly text: string
  /** Address in the browser part where it is seen. */
  readonly link?: string
  /** The same news told twice under one key is told once. */
  readonly key?: string
}

/**
 * Tells those whom the partner's notifications name: employees in the product at once, e-mail and SMS through the outbox.
 * In the caller's transaction: what is rolled back is told to nobody. Answers how many were told.
 */
export async function tellPartner(db: Db, partnerId: number, news: PartnerNews): Promise<number> {
  const { event, text, link = null, key = null } = news
  const eventId = await insertEvent(db, { partnerId, code: event, key, text, link })
  if (eventId === null) return 0
  const rules = await findInForce(db, partnerId, event)
  for (const { channel, address, employee } of rules) {
    if (channel === 'INTERNAL') {
      if (employee !== null)
        await notify(db, employee.id, { kind: 'event', text, ...(link !== null && { link }) })
      continue
    }
    const message = { partnerId, eventId, channel, address, subject: partnerEvents[event], text }
    await enqueue(db, 'partner-message', { messageId: await insertMessage(db, message) })
  }
  return rules.length
}
