import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { askedGauges } from '#lib/metrics.ts'
import { type Db, openDatabase } from './database.ts'

/** Replicas are looked at as often; a silent one is given up after `silentMs`: within a second together. */
const lookMs = 200
const silentMs = 700
/** A replica that is further behind than the primary was so long ago is passed by. */
const mostLagMs = 2_000
/** So long news waits for replicas; those that have not got it by then are passed by until they have. */
const newsWaitMs = 1_000

/** How a replica is now. */
export interface ReplicaState {
  /** Host and port: what an address tells without its password. */
  readonly place: string
  readonly state: 'ALIVE' | 'BEHIND' | 'LOST'
  /** How much of the log it has still to replay; null: it does not answer. */
  readonly behindBytes: number | null
}

/** The read has to be asked of the primary: the replica has gone away under it. */
export class ReplicaLost extends Error {}

interface Replica {
  readonly place: string
  readonly db: Db
  readonly close: () => Promise<void>
  /** The connection by which it is looked at; null: none is open. */
  looker: Promise<pg.Client> | null
  alive: boolean
  /** How far it has replayed the log. */
  at: bigint
  /** It is passed by until it has got so far. */
  needed: bigint
  /** Ends when it is lost: reads that wait for it go to the primary. */
  lost: PromiseWithResolvers<never>
}

export interface ReplicasOptions {
  readonly urls: readonly string[]
  readonly primary: pg.Pool
  readonly poolSize: number
  readonly onError: (error: unknown) => void
}

const positionSql = `SELECT (pg_current_wal_lsn() - '0/0')::text AS at`
const replayedSql = `SELECT (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text AS at, pg_is_in_recovery() AS replica`

/** It stops, starts or has no connection left: the read itself is not to blame. */
const isLeaving = ({ code = '' }: pg.DatabaseError) => /^(?:57P|08|53)/.test(code)

const noLoss = (): PromiseWithResolvers<never> => {
  const lost = Promise.withResolvers<never>()
  // Nobody may be waiting when it is lost.
  lost.promise.catch(() => undefined)
  return lost
}

const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'replica')

/** Shows how the replicas are in /metrics until the returned function is called. */
export const measureReplicas = askedGauges(
  'replicas',
  {
    ipoteka_replica_usable: { help: 'Whether reads go to the replica', labels: ['place'] },
    ipoteka_replica_behind_bytes: { help: 'Log that the replica has still to replay', labels: ['place'] },
  },
  (replicas: Replicas) =>
    replicas
      .state()
      .flatMap(({ place, state, behindBytes }) => [
        { gauge: 'ipoteka_replica_usable' as const, labels: { place }, value: state === 'ALIVE' ? 1 : 0 },
        ...(behindBytes === null
          ? []
          : [{ gauge: 'ipoteka_replica_behind_bytes' as const, labels: { place }, value: behindBytes }]),
      ]),
)

/** Copies of the database that reads may go to, as long as they have what the reader must see (decision 064). */
export class Replicas {
  readonly #all: readonly Replica[]
  readonly #primary: pg.Pool
  readonly #onError: (error: unknown) => void
  readonly #urls: readonly string[]
  /** Where the primary was, oldest first: by it a lag in bytes becomes one in time. */
  readonly #past: { readonly time: number; readonly at: bigint }[] = []
  #turn = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #looking: Promise<void> = Promise.resolve()

