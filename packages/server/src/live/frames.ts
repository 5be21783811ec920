import { FrameImpl, type IRawFrameType, Parser } from '@stomp/stompjs'

/** Largest STOMP frame that is accepted, in bytes. */
export const maxFrameBytes = 16 * 1024

/** A broken or forbidden frame: its message goes into the ERROR frame and the connection is closed. */
export class ProtocolError extends Error {
  /** What else the ERROR frame says. */
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.headers = headers
  }
}

/** A frame as the session handles it. */
export interface Frame {
  readonly command: string
  readonly headers: Readonly<Record<string, string>>
}

/** Puts incoming bytes together into frames; throws `ProtocolError` when they can never become one. */
export class FrameReader {
  #pending = 0
  #unfinishedSince: number | null = null
  #failure: unknown
  readonly #parser: Parser

  constructor(onFrame: (frame: Frame) => void) {
    const read = (raw: IRawFrameType) => {
      this.#pending = 0
      try {
        onFrame(checked(raw))
      } catch (error) {
        // The parser swallows what its callback throws; keep it for `read`.
        this.#failure ??= error
      }
    }
    this.#parser = new Parser(read, () => {
      this.#pending = 0
    })
  }

  /** Milliseconds that a begun frame has been waiting for its end. */
  get waitingFor(): number {
    return this.#unfinishedSince === null ? 0 : Date.now() - this.#unfinishedSince
  }

  /** Takes one websocket message: a frame, several, or a part of one. */
  read(chunk: Buffer): void {
    this.#pending += chunk.length
    this.#parser.parseChunk(
      chunk.buffer.slice(chunk.byteOffset, chunk.byteOffset + chunk.length) as ArrayBuffer,
    )
    if (this.#failure !== undefined) throw this.#failure
    this.#unfinishedSince = this.#pending === 0 ? null : (this.#unfinishedSince ?? Date.now())
    if (this.#pending > maxFrameBytes) throw new ProtocolError('Frame is too large')
  }
}

const commands = new Set([
  'CONNECT',
  'STOMP',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'SEND',
  'DISCONNECT',
  'ACK',
  'NACK',
  'BEGIN',
  'COMMIT',
  'ABORT',
])

function checked(raw: IRawFrameType): Frame {
  const command = String(raw.command)
  if (!commands.has(command)) throw new ProtocolError('Unknown command')
  const length = raw.headers.find(([name]) => name === 'content-length')?.[1]
  if (length !== undefined && !/^\d{1,6}$/.test(length)) throw new ProtocolError('Wrong content-length')
  const frame = FrameImpl.fromRawFrame(raw, true)
  return { command, headers: frame.headers }
}

/** A frame as text, ready to send. */
export const frameText = (command: string, headers: Record<string, string>, body = ''): string =>
  String(FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }))
