import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to the bytes of one connection. */
export interface Weather {
  /** Milliseconds that every piece is held up. */
  readonly delayMs?: number
  /** Pieces are cut to this many bytes, each held up by `delayMs`. */
  readonly pieceBytes?: number
  /** The connection is cut after so many bytes towards the server. */
  readonly cutUp?: number
  /** The connection is cut after so many bytes towards the client; 0: before the first. */
  readonly cutDown?: number
  /** Called with the first bytes of the answer, before any of them is passed on. */
  readonly onAnswer?: () => void
}

const cut = (...sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy()
}

/** Passes bytes on as the weather lets them through. */
async function carry(from: Socket, to: Socket, most: number | undefined, weather: Weather): Promise<void> {
  let left = most
  for await (const chunk of from) {
    const bytes = chunk as Buffer
    const piece = weather.pieceBytes ?? bytes.length
    for (let at = 0; at < bytes.length; at += piece) {
      if (weather.delayMs !== undefined) await sleep(weather.delayMs)
      const part = bytes.subarray(at, at + piece)
      if (left !== undefined && part.length >= left) {
        to.write(part.subarray(0, left), () => cut(from, to))
        return
      }
      if (left !== undefined) left -= part.length
      if (!to.write(part)) await new Promise((go) => to.once('drain', go).once('close', go))
    }
  }
  to.end()
}

/** A network that is as bad as it is told to be: the kernel of a test machine has none. */
export async function badNetwork(port: number, next: () => Weather) {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const weather = next()
    const upstream = connect(port, 'localhost')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      // What one side does to the connection the other one notices by its end.
      socket.on('error', () => cut(client, upstream))
    }
    if (weather.onAnswer) upstream.once('data', weather.onAnswer)
    const ended = () => cut(client, upstream)
    void carry(client, upstream, weather.cutUp, weather).catch(ended)
    void carry(upstream, client, weather.cutDown, weather).catch(ended)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', () => listening()))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      cut(...open)
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
