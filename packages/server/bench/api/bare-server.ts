import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Page, toPage } from '@ipoteka-office/contract/common/page.ts'
import pg from 'pg'
import { typeParsers } from '#db/type-parsers.ts'
import { namePartners, type PartnerNames } from '#features/approvers/approvers.rules.ts'
import { answerMessages } from '../processes.ts'
import { type Fields, fieldsOf, type Saved } from './calls.ts'
import { fill, type Prepared } from './recording.ts'

/** The statements of the product's calls, recorded from it. */
export interface Calls {
  readonly list: readonly Prepared[]
  readonly wideList: readonly Prepared[]
  readonly read: readonly Prepared[]
  readonly save: readonly Prepared[]
}
export interface BareServerMessage {
  readonly url: string
  readonly port: number
  readonly calls: Calls
}

type Row = Record<string, unknown>

/** Only what the two servers share: the statements, prepared by name, and JSON. */
function startBare({ url, port, calls }: BareServerMessage): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    types: typeParsers,
    options: '-c role=ipoteka_app -c timezone=UTC -c search_path=public',
  })
  // The database is stopped before this process is.
  pool.on('error', () => undefined)
  const names = new Map<string, string>()
  const nameOf = (text: string) => names.get(text) ?? names.set(text, `b${names.size}`).get(text)
  const run = async (source: pg.Pool | pg.PoolClient, { text, values }: Prepared, fields: Fields) => {
    const given = values.map((value) => fill(value, fields))
    const { rows } = await source.query<Row>({ name: nameOf(text) ?? '', text, values: given })
    return rows
  }

  const list = (statements: readonly Prepared[], number: number) => async (): Promise<Page<Row>> => {
    let total: unknown
    const answers: Row[][] = []
    for (const statement of statements) {
      answers.push(await run(pool, statement, {}))
      total ??= answers.at(-1)?.[0]?.total
    }
    const [rows = [], [names] = []] = answers.slice(-2)
    const named = namePartners(rows as { partnerIds: number[] }[], names as unknown as PartnerNames)
    // The statement also serves the export, which writes the name in one piece.
    for (const row of named as Row[]) delete row.fullName
    return toPage(named, Number(total), { page: number, size: 20 })
  }
  const narrowList = list(calls.list, 1)
  const wideList = list(calls.wideList, 0)

  const read = async (id: number) => {
    const [statement] = calls.read
    if (statement === undefined) throw new Error('Reading has a statement')
    return (await run(pool, statement, { id }))[0]
  }

  const save = async (fields: Fields) => {
    const client = await pool.connect()
    try {
      let rows: Row[] = []
      for (const statement of calls.save) {
        const answer = await run(client, statement, fields)
        if (answer.length > 0) rows = answer
      }
      return rows[0]
    } finally {
      client.release()
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const result = await route(request.method ?? '', request.url ?? '', body)
    const text = JSON.stringify(result)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }
  let requests = 0
  const route = async (method: string, url: string, body: string) => {
    const id = Number(url.slice(url.lastIndexOf('/') + 1))
    if (method === 'GET') return read(id)
    const parsed = JSON.parse(body) as Saved
    if (method === 'PUT') return save(fieldsOf(id, parsed, `bare-request-${(requests += 1)}`))
    return url.includes('page=1') ? narrowList() : wideList()
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      answer(request, response, Buffer.concat(parts).toString('utf8')).catch((error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      })
    })
  })
  return new Promise((done) => server.listen(port, '127.0.0.1', done))
}

answerMessages<BareServerMessage>(async (message) => {
  await startBare(message)
  return {}
})
