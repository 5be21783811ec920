import { once } from 'node:events'
import { createServer as createPlain, type Server } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { getSystemState } from '@ipoteka-office/contract/system/system.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import { placeName, type TlsPlace, tlsPlaces } from '#integrations/certificates/tls-places.ts'
import { systemClock } from '#lib/bank-time.ts'
import { metrics } from '#lib/metrics.ts'
import { certificates } from '#testing/certificates.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { certificatesOf, measureCertificates, watchCertificates } from './certificates.service.ts'

const servers: Server[] = []
/** What was said over the connections beside the handshake. */
let said = ''
async function listen(server: Server): Promise<number> {
  server.on('error', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}
const overTls = (of: keyof typeof certificates) =>
  listen(
    createServer(certificates[of], (socket) => {
      socket.on('data', (bytes: Buffer) => {
        said += bytes.toString()
      })
      socket.on('error', () => undefined)
    }),
  )
/** As PostgreSQL: it speaks TLS after it was asked to, or says that it does not. */
const asPostgres = (answer: 'S' | 'N') =>
  listen(
    createPlain((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(answer)
        if (answer === 'S')
          new TLSSocket(socket, { isServer: true, ...certificates.good }).on('error', () => undefined)
      })
    }),
  )

let bank: TestApp
const known = getCACertificates('default')
const clock = systemClock('Europe/Moscow')
const at = (moment: string) => ({ timeZone: 'Europe/Moscow', now: () => new Date(moment) })
beforeAll(async () => {
  setDefaultCACertificates([...known, certificates.good.cert])
  bank = await testApp()
})
afterAll(async () => {
  setDefaultCACertificates(known)
  for (const server of servers) server.close()
  await bank.close()
})
beforeEach(() => {
  said = ''
})

const place = (port: number, protocol: TlsPlace['protocol'] = 'tls'): TlsPlace => ({
  ...{ host: 'localhost', port, protocol },
  uses: protocol === 'tls' ? ['CHECKS', 'INSURERS'] : ['DATABASE'],
})
const shown = async () =>
  new Map((await certificatesOf(bank.db, clock)).map((one) => [one.place, [one.state, one.failure]]))

it('reads certificates by a handshake alone, of PostgreSQL too, and says why one is in doubt', async () => {
  const [good, other, database, plain] = [
    await overTls('good'),
    await overTls('other'),
    await asPostgres('S'),
    await asPostgres('N'),
  ]
  const all = [place(good), place(other), place(database, 'postgres'), place(plain, 'postgres'), place(1)]
  await watchCertificates(bank.db, all, clock)
  expect(await shown()).toEqual(
    new Map([
      [`localhost:${good}`, ['GOOD', null]],
      [`localhost:${other}`, ['DOUBTFUL', 'подписан сам собой']],
      [`localhost:${database}`, ['GOOD', null]],
      [`localhost:${plain}`, ['DOUBTFUL', 'адрес не отвечает по TLS']],
      ['localhost:1', ['DOUBTFUL', 'адрес не отвечает по TLS']],
    ]),
  )
  expect(said).toBe('')
  const { body } = await bank.call(getSystemState, {})
  const row = body.expirations.find((one) => one.place === `localhost:${good}`)
  expect(row).toMatchObject({
    kind: 'CERTIFICATE',
    name: 'Шлюз автоматических проверок, Шлюз страховщиков',
    endsAt: '2126-11-03T20:37:01Z',
  })
  expect(row?.daysLeft).toBeGreaterThan(36_000)
})

it('says what ends soon and what has ended; a silent address keeps what was seen of it', async () => {
  const port = await overTls('good')
  await watchCertificates(bank.db, [place(port)], clock)
  const stateOn = async (moment: string) =>
    (await certificatesOf(bank.db, at(moment))).map(({ state, daysLeft }) => [state, daysLeft])
  expect(await stateOn('2126-10-01T00:00:00Z')).toEqual([['GOOD', 33]])
  expect(await stateOn('2126-10-20T00:00:00Z')).toEqual([['SOON', 14]])
  expect(await stateOn('2126-11-03T20:37:02Z')).toEqual([['ENDED', -1]])
  servers.at(-1)?.close()
  await watchCertificates(bank.db, [place(port)], clock)
  const [silent] = await certificatesOf(bank.db, clock)
  expect(silent).toMatchObject({ state: 'DOUBTFUL', endsAt: '2126-11-03T20:37:01Z' })
  const away = measureCertificates(bank.db)
  const text = await metrics.getSingleMetricAsString('ipoteka_certificate_ends_timestamp_seconds')
  away()
  expect(text).toContain(`{place="localhost:${port}"} ${Date.parse('2126-11-03T20:37:01Z') / 1_000}`)
  // Nobody is asked at that address any more.
  await watchCertificates(bank.db, [], clock)
  expect(await shown()).toEqual(new Map())
})

it('looks at every address of the settings that speaks TLS, each once and without its secrets', () => {
  const places = tlsPlaces(
    loadConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://office.bank.ru',
      DATABASE_URL: 'postgresql://app:SECRET@db.bank.ru/ipoteka?sslmode=verify-full',
      DATABASE_REPLICA_URLS: 'postgresql://app:SECRET@db-2.bank.ru:5433/ipoteka?sslmode=disable',
      BROKER_URL: 'amqps://app:SECRET@mq.bank.ru/office',
      IDENTITY_URL: 'https://login.bank.ru/auth',
      S3_URL: 'https://key:SECRET@[::1]:9000/bucket?region=ru-1',
      CHECKS_URL: 'https://gateway.bank.ru:8443/checks',
      CHECKS_TOKEN: 'secret-of-the-gateway',
      INSURERS_URL: 'https://gateway.bank.ru:8443/insurers',
      INSURERS_TOKEN: 'secret-of-the-gateway',
      SELF_BAN_URL: 'http://plain.bank.ru',
      SELF_BAN_TOKEN: 'secret-of-the-gateway',
    }),
  )
  expect(places.map((one) => [placeName(one), one.uses.join()])).toEqual([
    ['office.bank.ru:443', 'OFFICE,QR'],
    ['db.bank.ru:5432', 'DATABASE'],
    ['mq.bank.ru:5671', 'BROKER'],
    ['login.bank.ru:443', 'IDENTITY'],
    ['[::1]:9000', 'FILES'],
    ['gateway.bank.ru:8443', 'CHECKS,INSURERS'],
  ])
})

it('the licence of the bank is in doubt until the bank says its number; sessions are counted', async () => {
  const licence = async () =>
    (await bank.call(getSystemState, {})).body.expirations.find(({ kind }) => kind === 'LICENCE')
  expect(await licence()).toMatchObject({
    state: 'DOUBTFUL',
    place: null,
    failure: 'не указана в параметрах',
  })
  await sql`INSERT INTO user_session (sid, sub, employee_id, device, address) VALUES
    ('one', 'a', 1, 'Chrome', '10.0.0.1'), ('two', 'a', 1, 'Chrome', '10.0.0.2'), ('three', 'b', 2, 'Chrome', '10.0.0.3')`.execute(
    bank.db,
  )
  await sql`UPDATE user_session SET last_seen_at = now() - interval '11 hours' WHERE sid = 'two'`.execute(
    bank.db,
  )
  const { sessions } = (await bank.call(getSystemState, {})).body
  expect(sessions).toEqual({ open: 2, people: 2 })
})
