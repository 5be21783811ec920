import { parseTopic } from '@ipoteka-office/contract/live-topics.ts'
import type { Db } from '#db/database.ts'
import { outboxSignal } from '#lib/outbox-signal.ts'
import type { Broker } from './broker.ts'
import type { LiveEvent, RowGroup } from './hub.ts'
import {
  findApproverAudience,
  findPartnersAbove,
  notifyChannel,
  type StoredEvent,
  takeEvents,
} from './live.repo.ts'
import { wakeTopicPrefix } from './publish.ts'

/** Channel of live events between the instances. */
export const liveChannel = 'live'
/** PostgreSQL refuses notifications of 8 000 bytes. */
const maxNotifyBytes = 7_500
const batchSize = 500
/** After a publish of this process: collect for a moment, then look until the caller has surely committed. */
const soonMs = 25
const followUpMs = [50, 100, 200, 400, 800]
/** Otherwise: events of processes without a dispatcher, such as the intake command. */
const idleMs = 1_000

/** Wakes the workers of queues within the transaction. */
export type Wake = (db: Db, queues: readonly string[]) => Promise<void>
/** Sends texts to every instance: the broker at once, PostgreSQL when the transaction commits. */
export const senderOf =
  (broker: Broker | null) =>
  (db: Db, channel: string, texts: readonly string[]): Promise<void> =>
    broker === null ? notifyChannel(db, channel, texts) : broker.send(channel, texts)

/** What the outbox is emptied with. */
export interface DispatcherParts {
  readonly db: Db
  readonly wake: Wake
  /** Absent or null: PostgreSQL tells the instances when the transaction commits. */
  readonly broker?: Broker | null
  readonly onError: (error: unknown) => void
}

const merge = <T>(lists: Iterable<readonly T[] | undefined>): T[] => [
  ...new Set([...lists].flatMap((list) => list ?? [])),
]

async function toGroups(
  db: Db,
  events: readonly StoredEvent[],
  isApprovers: boolean,
): Promise<RowGroup[] | undefined> {
  const isForAll = ({ payload }: StoredEvent) => payload.ids === undefined && payload.partnerIds === undefined
  if (events.some(isForAll)) return undefined
  const groups = new Map<string, [number[], number[]]>()
  const ids = isApprovers ? merge(events.map((event) => event.payload.ids)) : []
  for (const row of ids.length > 0 ? await findApproverAudience(db, ids) : []) {
    const key = row.partners.join()
    const group = groups.get(key) ?? [row.partners, []]
    group[1].push(row.id)
    groups.set(key, group)
  }
  const partnerIds = merge(events.map((event) => event.payload.partnerIds))
  if (partnerIds.length > 0) groups.set('', [await findPartnersAbove(db, partnerIds), []])
  return [...groups.values()]
}

const bytes = (event: LiveEvent) => Buffer.byteLength(JSON.stringify(event)) + 1

/** Too many rows for one notification: the ids are left out, «read again» remains. */
const collapse = ({ topic, employeeId }: LiveEvent): LiveEvent => ({
  topic,
  ...(employeeId !== undefined && { employeeId }),
})

function toTexts(events: readonly LiveEvent[]): string[] {
  const texts: string[] = []
  let part: LiveEvent[] = []
  let size = 2
  const flush = () => {
    if (part.length > 0) texts.push(JSON.stringify(part))
    part = []
    size = 2
  }
  for (const whole of events) {
    const event = bytes(whole) > maxNotifyBytes ? collapse(whole) : whole
    if (size + bytes(event) > maxNotifyBytes) flush()
    part.push(event)
    size += bytes(event)
  }
  flush()
  return texts
}

/** Codes of changed dictionaries; undefined when some event names none. */
const codesOf = (group: readonly StoredEvent[]): string[] | undefined =>
  group.every(({ payload }) => payload.codes !== undefined)
    ? merge(group.map(({ payload }) => payload.codes))
    : undefined

/** One event per topic and person out of many. */
export async function combine(db: Db, stored: readonly StoredEvent[]): Promise<LiveEvent[]> {
  const byKey = Map.groupBy(stored, (event) => `${event.topic} ${event.payload.employeeId ?? ''}`)
  const events: LiveEvent[] = []
  for (const group of byKey.values()) {
    const [first] = group
    if (first === undefined) continue
    const { topic, payload } = first
    const codes = codesOf(group)
    if (payload.employeeId !== undefined) events.push({ topic, employeeId: payload.employeeId })
    else if (codes !== undefined) events.push({ topic, codes })
    else {
      const groups = await toGroups(db, group, parseTopic(topic)?.kind === 'approvers')
      events.push(groups === undefined ? { topic } : { topic, groups })
    }
  }
  return events
}

/**
 * Sends on what lies in the outbox; answers how many rows it took. What could not be sent stays there; what was sent before
 * a failed commit is sent twice, which means «read again» twice.
 */
export async function dispatchOnce({
  db,
  wake,
  broker = null,
}: Omit<DispatcherParts, 'onError'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const stored = await takeEvents(tx, batchSize)
    const isWake = ({ topic }: StoredEvent) => topic.startsWith(wakeTopicPrefix)
    const events = await combine(
      tx,
      stored.filter((event) => !isWake(event)),
    )
    if (events.length > 0) await senderOf(broker)(tx, liveChannel, toTexts(events))
    const queues = new Set(stored.filter(isWake).map(({ topic }) => topic.slice(wakeTopicPrefix.length)))
    if (queues.size > 0) await wake(tx, [...queues])
    return stored.length
  })
}

/** Keeps the outbox empty until stopped. */
export function startDispatcher(parts: DispatcherParts): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false
  let step = followUpMs.length
  let due = 0
  const plan = (ms: number) => {
    clearTimeout(timer)
    due = Date.now() + ms
    if (!stopped) timer = setTimeout(run, ms)
  }
  const run = () => {
    running = dispatchOnce(parts)
      .then((taken) => plan(taken === batchSize ? 0 : (followUpMs[step++] ?? idleMs)))
      .catch((error: unknown) => {
        parts.onError(error)
        step = followUpMs.length
        plan(idleMs)
      })
      .finally(() => {
        running = undefined
      })
  }
  const kick = () => {
    step = 0
    // Never put off a run that is due anyway: a steady stream of events would wait for ever.
    if (running === undefined && due > Date.now() + soonMs) plan(soonMs)
  }
  outboxSignal.on('written', kick)
  plan(soonMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      outboxSignal.off('written', kick)
      await running
    },
  }
}
