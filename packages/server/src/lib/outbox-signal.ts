import { EventEmitter } from 'node:events'

/** Tells the dispatchers of this process that the outbox may have got something: written soon, or committed just now. */
export const outboxSignal = new EventEmitter<{ written: [] }>()
outboxSignal.setMaxListeners(0)
