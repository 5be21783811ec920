import type { Db } from '#db/database.ts'
import { outboxSignal } from '#lib/outbox-signal.ts'
import { insertEvent } from './live.repo.ts'

/** Topic of the outbox rows that wake a queue's workers: `job.distribute`. */
export const wakeTopicPrefix = 'job.'

/** Above this many rows a message says «many» and names none. */
const maxIds = 200

/** Whom a message is for, where the topic itself does not say it. */
export interface Audience {
  /** Partners whose rows were touched: only they, those above them and the operator are told. Absent: everybody. */
  readonly partnerIds?: readonly number[]
  /** The one person a message to `topics.mine` is for. */
  readonly employeeId?: number
}

/**
 * Tells subscribers of a topic that something changed, when and if the caller's transaction commits.
 * `ids` of approvers reach only those who see the rows; without ids the message means «read again».
 */
export async function publish(
  db: Db,
  topic: string,
  payload: {
    readonly ids?: readonly number[]
    readonly codes?: readonly string[]
  } = {},
  audience: Audience = {},
): Promise<void> {
  const { codes } = payload
  const ids = payload.ids && payload.ids.length <= maxIds ? [...payload.ids] : []
  await insertEvent(db, {
    topic,
    payload: {
      ...(ids.length > 0 && { ids }),
      ...(codes && { codes: [...codes] }),
      ...(audience.partnerIds && { partnerIds: [...audience.partnerIds] }),
      ...(audience.employeeId !== undefined && { employeeId: audience.employeeId }),
    },
  })
  outboxSignal.emit('written')
}
