import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The bank's gateway of checks, which the rehearsal has to bring itself. */
export interface Gateways {
  readonly url: string
  readonly token: string
}

/** Answers every check that nothing is wrong, by the protocol of docs/outside-services.md. */
export async function startGateways(): Promise<Gateways> {
  const token = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    request.resume()
    const isKnown = request.headers.authorization === `Bearer ${token}`
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ state: 'OK', text: 'Сведений нет' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token }
}
