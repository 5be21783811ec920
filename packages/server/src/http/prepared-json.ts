import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressWith = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) as Promise<Buffer>,
  gzip: (body: Buffer) => promisify(gzip)(body) as Promise<Buffer>,
} as const
type Encoding = keyof typeof compressWith

/** Below this size packing costs more than it saves. */
const packFrom = 2_048

/** An answer that is the same for many requests: made once, packed once, known by its ETag. */
export class PreparedJson {
  readonly etag: string
  readonly body: Buffer
  readonly #packed = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.body = Buffer.from(text)
    this.etag = `"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`
  }

  packed(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding) ?? compressWith[encoding](this.body)
    this.#packed.set(encoding, known)
    return known
  }
}

function encodingFor(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const accepted = header.split(',').filter((part) => !/;\s*q=0(?:\.0+)?\s*$/.test(part))
  const has = (name: string) => accepted.some((part) => part.split(';')[0]?.trim() === name)
  return (['br', 'gzip'] as const).find(has)
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false

/** Sends a prepared answer: 304 when the caller has it already, packed when the caller understands that. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedJson,
): Promise<FastifyReply> {
  reply.header('etag', prepared.etag)
  if (isKnown(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const header = request.headers['accept-encoding']
  const encoding = prepared.body.length < packFrom ? undefined : encodingFor(header?.toString())
  if (encoding === undefined) return reply.send(prepared.body)
  const body = await prepared.packed(encoding)
  return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(body)
}