  constructor({ urls, primary, poolSize, onError }: ReplicasOptions) {
    this.#urls = urls
    this.#primary = primary
    this.#onError = onError
    this.#all = urls.map((connectionString) => {
      const { db, close } = openDatabase({
        connectionString,
        poolSize,
        connectTimeout: silentMs,
        onError: () => undefined,
      })
      return {
        place: placeOf(connectionString),
        db,
        close,
        looker: null,
        alive: false,
        at: 0n,
        needed: 0n,
        lost: noLoss(),
      }
    })
  }

  /** Looks at all of them once and goes on looking. */
  async start(): Promise<void> {
    await this.#look()
    this.#plan()
  }

  /** Where the primary is: whatever was committed before is at or below it. */
  async position(): Promise<bigint> {
    const { rows } = await this.#primary.query<{ at: string }>(positionSql)
    return BigInt(rows[0]?.at ?? 0)
  }

  /** One that has everything up to the position and does not lag, in turn; null: ask the primary. */
  pick(position: bigint): Db | null {
    const least = this.#leastAt()
    const fit = this.#all.filter(
      ({ alive, at, needed }) => alive && at >= position && at >= needed && at >= least,
    )
    this.#turn += 1
    return fit[this.#turn % Math.max(fit.length, 1)]?.db ?? null
  }

  /** Does the read at the replica; throws `ReplicaLost` when it goes away meanwhile. */
  async read<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
    const replica = this.#all.find((one) => one.db === db)
    if (replica === undefined) return work(db)
    try {
      return await Promise.race([work(db), replica.lost.promise])
    } catch (error) {
      if (error instanceof ReplicaLost) throw error
      if (error instanceof pg.DatabaseError) throw isLeaving(error) ? new ReplicaLost(error.message) : error
      // An error of the connection itself: whether the replica is gone is found out at once.
      await this.#lookAt(replica)
      throw replica.alive ? error : new ReplicaLost('The replica is lost', { cause: error })
    }
  }

  /**
   * Resolves when every replica that reads go to has what the primary has now, so that whoever is told of a change and
   * reads again sees it. One that is late is passed by until it has it.
   */
  async caughtUp(): Promise<void> {
    const position = await this.position()
    const late = () => this.#all.filter(({ alive, at }) => alive && at < position)
    const until = performance.now() + newsWaitMs
    while (late().length > 0 && performance.now() < until && !this.#stopped) {
      for (const replica of late()) await this.#lookAt(replica)
      if (late().length > 0) await sleep(10)
    }
    for (const replica of this.#all) if (replica.needed < position) replica.needed = position
  }

  state(): ReplicaState[] {
    const now = this.#past.at(-1)?.at ?? 0n
    const least = this.#leastAt()
    return this.#all.map(({ place, alive, at, needed }) => ({
      place,
      state: !alive ? 'LOST' : at >= least && at >= needed ? 'ALIVE' : 'BEHIND',
      behindBytes: alive ? Number(now > at ? now - at : 0n) : null,
    }))
  }

  async close(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
    for (const replica of this.#all) {
      this.#leave(replica)
      await replica.close()
    }
  }

  /** Where the primary was `mostLagMs` ago. */
  #leastAt(): bigint {
    const then = performance.now() - mostLagMs
    return this.#past.findLast(({ time }) => time <= then)?.at ?? 0n
  }

  #plan(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch(this.#onError)
        .finally(() => this.#plan())
    }, lookMs)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    await Promise.all([this.#lookAtPrimary(), ...this.#all.map((replica) => this.#lookAt(replica))])
  }

  async #lookAtPrimary(): Promise<void> {
    try {
      const at = await this.position()
      const time = performance.now()
      this.#past.push({ time, at })
      while ((this.#past[1]?.time ?? time) < time - 2 * mostLagMs) this.#past.shift()
    } catch (error) {
      // The primary's silence is told by everything else; here the lag is judged by what is known.
      this.#onError(error)
    }
  }

  async #lookAt(replica: Replica): Promise<void> {
    try {
      replica.looker ??= this.#connect(replica)
      const client = await replica.looker
      const { rows } = await client.query<{ at: string; replica: boolean }>(replayedSql)
      const [row] = rows
      if (row === undefined || !row.replica) throw new Error(`${replica.place} is no replica`)
      replica.at = BigInt(row.at)
      if (replica.alive) return
      replica.lost = noLoss()
      replica.alive = true
    } catch (error) {
      this.#leave(replica)
      if (!replica.alive) return
      replica.alive = false
      replica.lost.reject(new ReplicaLost(`The replica ${replica.place} is lost`, { cause: error }))
      this.#onError(error)
    }
  }

  #leave(replica: Replica): void {
    const { looker } = replica
    replica.looker = null
    // It may be gone already, or never have been there.
    looker?.then((client) => client.end()).catch(() => undefined)
  }

  async #connect(replica: Replica): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#urls[this.#all.indexOf(replica)],
      application_name: 'ipoteka-replica',
      connectionTimeoutMillis: silentMs,
      query_timeout: silentMs,
      options: '-c role=ipoteka_app',
    })
    // What breaks between two looks is found by the next one.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}
