import type { FastifyReply } from 'fastify'
import type { FileReply } from './route.ts'

/** Only letters, digits and a few signs in the plain name; the whole name goes encoded beside it (RFC 6266). */
const plainName = (name: string) => name.replace(/[^\w.-]+/g, '_')
const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Sends a file to be saved, never shown. */
export function sendFile(reply: FastifyReply, { name, contentType, body }: FileReply): FastifyReply {
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`,
      'cache-control': 'no-store',
    })
    .send(body)
}
