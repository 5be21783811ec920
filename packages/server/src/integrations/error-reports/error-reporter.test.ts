import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '#testing/services/reports-receiver.ts'
import { readDsn } from './dsn.ts'
import { ErrorReporter } from './error-reporter.ts'
import { soon } from '#testing/waiting/soon.ts'

let receiver: Receiver
let warnings: string[]
let now: number
const minute = 60_000

beforeEach(async () => {
  receiver = await startReceiver()
  warnings = []
  now = Date.parse('2026-11-23T09:00:00Z')
})
afterEach(() => receiver.close())

function reporterWith({ percent = 100, dsn = receiver.dsn, random = Math.random } = {}) {
  const place = readDsn(dsn)
  if (place === null) throw new Error(dsn)
  return new ErrorReporter({
    place: { ...place, percent, stand: 'test' },
    release: 'ipoteka-office@0.1.0',
    onWarning: (message) => warnings.push(message),
    now: () => now,
    random,
  })
}

/** Errors of one place of the code. */
const failure = (message: string, cause?: unknown) => new TypeError(message, { cause })

/** Waits until everything that was begun has come or has failed. */
const told = (reporter: ErrorReporter) => reporter.stop()

describe('an unexpected error', () => {
  it('comes to the service in an envelope of its protocol', async () => {
    const reporter = reporterWith()
    const cause = new RangeError('Deep')
    reporter.report(failure('Cannot read', cause), 'GET /api/case/:id', 'ab12cd34ab12cd34ab12.3')
    await told(reporter)
    const [request] = receiver.requests
    expect(request?.url).toBe('/errors/api/42/envelope/')
    expect(request?.headers).toMatchObject({
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': 'Sentry sentry_version=7, sentry_client=ipoteka-office@0.1.0, sentry_key=publickey',
    })
    expect(request?.headers.cookie).toBe(undefined)
    const [event] = receiver.events
    expect(event).toMatchObject({
      timestamp: now / 1_000,
      level: 'error',
      platform: 'node',
      environment: 'test',
      release: 'ipoteka-office@0.1.0',
      transaction: 'GET /api/case/:id',
      tags: { part: 'server' },
      extra: { repeats: 0 },
    })
    expect(event?.exception.values.map(({ type, value }) => [type, value])).toEqual([
      ['RangeError', 'Deep'],
      ['TypeError', 'Cannot read'],
    ])
    const frames = event?.exception.values.at(-1)?.stacktrace?.frames
    expect(frames?.at(-1)).toMatchObject({
      filename: 'packages/server/src/integrations/error-reports/error-reporter.test.ts',
      function: 'failure',
    })
    expect(request?.body).not.toContain(import.meta.dirname.split('/packages/')[0])
  })

  it('is told without anything of a person, wherever that stood', async () => {
    const secret =
      'Сомова Анна Игоревна, 4509 235857, 500100732259, 112-233-445 95, +7 917 123-45-67, anna@example.ru'
    const reporter = reporterWith()
    const error = failure(`No row for ${secret}`, new Error(`of ${secret}`))
    error.name = 'Сомова'
    const where = `GET /api/person/${secret}?name=${secret}`
    reporter.report(error, where, '89171234567')
    const { name, message, stack = '' } = error
    const crumbs = [
      { at: '2026-11-23T08:59:00Z', kind: 'page' as const, text: `/person/${secret}?inn=500100732259` },
      { at: '2026-11-23T08:59:01Z', kind: 'call' as const, text: `GET /person/${secret} 200` },
    ]
    const ofPage = {
      type: name,
      message,
      stack,
      where: crumbs[0]?.text ?? '',
      requestId: '89171234567',
      crumbs,
    }
    reporter.reportOfPage(ofPage, { by: 1, repeats: 3 })
    await told(reporter)
    // The ids and the rows of the code are numbers too.
    const said = receiver.events.map((event) => JSON.stringify({ ...event, event_id: '' }))
    const body = said.join().replace(/"(?:lineno|colno|timestamp)":[\d.]+/g, '')
    expect(receiver.events.map(({ tags, extra }) => [tags.part, extra.repeats])).toEqual([
      ['server', 0],
      ['browser', 3],
    ])
    for (const part of secret.split(/[\s,]+/).filter((word) => word.length > 2))
      expect(body).not.toContain(part)
  })

  it('is told once an hour, with how often it came meanwhile', async () => {
    const reporter = reporterWith()
    for (let n = 0; n < 5; n += 1) reporter.report(failure(`Row 4509235${100 + n} is missing`), null)
    reporter.report(failure('Another'), null)
    await soon(() => expect(receiver.events).toHaveLength(2))
    now += 61 * minute
    reporter.report(failure('Row 4509235857 is missing'), null)
    await told(reporter)
    expect(receiver.events.map(({ extra }) => extra.repeats)).toEqual([0, 0, 4])
  })

  it('that is one of very many is not told: thirty a minute, ten of one browser, five at once', async () => {
    const reporter = reporterWith()
    const name = (n: number) => `Fault ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'xyz'[Math.floor(n / 26)]}`
    for (let n = 0; n < 60; n += 1) {
      reporter.report(failure(name(n)), null)
      await soon(() => expect(receiver.events.length).toBe(Math.min(n + 1, 30)))
    }
    now += minute
    for (let n = 0; n < 20; n += 1) {
      const before = receiver.events.length
      const fault = {
        type: 'Error',
        message: `Of a browser ${name(n)}`,
        stack: '',
        where: null,
        requestId: null,
        crumbs: [],
      }
      reporter.reportOfPage(fault, { by: 7, repeats: 0 })
      if (n < 10) await soon(() => expect(receiver.events.length).toBe(before + 1))
    }
    now += minute
    for (let n = 0; n < 8; n += 1) reporter.report(failure(`At once ${name(n)}`), null)
    await told(reporter)
    expect(receiver.events).toHaveLength(30 + 10 + 5)
  })

  it('is told by the share that the settings name', async () => {
    const reporter = reporterWith({ percent: 25, random: () => 0.25 })
    reporter.report(failure('Unlucky'), null)
    await told(reporter)
    const other = reporterWith({ percent: 25, random: () => 0.24 })
    other.report(failure('Lucky'), null)
    await told(other)
    expect(receiver.events.map(({ exception }) => exception.values[0]?.value)).toEqual(['Lucky'])
  })
})

