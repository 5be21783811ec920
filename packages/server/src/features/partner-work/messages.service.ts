import type { Db } from '#db/database.ts'
import type { MessageSender } from '#integrations/messages/message-sender.ts'
import type { JobContext } from '#jobs/jobs.ts'
import { markFailed, markSent, takeMessage } from './messages.repo.ts'

const timeoutMs = 15_000

/**
 * Handler of the queue `partner-message`: hands one message over. Between the service's answer and our note of it a
 * crash may repeat the sending; the message's id tells the service that it is the same.
 */
export const sendMessages =
  (db: Db, sender: MessageSender) =>
  async ({ messageId }: { messageId: number }, { isLastAttempt, signal }: JobContext): Promise<void> => {
    const message = await takeMessage(db, messageId)
    if (message === null) return
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      await sender.send({ ...message, id: `partner-message-${message.id}` }, limit)
    } catch (error) {
      await markFailed(db, messageId, error instanceof Error ? error.message : String(error), isLastAttempt)
      throw error
    }
    await markSent(db, messageId, sender.kind)
  }
