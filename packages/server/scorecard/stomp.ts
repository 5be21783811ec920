import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket, { type ClientOptions } from 'ws'

/** A plain STOMP client that sends exactly what it is told, wrong frames included. */
export class RawStomp {
  readonly frames: string[] = []
  closed = false
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.frames.push(data.toString('utf8')))
    socket.on('close', () => {
      this.closed = true
    })
    socket.on('error', () => {
      this.closed = true
    })
  }

  /** Opens the socket; null when the server refuses the handshake. */
  static async open(url: string, options: ClientOptions = {}): Promise<RawStomp | null> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, ['v12.stomp'], options)
    const client = new RawStomp(socket)
    const ok = await new Promise<boolean>((done) => {
      socket.once('open', () => done(true))
      socket.once('error', () => done(false))
      setTimeout(() => done(false), 5_000)
    })
    return ok ? client : null
  }

  /** Hears frames as they come; from now on they are not kept. */
  onFrame(hear: (frame: string) => void): void {
    this.#socket.removeAllListeners('message')
    this.#socket.on('message', (data: Buffer) => hear(data.toString('utf8')))
  }

  send(command: string, headers: Record<string, string> = {}, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
    this.sendRaw(`${[command, ...lines].join('\n')}\n\n${body}\0`)
  }

  sendRaw(data: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data)
  }

  connect(token: string, headers: Record<string, string> = {}): void {
    this.send('CONNECT', {
      'accept-version': '1.2',
      host: 'ipoteka',
      'heart-beat': '25000,25000',
      Authorization: `Bearer ${token}`,
      ...headers,
    })
  }

  /** Waits for a frame that matches; null when the time is up or the server closed. */
  async until(pattern: RegExp, ms = 3_000): Promise<string | null> {
    const end = Date.now() + ms
    while (Date.now() < end) {
      const found = this.frames.find((frame) => pattern.test(frame))
      if (found !== undefined) return found
      if (this.closed) return null
      await sleep(10)
    }
    return null
  }

  close(): void {
    this.#socket.terminate()
    this.closed = true
  }
}
