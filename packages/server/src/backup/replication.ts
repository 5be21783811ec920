import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'

/** Bytes of one file of the write-ahead log, as every cluster of ours and every package has it. */
export const segmentBytes = 16 * 1_048_576

/** A position in the write-ahead log. */
export type Lsn = bigint

export function lsnOf(text: string): Lsn {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const hex = (value: bigint, width = 0) => value.toString(16).toUpperCase().padStart(width, '0')

export const lsnText = (lsn: Lsn): string => `${hex(lsn >> 32n)}/${hex(lsn & 0xffffffffn)}`

const size = BigInt(segmentBytes)
const perHigh = 0x100000000n / size

/** Name of the file of the log that holds the position. */
export function segmentName(timeline: number, lsn: Lsn): string {
  const number = lsn / size
  return hex(BigInt(timeline), 8) + hex(number / perHigh, 8) + hex(number % perHigh, 8)
}

export const segmentStart = (lsn: Lsn): Lsn => (lsn / size) * size
/** Where the file ends that holds the position; of a border, the border itself. */
export const segmentEnd = (lsn: Lsn): Lsn => ((lsn + size - 1n) / size) * size

/** What the driver's connection can do beyond its types: it speaks the copies of replication. */
interface Wire {
  readonly stream: { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  once(event: 'replicationStart', listener: () => void): void
}

interface DataRow {
  readonly fields: (string | null)[]
}

/** A command of replication: its rows, and the bytes that are copied out between them. */
class ReplicationQuery {
  readonly rows: (string | null)[][] = []
  readonly copied = new PassThrough({ objectMode: true, highWaterMark: 64 })
  readonly #text: string
  readonly #done = Promise.withResolvers<void>()
  #wire: Wire | undefined
  #isFull = false

  constructor(text: string) {
    this.#text = text
    this.#done.promise.catch(() => undefined)
  }

  get ended(): Promise<void> {
    return this.#done.promise
  }

  submit(wire: Wire): void {
    this.#wire = wire
    wire.query(this.#text)
  }

  handleRowDescription(): void {}
  handleDataRow({ fields }: DataRow): void {
    this.rows.push(fields)
  }
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleReadyForQuery(): void {
    this.copied.end()
    this.#done.resolve()
  }
  handleError(error: Error): void {
    this.copied.destroy(error)
    this.#done.reject(error)
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser uses its memory again.
    if (this.copied.write(Buffer.from(chunk)) || this.#wire === undefined || this.#isFull) return
    const { stream } = this.#wire
    this.#isFull = true
    stream.pause()
    this.copied.once('drain', () => {
      this.#isFull = false
      stream.resume()
    })
  }
}

/** A connection that speaks the protocol of `pg_basebackup` and `pg_receivewal`; its user needs REPLICATION. */
export class Replication {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(connectionString: string): Promise<Replication> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 10_000,
      application_name: 'ipoteka-backup',
      keepAlive: true,
      replication: 'true',
    } as pg.ClientConfig)
    client.on('error', () => undefined)
    await client.connect()
    return new Replication(client)
  }

  #send(text: string): ReplicationQuery {
    const query = new ReplicationQuery(text)
    this.#client.query(query as unknown as pg.Query)
    return query
  }

  async #ask(text: string): Promise<(string | null)[][]> {
    const query = this.#send(text)
    query.copied.resume()
    await query.ended
    return query.rows
  }

  /** Which cluster this is, and on which line of its time. */
  async identify(): Promise<{ system: string; timeline: number }> {
    const [row] = await this.#ask('IDENTIFY_SYSTEM')
    return { system: row?.[0] ?? '', timeline: Number(row?.[1]) }
  }

  async createSlot(name: string): Promise<void> {
    await this.#ask(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`)
  }

  async dropSlot(name: string): Promise<void> {
    await this.#ask(`DROP_REPLICATION_SLOT ${name}`)
  }

  /** A base backup: the archive that the server makes, its manifest, and from where to where the log belongs to it. */
  baseBackup(label: string): {
    readonly tar: Readable
    result(): Promise<{ manifest: Buffer; start: Lsn; stop: Lsn }>
  } {
    const query = this.#send(
      `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', WAIT true)`,
    )
    const tar = new PassThrough()
    const manifest: Buffer[] = []
    const sorting = sortParts(query.copied, tar, manifest)
    sorting.catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
    return {
      tar,
      async result() {
        await sorting
        await query.ended
        const [start, ...others] = query.rows
        return {
          manifest: Buffer.concat(manifest),
          start: lsnOf(start?.[0] ?? ''),
          stop: lsnOf(others.at(-1)?.[0] ?? ''),
        }
      },
    }
  }

  /** The log from a border of its files on, as it was written, until the reader goes. */
  async *log(slot: string, from: Lsn, timeline: number): AsyncGenerator<Buffer> {
    const wire = (this.#client as unknown as { connection: Wire }).connection
    const query = this.#send(`START_REPLICATION SLOT ${slot} PHYSICAL ${lsnText(from)} TIMELINE ${timeline}`)
    let expected = from
    for await (const message of query.copied as AsyncIterable<Buffer>) {
      const kind = String.fromCharCode(message[0] ?? 0)
      // The server asks whether anybody is there.
      if (kind === 'k' && message[17] === 1) wire.sendCopyFromChunk(stillHere())
      if (kind !== 'w') continue
      const at = message.readBigUInt64BE(1)
      if (at !== expected)
        throw new Error(`The log went on at ${lsnText(at)} instead of ${lsnText(expected)}`)
      const bytes = message.subarray(25)
      expected += BigInt(bytes.length)
      yield bytes
    }
  }

  async close(): Promise<void> {
    const stream = (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection
      .stream
    // In the middle of a copy a polite end would wait for the copy.
    stream.destroy()
    await Promise.race([
      this.#client.end().catch(() => undefined),
      new Promise((done) => setTimeout(done, 500)),
    ])
  }
}

/** A status without positions: the slot moves only when what came is safe in the archive. */
function stillHere(): Buffer {
  const status = Buffer.alloc(34)
  status.write('r')
  return status
}

/** Tells the parts of a base backup apart: the archive and the manifest. */
async function sortParts(copied: AsyncIterable<Buffer>, tar: PassThrough, manifest: Buffer[]): Promise<void> {
  let archives = 0
  let intoManifest = false
  for await (const message of copied) {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (kind === 'n') {
      archives += 1
      if (archives > 1)
        throw new Error('У базы есть табличные пространства: резервное копирование их не поддерживает')
    } else if (kind === 'm') intoManifest = true
    else if (kind === 'd') {
      const bytes = message.subarray(1)
      if (intoManifest) manifest.push(bytes)
      else if (!tar.write(bytes)) await once(tar, 'drain')
    }
  }
  tar.end()
}
