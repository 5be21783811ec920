import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { readTogether } from '@ipoteka-office/contract/together/together.ts'
import * as grid from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { loadConfig } from '#config.ts'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { checksOf } from '#integrations/auto-checks/checks-of.ts'
import { ServiceAnswers } from '#integrations/service-answers.ts'
import { type Jobs, startJobs } from '#jobs/jobs.ts'
import { wakeWorkers } from '#jobs/jobs.repo.ts'
import { systemClock } from '#lib/bank-time.ts'
import { startDispatcher } from '#live/dispatcher.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { openTracing } from './open-tracing.ts'
import { currentSpan, isTracing, traced } from './tracing.ts'
import { soon } from '#testing/waiting/soon.ts'

interface Told {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status?: { readonly code?: number; readonly message?: string }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}
interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Told[] }[] }[]
}

const servers: Server[] = []
async function listen(
  answer: (path: string, body: string, sent: Record<string, unknown>) => object,
): Promise<string> {
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const said = answer(request.url ?? '', Buffer.concat(parts).toString(), request.headers)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** All that has left the process for the collector, as text and as spans. */
let sent: string[] = []
let paths: string[] = []
const spans = (): Told[] =>
  sent.flatMap((text) =>
    (JSON.parse(text) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  )
const valueOf = ({ attributes }: Told, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

let asked: (string | undefined)[] = []
let bank: TestApp
let jobs: Jobs
let dispatcher: { stop(): Promise<void> }
let close: () => Promise<void>
let id: string
const silences: Error[] = []
const clock = systemClock('Europe/Moscow')
const onError = (error: unknown) => expect.unreachable(String(error))

beforeAll(async () => {
  const collector = await listen((path, body) => {
    paths.push(path)
    sent.push(body)
    return {}
  })
  const gateway = await listen((_path, _body, { traceparent }) => {
    asked.push(traceparent as string | undefined)
    return { state: 'OK', text: 'Паспорт действителен' }
  })
  const { traces } = loadConfig({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=stand%201',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  if (traces === null) throw new Error('Tracing is off')
  close = openTracing(traces, { version: '1.2.3', role: 'all' }, (error) => silences.push(error))
  bank = await testApp({ clock })
  ;({ id } = await underwritten(bank, 951))
  const { db, connectionString } = bank
  jobs = await startJobs({ db, connectionString, timeZone: 'Europe/Moscow', onError })
  dispatcher = startDispatcher({ db, wake: wakeWorkers, onError })
  const { checks, dadata, production, bankTimeZone } = bank.config
  const services = checksOf(
    {
      checks: { ...checks, gateway: { url: gateway, token: 'gateway-of-the-bank' } },
      dadata,
      production,
      npdUrl: null,
      bankTimeZone,
    },
    new ServiceAnswers(),
  )
  const engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
  await jobs.registerWorker('auto-checks', checksWork({ db, engine, checks: services }))
})
afterAll(async () => {
  await jobs.stop()
  await dispatcher.stop()
  await bank.close()
  await close()
  expect([isTracing(), silences]).toEqual([false, []])
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  sent = []
  paths = []
  asked = []
})

/** A trace that a browser begins. */
function begun() {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, headers: { [headers.traceparent]: `00-${traceId}-${spanId}-00` } }
}
const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId)
const child = (of: Told | undefined, all: readonly Told[], name: string | RegExp) =>
  all.find(
    (span) =>
      span.parentSpanId === of?.spanId &&
      (typeof name === 'string' ? span.name === name : name.test(span.name)),
  )

async function checkOf(code: string) {
  const { body } = await bank.call(grid.getChecksGrid, { params: { id } }, { as: 'underwriter' })
  const checkId = String(body.cells.find((one) => one.code === code)?.checkId)
  const { body: details } = await bank.call(
    grid.getCheckDetails,
    { params: { id, checkId } },
    { as: 'underwriter' },
  )
  return { params: { id, checkId }, version: details.version }
}

/** Everything that people have typed into the case, and names of those who work on it. */
async function typedWords(): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    SELECT DISTINCT v #>> '{}' AS value FROM case_section s, jsonb_path_query(s.data, '$.**') v
    WHERE s.case_id = ${Number(id)} AND jsonb_typeof(v) IN ('string', 'number')
    UNION SELECT name FROM case_participant WHERE case_id = ${Number(id)}
    UNION SELECT full_name FROM employee UNION SELECT login FROM employee WHERE login IS NOT NULL`.execute(
    bank.db,
  )
  const words = rows.map(({ value }) => value).filter((value) => /[а-яё]{4}|\d{6}|@/i.test(value))
  expect(words.length).toBeGreaterThan(20)
  return words
}

describe('one trace', () => {
  it('goes from the browser through the call, its SQL and its job to the outside service, with the request’s number', async () => {
    const { params, version } = await checkOf('PASSPORT_INVALID')
    const browser = begun()
    const requestId = 'number-of-request-17'
    const answer = await bank.call(
      grid.retryCheck,
      { params, body: { version } },
      { as: 'underwriter', headers: { ...browser.headers, [headers.requestId]: requestId } },
    )
    expect(answer.status).toBe(200)
    const callName = `POST /api${grid.retryCheck.path}`
    const names = () => ofTrace(browser.traceId).map(({ name }) => name)
    await soon(() => expect(names()).toEqual(expect.arrayContaining([callName, 'job auto-checks'])))

    const all = ofTrace(browser.traceId)
    const call = child({ spanId: browser.spanId } as Told, all, callName)
    expect(
      call && [valueOf(call, 'ipoteka.request_id'), Number(valueOf(call, 'http.response.status_code'))],
    ).toEqual([requestId, 200])
    expect(child(call, all, 'BEGIN')).toBeDefined()
    const select = child(call, all, /^SELECT /)
    expect(select && valueOf(select, 'db.query.text')).toMatch(/\$1/)
    const job = child(call, all, 'job auto-checks')
    expect(job && valueOf(job, 'messaging.destination.name')).toBe('auto-checks')
    expect(child(job, all, /^UPDATE |^SELECT /)).toBeDefined()
    const service = child(job, all, 'CHECKS')
    expect(service && Number(valueOf(service, 'http.response.status_code'))).toBe(200)
    expect(asked).toContain(`00-${browser.traceId}-${service?.spanId}-01`)
    expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
    expect(sent[0]).toContain('stand 1')
  })

  it('holds the parts of a common request, each under its own route', async () => {
    const browser = begun()
    const reads = [{ method: 'GET' as const, path: '/user/settings' }]
    await bank.call(readTogether, { body: { reads } }, { headers: browser.headers })
    await soon(() => expect(ofTrace(browser.traceId)).not.toHaveLength(0))
    await soon(() => {
      const all = ofTrace(browser.traceId)
      const common = child({ spanId: browser.spanId } as Told, all, /^POST \/api\/together/)
      expect(child(common, all, 'GET /api/user/settings')).toBeDefined()
    })
  })

  it('is begun here where the browser sent none, or nonsense', async () => {
    const requestId = 'begun-by-the-server'
    for (const traceparent of [`00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, 'Королёва', ''])
      await bank.app.inject({ url: '/healthz', headers: { traceparent, [headers.requestId]: requestId } })
    const ofRequest = () => spans().filter((one) => valueOf(one, 'ipoteka.request_id') === requestId)
    await soon(() => expect(ofRequest()).toHaveLength(3))
    expect(ofRequest().filter(({ parentSpanId }) => parentSpanId)).toEqual([])
    expect(sent.join()).not.toContain('Королёва')
  })
})