describe('a service that is down', () => {
  it('is told of once in the log, is left alone for a minute and hurts nobody', async () => {
    const { dsn } = receiver
    await receiver.close()
    const reporter = reporterWith({ dsn })
    reporter.report(failure('One'), null)
    await soon(() => expect(warnings).toHaveLength(1))
    reporter.report(failure('Two'), null)
    now += 2 * minute
    reporter.report(failure('Three'), null)
    await told(reporter)
    expect(warnings).toEqual([
      'Служба сообщений об ошибках: не отвечает. Сообщения теряются, работе это не мешает',
    ])
    expect(warnings[0]).not.toContain('publickey')
  })

  it('that asks for rest gets it', async () => {
    receiver.answer.status = 429
    receiver.answer.headers = { 'retry-after': '600' }
    const reporter = reporterWith()
    reporter.report(failure('One'), null)
    await soon(() => expect(warnings).toHaveLength(1))
    now += 9 * minute
    reporter.report(failure('Two'), null)
    now += 2 * minute
    receiver.answer.status = 200
    reporter.report(failure('Three'), null)
    await told(reporter)
    expect(receiver.events.map(({ exception }) => exception.values[0]?.value)).toEqual(['One', 'Three'])
  })

  it('never makes the caller throw, whatever was thrown', async () => {
    const reporter = reporterWith()
    const odd = Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('odd')
      },
    })
    const circle = new Error('circle')
    circle.cause = circle
    for (const error of [undefined, null, 5, 'Сомова', Symbol('x'), {}, circle, odd])
      expect(() => reporter.report(error, null)).not.toThrow()
    await told(reporter)
    expect(JSON.stringify(receiver.requests)).not.toContain('Сомова')
  })
})

describe('a DSN', () => {
  it.each([
    ['https://abc@errors.bank.ru/1', 'https://errors.bank.ru/api/1/envelope/'],
    ['https://abc@errors.bank.ru:9000/glitch/12', 'https://errors.bank.ru:9000/glitch/api/12/envelope/'],
    ['https://errors.bank.ru/1', null],
    ['https://abc:def@errors.bank.ru/1', null],
    ['https://abc@errors.bank.ru/', null],
    ['https://abc@errors.bank.ru/project', null],
    ['https://abc@errors.bank.ru/1?x=1', null],
    ['ftp://abc@errors.bank.ru/1', null],
    ['none', null],
  ])('%s', (text, url) => {
    expect(readDsn(text)?.url ?? null).toBe(url)
  })
})
