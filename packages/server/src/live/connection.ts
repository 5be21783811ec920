import type { WebSocket } from 'ws'
import { type Frame, FrameReader, frameText, ProtocolError } from './frames.ts'

/** Codes with which the server closes a websocket. */
export const closeCodes = { normal: 1000, policy: 1008, restart: 1012 } as const

/** Limits that tests make shorter. */
export interface ConnectionLimits {
  /** Time for CONNECT after the websocket opened, and for the rest of a begun frame. */
  readonly connectMs: number
  readonly heartbeatMs: number
  /** Unsent bytes at which a slow reader is cut off. */
  readonly maxBufferedBytes: number
  readonly maxFramesPerSecond: number
}

export const defaultLimits: ConnectionLimits = {
  connectMs: 10_000,
  heartbeatMs: 25_000,
  maxBufferedBytes: 512 * 1024,
  maxFramesPerSecond: 50,
}

/** Frames, heart-beats and limits of one websocket; knows nothing of rights. */
export class Connection {
  readonly #socket: WebSocket
  readonly #limits: ConnectionLimits
  readonly #handle: (frame: Frame) => Promise<void>
  readonly #onClose: () => void
  readonly #onError: (error: unknown) => void
  #queue: Promise<void> = Promise.resolve()
  #lastRead = Date.now()
  #window = { startedAt: Date.now(), frames: 0 }
  readonly #timers: NodeJS.Timeout[] = []
  readonly #late: NodeJS.Timeout
  #closed = false

  constructor(
    socket: WebSocket,
    limits: ConnectionLimits,
    events: { frame(frame: Frame): Promise<void>; closed(): void; error(error: unknown): void },
  ) {
    this.#socket = socket
    this.#limits = limits
    this.#handle = events.frame
    this.#onClose = events.closed
    this.#onError = events.error
    const reader = new FrameReader((frame) => this.#enqueue(frame))
    socket.on('message', (data) => {
      this.#lastRead = Date.now()
      if (this.#closed) return
      try {
        reader.read(data as Buffer)
      } catch (error) {
        this.fail(error)
      }
    })
    // Oversized messages and broken UTF-8 end here; ws closes the socket itself.
    socket.on('error', () => this.#end())
    socket.on('close', () => this.#end())
    const late = setTimeout(() => this.fail(new ProtocolError('CONNECT expected')), limits.connectMs)
    this.#timers.push(
      late,
      setInterval(() => {
        if (reader.waitingFor > limits.connectMs) this.fail(new ProtocolError('Frame is not finished'))
      }, limits.connectMs),
    )
    this.#late = late
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Starts heart-beats as the client's `heart-beat` header wishes; answers the server's own header. */
  startHeartbeats(wish: string | undefined): string {
    clearTimeout(this.#late)
    const [gives = 0, wants = 0] = (/^\d{1,9},\d{1,9}$/.test(wish ?? '') ? (wish as string) : '0,0')
      .split(',')
      .map(Number)
    const own = this.#limits.heartbeatMs
    if (wants > 0) this.#timers.push(setInterval(() => this.#write('\n'), Math.max(own, wants)))
    if (gives > 0) {
      const silence = Math.max(own, gives) * 2
      const check = () => {
        if (Date.now() - this.#lastRead > silence) this.#cut()
      }
      this.#timers.push(setInterval(check, silence / 4))
    }
    return `${own},${own}`
  }

  send(command: string, headers: Record<string, string>, body = ''): void {
    this.#write(frameText(command, headers, body))
  }

  /** Says what was wrong and closes. */
  fail(error: unknown, headers: Record<string, string> = {}): void {
    if (this.#closed) return
    if (!(error instanceof ProtocolError)) this.#onError(error)
    const message = error instanceof ProtocolError ? error.message : 'Server error'
    this.send('ERROR', { message, ...(error instanceof ProtocolError && error.headers), ...headers })
    this.close(closeCodes.policy, message)
  }

  close(code: number, reason: string): void {
    if (this.#closed) return
    this.#end()
    this.#socket.close(code, reason.slice(0, 60))
    // Whoever does not answer the closing handshake is cut off.
    const cut = setTimeout(() => this.#socket.terminate(), 2_000)
    cut.unref()
    this.#socket.once('close', () => clearTimeout(cut))
  }

  #write(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#limits.maxBufferedBytes) this.#cut()
    else this.#socket.send(text)
  }

  #cut(): void {
    this.#end()
    this.#socket.terminate()
  }

  #enqueue(frame: Frame): void {
    const now = Date.now()
    if (now - this.#window.startedAt > 1_000) this.#window = { startedAt: now, frames: 0 }
    if (++this.#window.frames > this.#limits.maxFramesPerSecond) throw new ProtocolError('Too many frames')
    this.#queue = this.#queue
      .then(() => (this.#closed ? undefined : this.#handle(frame)))
      .catch((error: unknown) => this.fail(error, receiptOf(frame)))
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#onClose()
  }
}

const receiptOf = ({ headers }: Frame): Record<string, string> =>
  headers.receipt === undefined ? {} : { 'receipt-id': headers.receipt }
