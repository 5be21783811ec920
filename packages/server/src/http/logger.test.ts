import { closeSync, existsSync, openSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { metrics } from '#lib/metrics.ts'
import { loggerOptions, logStream } from './logger.ts'

function logged(write: (log: pino.Logger) => void): string {
  let text = ''
  write(pino(loggerOptions('info'), { write: (line) => void (text += line) }))
  return text
}

describe('a log line', () => {
  it('of a database error names the rule and no value', () => {
    const error = Object.assign(
      new pg.DatabaseError('duplicate key value: Key (login)=(ivanova)', 10, 'error'),
      {
        code: '23505',
        constraint: 'employee_login',
        table: 'employee',
        detail: 'Key (login)=(ivanova) exists',
      },
    )
    const line = logged((log) => log.error({ err: error }, 'request failed'))
    expect(line).toContain('employee_login')
    expect(line).not.toContain('ivanova')
  })

  it('never holds tokens, cookies or bodies', () => {
    const line = logged((log) =>
      log.info({
        authorization: 'Bearer SECRET',
        req: {},
        headers: { cookie: 'SECRET' },
        body: { name: 'SECRET' },
        a: { cookie: 'SECRET' },
      }),
    )
    expect(line).not.toContain('SECRET')
  })

  it('of a request holds the route’s pattern and not the address', () => {
    const request = { method: 'GET', url: '/api/x?login=SECRET', routeOptions: { url: '/api/x' } }
    const line = logged((log) => log.info({ req: request }))
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', route: '/api/x' })
    expect(line).not.toContain('SECRET')
  })
})

const fullDisk = '/dev/full'

describe.skipIf(!existsSync(fullDisk))('a full disk of the log', () => {
  it('ends nothing: lines wait, and those beyond are counted as lost', async () => {
    const fd = openSync(fullDisk, 'w')
    const lost = async () =>
      (await metrics.getSingleMetric('ipoteka_log_lines_lost_total')?.get())?.values[0]?.value ?? 0
    const before = await lost()
    const stream = logStream(fd, 2_000)
    const refused = new Promise((heard) => stream.once('error', heard))
    const log = pino(loggerOptions('info'), stream)
    for (let n = 0; n < 100; n += 1) log.info({ n }, 'a line')
    expect(await refused).toMatchObject({ code: 'ENOSPC' })
    expect(await lost()).toBeGreaterThan(before)
    stream.destroy()
    closeSync(fd)
  })
})
