import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { PartnerMessage } from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'

type Message = z.output<typeof PartnerMessage>

const columns = sql`id, channel, address, subject, text, state, attempts, error, sent_by AS "sentBy",
  created_at AS "createdAt", sent_at AS "sentAt"`

export async function findMessages(db: Db, partnerId: number, query: PageQuery): Promise<Page<Message>> {
  const source = sql`FROM partner_message WHERE partner_id = ${partnerId}`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<Message>`
        SELECT ${columns} ${source} ORDER BY id DESC
        LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, source),
  })
}

/** A message that still waits; its attempt is counted. Null: sent, or given up. */
export async function takeMessage(db: Db, id: number): Promise<Message | null> {
  const { rows } = await sql<Message>`
    UPDATE partner_message SET attempts = attempts + 1 WHERE id = ${id} AND state = 'WAITING' RETURNING ${columns}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function markSent(db: Db, id: number, sentBy: 'SERVICE' | 'STAND_IN'): Promise<void> {
  await sql`UPDATE partner_message SET state = 'SENT', sent_by = ${sentBy}, sent_at = now(), error = NULL
    WHERE id = ${id}`.execute(db)
}

export async function markFailed(db: Db, id: number, error: string, final: boolean): Promise<void> {
  await sql`UPDATE partner_message SET error = ${error},
    state = CASE WHEN ${final} THEN 'FAILED' ELSE state END WHERE id = ${id}`.execute(db)
}

/** Writes a message down; answers its id. */
export async function insertMessage(
  db: Db,
  message: {
    partnerId: number
    eventId: number
    channel: 'EMAIL' | 'SMS'
    address: string
    subject: string
    text: string
  },
): Promise<number> {
  const { id } = await db
    .insertInto('partner_message')
    .values({
      partner_id: message.partnerId,
      event_id: message.eventId,
      channel: message.channel,
      address: message.address,
      subject: message.subject,
      text: message.text,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
