import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageSender } from './message-sender.ts'

/** Answers like a mail relay: some tens of milliseconds. */
const delayMs = 40

/**
 * Stands in for the mail and SMS services of the bank: takes every message and sends nothing. What would have been sent
 * is seen in the partner's messages, marked as the stand-in's. An address at `refused.example` is never taken.
 */
export const standInSender: MessageSender = {
  kind: 'STAND_IN',
  async send({ address }, signal) {
    await sleep(delayMs, undefined, { signal })
    if (address.endsWith('@refused.example')) throw new Error('550 mailbox unavailable')
  },
}
