import { createHash, randomBytes } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  type ByteRange,
  FileMissing,
  type FileStore,
  isKey,
  type StoredFile,
  soundKey,
} from './file-store.ts'

/** Where the bucket is and who we are there. */
export interface S3Place {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** How long to wait and how often to try; tests have less patience. */
export interface S3Patience {
  readonly connectMs: number
  /** Without a byte in either direction. */
  readonly idleMs: number
  readonly attempts: number
}

const usual: S3Patience = { connectMs: 5_000, idleMs: 20_000, attempts: 4 }
/** The smallest part that S3 takes: two of them are in memory for each object that is being stored. */
const partBytes = 5 * 1_048_576
const parallelParts = 2

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
const isAbsent = (error: unknown) => statusOf(error) === 404

/** Counts and hashes what goes through. */
function meter() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Objects in a bucket of S3 or of anything that speaks its protocol. */
export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #attempts: number

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Place, patience = usual) {
    this.#bucket = bucket
    this.#attempts = patience.attempts
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores of one's own rarely have a name for each bucket.
      forcePathStyle: true,
      maxAttempts: patience.attempts,
      // Others than Amazon do not know the newer checksums; ours is asked for explicitly.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connectMs,
        socketTimeout: patience.idleMs,
        httpAgent: { keepAlive: true, maxSockets: 50 },
        httpsAgent: { keepAlive: true, maxSockets: 50 },
      },
    })
  }

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (cause) {
      const why = isAbsent(cause)
        ? 'такой корзины нет'
        : statusOf(cause) === 403
          ? 'ключ не подходит'
          : 'хранилище не отвечает'
      throw new Error(`S3_URL: корзина «${this.#bucket}» недоступна: ${why}`, { cause })
    }
  }

  put(content: Readable): Promise<StoredFile> {
    return this.putBack(randomBytes(20).toString('hex'), content)
  }

  async putBack(key: string, content: Readable): Promise<StoredFile> {
    const { stream, result } = meter()
    // What breaks off at the source must break the upload off, too, or half of it would look whole.
    content.once('error', (error) => stream.destroy(error))
    content.once('close', () => content.readableEnded || stream.destroy(new Error('The content broke off')))
    const upload = new Upload({
      client: this.#client,
      queueSize: parallelParts,
      partSize: partBytes,
      params: {
        Bucket: this.#bucket,
        Key: soundKey(key),
        Body: content.pipe(stream),
        ContentType: 'application/octet-stream',
        // Each part carries its sum, and the store refuses one that came differently.
        ChecksumAlgorithm: 'SHA256',
      },
    })
    try {
      await upload.done()
    } catch (error) {
      content.destroy()
      throw error
    }
    const written = result()
    const found = await this.find(key)
    if (found?.size === written.size) return { key, ...written }
    await this.remove(key)
    throw new Error(`S3 has ${found?.size ?? 'nothing'} of ${written.size} bytes`)
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const { start = 0, end } = range ?? {}
    const first = await this.#get(soundKey(key), start, end)
    return Readable.from(this.#resumed(key, first, start, end), { objectMode: false })
  }

  async find(key: string) {
    try {
      const head = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: soundKey(key) }),
      )
      return { size: head.ContentLength ?? 0, storedAt: head.LastModified ?? new Date() }
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: soundKey(key) }))
  }

  async *list(): AsyncIterable<{ key: string; storedAt: Date }> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket })
    for await (const { Contents = [] } of pages)
      for (const { Key: key = '', LastModified: storedAt } of Contents)
        if (isKey(key) && storedAt !== undefined) yield { key, storedAt }
  }

  async removeUnfinished(olderThan: Date): Promise<number> {
    let removed = 0
    for await (const { Key = '', UploadId, Initiated } of this.#unfinished()) {
      if (!isKey(Key) || Initiated === undefined || Initiated >= olderThan) continue
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
      removed += 1
    }
    return removed
  }

  async *#unfinished(): AsyncGenerator<MultipartUpload> {
    let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (next !== null) {
      const page: ListMultipartUploadsCommandOutput = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...next }),
      )
      yield* page.Uploads ?? []
      const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
      next =
        IsTruncated === true && NextKeyMarker !== undefined
          ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
          : null
    }
  }

  async #get(key: string, start: number, end?: number) {
    const isWhole = start === 0 && end === undefined
    try {
      const { Body, ContentLength = 0 } = await this.#client.send(
        new GetObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          ...(!isWhole && { Range: `bytes=${start}-${end ?? ''}` }),
        }),
      )
      return { body: Body as Readable, length: ContentLength }
    } catch (error) {
      if (isAbsent(error)) throw new FileMissing(key)
      // Nothing lies behind the end: an empty part, as of a file.
      if (statusOf(error) === 416) return { body: Readable.from([]), length: 0 }
      throw error
    }
  }

  /** Goes on where a broken connection left off, so that a download of gigabytes survives it. */
  async *#resumed(
    key: string,
    first: { body: Readable; length: number },
    start: number,
    end?: number,
  ): AsyncGenerator<Buffer> {
    let { body } = first
    let sent = 0
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const chunk of body) {
          sent += chunk.length
          yield chunk
        }
        if (sent >= first.length) return
        throw new Error('The object broke off')
      } catch (error) {
        if (attempt >= this.#attempts) throw error
        body = (await this.#get(key, start + sent, end)).body
      }
    }
  }
}
