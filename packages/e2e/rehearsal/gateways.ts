import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ReportQuestion } from '../../server/src/integrations/credit-bureaus/bureau-client.ts'
import { standInReports } from '../../server/src/integrations/credit-bureaus/stand-in/stand-in-reports.ts'

/** The bank's gateway of checks and credit reports, which the rehearsal has to bring itself. */
export interface Gateways {
  readonly url: string
  readonly token: string
}

/** What a bureau would answer to the gateway. */
function reportOf(bureau: string, asked: object): Promise<Uint8Array> {
  const question = { ...asked, bureau, attempt: 1, today: new Date().toISOString().slice(0, 10), told: [] }
  return standInReports({ delay: [10, 20] }).ask(
    question as unknown as ReportQuestion,
    AbortSignal.timeout(10_000),
  )
}

/** Answers by the protocols of docs/outside-services.md: every check that nothing is wrong, bureaus with invented histories. */
export async function startGateways(): Promise<Gateways> {
  const token = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    void (async () => {
      const asked = (await json(request)) as object
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
      const [, kind, name = ''] = request.url?.split('/') ?? []
      if (kind === 'reports')
        return response.writeHead(200, { 'content-type': 'application/xml' }).end(await reportOf(name, asked))
      const answer = kind === 'notices' ? { receipt: 'У-1' } : { state: 'OK', text: 'Сведений нет' }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })().catch((failure: unknown) => response.writeHead(500).end(String(failure)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token }
}
