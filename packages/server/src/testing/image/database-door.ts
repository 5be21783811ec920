import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * The database of tests by an address that any user of this machine may use: its socket lies in a folder that only its
 * own user and root enter.
 */
export async function openDoor(url: string): Promise<{ url: string; close(): void }> {
  const address = new URL(url)
  const folder = decodeURIComponent(address.hostname)
  if (!folder.startsWith('/')) return { url, close: () => undefined }
  const target = join(folder, `.s.PGSQL.${address.port || '5432'}`)
  const server = createServer((client) => {
    const inner = connect(target)
    client.pipe(inner).pipe(client)
    // What goes wrong behind the door is told at the other end, as a lost connection.
    for (const [one, other] of [
      [client, inner],
      [inner, client],
    ] as const)
      one.on('error', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The door has no port')
  address.hostname = '127.0.0.1'
  address.port = String(listening.port)
  return { url: address.href, close: () => server.close() }
}