describe('nothing personal leaves with a trace', () => {
  const canary = 'Канарейкина Соловьиха'
  const query = 'kanareika4509235857'

  it('neither what is typed into a case, nor who works on it, nor queries, bodies and headers', async () => {
    const words = await typedWords()
    const { params, version } = await checkOf('PASSPORT_INVALID')
    const as = 'underwriter'
    const [judging, retrying, missing] = [begun(), begun(), begun()]
    const said = { verdict: 'REMARK' as const, comment: `${canary} ${canary}` }
    const judged = await bank.call(
      grid.judgeCheck,
      { params, body: { version, ...said } },
      { as, headers: judging.headers },
    )
    expect(judged.status).toBe(200)
    await bank.call(
      grid.retryCheck,
      { params, body: { version: version + 1 } },
      { as, headers: retrying.headers },
    )
    await bank.app.inject({
      url: `/api/${query}?name=${query}&text=${encodeURIComponent(canary)}`,
      headers: {
        ...missing.headers,
        'user-agent': query,
        cookie: `a=${query}`,
        'x-forwarded-for': '203.0.113.77',
      },
    })
    await soon(() => expect(ofTrace(retrying.traceId).map(({ name }) => name)).toContain('job auto-checks'))
    await soon(() => expect(ofTrace(missing.traceId)).not.toHaveLength(0))
    // What was asked about the person did come: it is only the trace that does not tell it.
    expect(asked.length).toBeGreaterThan(0)
    // Random numbers and times are no words: any digits may stand in them.
    const text = sent.join().replace(/"(?:traceId|\w*[sS]panId|\w+UnixNano)":"\w*"/g, '')
    expect([canary, query, '203.0.113.77', ...words].filter((word) => text.includes(word))).toEqual([])
  })

  it('nor what the database says of a value that it refuses, nor the words of an error', async () => {
    await expect(
      traced({ name: 'planted', kind: 'consumer', attributes: {} }, () =>
        sql`UPDATE employee SET login = 'planted-literal' WHERE id = ${canary}::int`.execute(bank.db),
      ),
    ).rejects.toThrow('invalid input syntax')
    await expect(
      traced({ name: 'thrown', kind: 'consumer', attributes: {} }, () =>
        Promise.reject(new RangeError(canary)),
      ),
    ).rejects.toThrow(canary)
    await soon(() =>
      expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['planted', 'thrown'])),
    )
    const planted = spans().find(({ name }) => name === 'planted')
    const thrown = spans().find(({ name }) => name === 'thrown')
    const update = child(planted, spans(), 'UPDATE employee')
    expect([update && valueOf(update, 'error.type'), thrown && valueOf(thrown, 'error.type')]).toEqual([
      '22P02',
      'RangeError',
    ])
    expect(thrown?.status?.code).toBe(2)
    expect([canary, 'planted-literal'].filter((word) => sent.join().includes(word))).toEqual([])
  })
})

it('a statement outside of any work, such as a look at a timer, begins no trace', async () => {
  expect(currentSpan()).toBeUndefined()
  await sql`SELECT 'a look'`.execute(bank.db)
  await traced({ name: 'the end', kind: 'consumer', attributes: {} }, () => Promise.resolve())
  await soon(() => expect(spans().map(({ name }) => name)).toContain('the end'))
  expect(
    spans().filter((span) => valueOf(span, 'db.system.name') !== undefined && !span.parentSpanId),
  ).toEqual([])
})
