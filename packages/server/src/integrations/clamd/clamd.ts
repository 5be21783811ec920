import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { unavailable } from '#http/errors.ts'

/** What a scan tells. */
export type ScanVerdict =
  | { readonly state: 'clean' }
  | { readonly state: 'infected'; readonly name: string }
  /** It did not answer, and is not required to. */
  | { readonly state: 'unknown' }

/** Looks for viruses. */
export interface VirusScanner {
  /** Throws 503 when the scanner is required and does not answer. */
  scan(content: Readable): Promise<ScanVerdict>
}

/** Where clamd listens. */
export interface ClamdPlace {
  /** A socket's path, or host and port. */
  readonly address: { readonly path: string } | { readonly host: string; readonly port: number }
  /** Whether files are refused while it does not answer. */
  readonly required: boolean
}

const partBytes = 65_536
const maxReply = 4_096

/** A part as INSTREAM has it: its length, then its bytes. */
function framed(part: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return Buffer.concat([length, part])
}

async function replyOf(socket: Socket): Promise<string> {
  let reply = ''
  for await (const chunk of socket) {
    reply += String(chunk)
    if (reply.length > maxReply || reply.includes('\0')) break
  }
  return reply.replace(/\0.*$/s, '').trim()
}

async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed) throw new Error('clamd closed the connection')
  if (socket.write(bytes)) return
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}

async function send(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for await (const chunk of content)
    for (let at = 0; at < chunk.length; at += partBytes)
      await write(socket, framed((chunk as Buffer).subarray(at, at + partBytes)))
  await write(socket, Buffer.alloc(4))
}

async function ask({ address }: ClamdPlace, content: Readable, timeoutMs: number): Promise<string> {
  const socket = connect(address)
  // Also an answer in the middle of the sending (a file over its limit) must be read.
  const reply = replyOf(socket)
  reply.catch(() => undefined)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer')))
  try {
    await once(socket, 'connect')
    await Promise.race([send(socket, content), reply])
    return await reply
  } finally {
    content.destroy()
    socket.destroy()
  }
}

/** The client of clamd: protocol INSTREAM, one connection a file. */
export function clamdScanner(
  place: ClamdPlace,
  onError: (error: unknown) => void,
  timeoutMs = 30_000,
): VirusScanner {
  return {
    async scan(content) {
      try {
        const reply = await ask(place, content, timeoutMs)
        const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? []
        if (name !== undefined) return { state: 'infected', name }
        if (reply === 'stream: OK') return { state: 'clean' }
        throw new Error(`clamd answered: ${reply.slice(0, 200)}`)
      } catch (error) {
        onError(error)
        if (place.required)
          throw unavailable(
            'Проверка на вирусы сейчас недоступна, повторите загрузку через несколько минут',
            'ER_INTER_SERVICE_CALL',
          )
        return { state: 'unknown' }
      }
    },
  }
}
