import type { FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from './byte-range.ts'
import type { FileReply, RangedFileReply } from './route.ts'

/** Only letters, digits and a few signs in the plain name; the whole name goes encoded beside it (RFC 6266). */
const plainName = (name: string) => name.replace(/[^\w.-]+/g, '_')
const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const headersOf = (name: string, contentType: string, kind: 'attachment' | 'inline') => ({
  'content-type': contentType,
  'content-disposition': `${kind}; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`,
  'cache-control': 'no-store',
})

/** What strangers sent in is shown without scripts, forms and an origin of its own, whoever opens the address. */
const sandbox =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  file: RangedFileReply,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  reply.headers({
    ...headersOf(file.name, file.contentType, file.inline ? 'inline' : 'attachment'),
    'accept-ranges': 'bytes',
    etag,
    'content-security-policy': sandbox,
  })
  const condition = request.headers['if-range']
  const asked = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = rangeOf(asked, file.size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.size}`).header('content-length', 0).send()
  const body = await file.open(range ?? undefined)
  try {
    await file.opened(range === null || range.start === 0)
  } catch (error) {
    body.destroy()
    throw error
  }
  if (range === null) return reply.header('content-length', file.size).send(body)
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
      'content-length': range.end - range.start + 1,
    })
    .send(body)
}

/** Sends a file: to be saved, or to be shown when it says so itself. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileReply | RangedFileReply,
): Promise<FastifyReply> {
  if ('open' in file) return sendRanged(request, reply, file)
  return reply.headers(headersOf(file.name, file.contentType, 'attachment')).send(file.body)
}
