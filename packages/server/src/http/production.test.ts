import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { hostFaultOf, trustOf } from './hosts.ts'

const token = 'metrics-token-of-the-bank'
const env = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://office.bank.ru',
  QR_LINK_URL: 'https://q.bank.ru',
  IDENTITY_URL: 'https://login.bank.ru/auth',
  METRICS_TOKEN: token,
  CLAMD_URL: 'tcp://clamav:3310',
  CREDIT_REPORTS_KEY: `reports:${Buffer.alloc(32, 7).toString('base64')}`,
}
let bank: TestApp
let behindProxy: TestApp
beforeAll(async () => {
  bank = await testApp({ env })
  behindProxy = await testApp({ env: { ...env, TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await bank.close()
  await behindProxy.close()
})

const metrics = async (remoteAddress: string, authorization?: string) => {
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await bank.app.inject({ url: '/metrics', remoteAddress, headers })
  return [answer.statusCode, answer.body.includes('http_request_duration_seconds')]
}

it('under https every answer makes the browser stay with https for a year', async () => {
  for (const url of ['/healthz', '/api/reference/region', '/none.js', '/']) {
    const { headers } = await bank.app.inject(url)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

it('in production /metrics opens to this machine and to who has the token; for others it does not exist', async () => {
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await metrics(own)).toEqual([200, true])
  expect(await metrics('10.0.0.5', `Bearer ${token}`)).toEqual([200, true])
  for (const wrong of [
    undefined,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}x`,
    `Basic ${token}`,
  ])
    expect(await metrics('10.0.0.5', wrong)).toEqual([404, false])
  // Neither does a header make a foreign machine this one, nor a proxy that stands here everybody behind it.
  for (const [remoteAddress, name, value] of [
    ['10.0.0.5', 'x-forwarded-for', '127.0.0.1'],
    ['127.0.0.1', 'x-forwarded-for', '127.0.0.1'],
    ['127.0.0.1', 'x-forwarded-for', '10.0.0.5'],
    ['127.0.0.1', 'forwarded', 'for=127.0.0.1'],
    ['127.0.0.1', 'x-real-ip', '127.0.0.1'],
  ] as const)
    for (const app of [bank.app, behindProxy.app])
      expect(
        (await app.inject({ url: '/metrics', remoteAddress, headers: { [name]: value } })).statusCode,
      ).toBe(404)
})

/** What a server answers to lines as they are sent: no client of HTTP would send some of them. */
async function sent(app: TestApp['app'], lines: readonly string[]): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  return answer.slice(0, answer.indexOf('\r\n'))
}

it.each([
  ['office.bank.ru', 200],
  ['OFFICE.bank.ru:443', 200],
  ['q.bank.ru', 200],
  ['office.bank.ru, office.bank.ru', 200],
  ['evil.example', 400],
  ['office.bank.ru, evil.example', 400],
  ['evil.example, office.bank.ru', 400],
  ['office.bank.ru:8443', 400],
  ['office.bank.ru@evil.example', 400],
  ['office.bank.ru.evil.example', 400],
  ['', 400],
])('a request forwarded from «%s» is answered %i', async (host, status) => {
  for (const { app } of [bank, behindProxy])
    for (const url of ['/healthz', '/', '/api/none'].slice(0, status === 200 ? 1 : 3)) {
      const answer = await app.inject({ url, headers: { 'x-forwarded-host': host } })
      expect(answer.statusCode).toBe(status)
      if (status === 400) expect(answer.json().message).toContain('X-Forwarded-Host')
    }
})

it.each([
  [1, '10.0.0.9', '10.0.0.9'],
  [1, '127.0.0.1, 10.0.0.9', '10.0.0.9'],
  [2, '127.0.0.1, 10.0.0.9, 10.0.0.8', '10.0.0.9'],
  ['10.0.0.0/8', '127.0.0.1, 192.0.2.9, 10.0.0.8', '192.0.2.9'],
  ['192.0.2.0/24', '127.0.0.1', '10.0.0.7'],
  [false, '127.0.0.1', '10.0.0.7'],
])('behind proxies %s of those who sent «%s» the client is %s', async (trusted, forwarded, client) => {
  const app = Fastify({ trustProxy: trustOf(trusted) })
  app.get('/', async (request) => request.ip)
  const headers = { 'x-forwarded-for': forwarded }
  expect((await app.inject({ url: '/', remoteAddress: '10.0.0.7', headers })).body).toBe(client)
  await app.close()
})

it('a request with two hosts is refused, by the websocket too', async () => {
  const two = ['GET /healthz HTTP/1.1', 'Host: office.bank.ru', 'Host: evil.example']
  expect(await sent(bank.app, two.slice(0, 2))).toContain(' 200 ')
  expect(await sent(bank.app, two)).toContain(' 400 ')
  const fault = hostFaultOf({ ...bank.config, production: true })
  const upgrade = (rawHeaders: string[]) => fault({ rawHeaders, headers: {} } as never)
  expect(upgrade(['Host', 'office.bank.ru', 'host', 'evil.example'])).toContain('Host')
  expect(upgrade(['Host', 'office.bank.ru'])).toBeNull()
})

it('in production the description of calls wants the token of somebody who may work here', async () => {
  const get = async (url: string, token?: string) =>
    (await bank.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }))
      .statusCode
  for (const url of [
    '/api/openapi.json',
    '/api/docs/',
    '/api/docs/area/partner',
    '/api/docs/static/index.css',
  ]) {
    expect(await get(url)).toBe(401)
    expect(await get(url, 'forged')).toBe(401)
    expect(await get(url, await bank.tokenOf('norole'))).toBe(403)
    expect(await get(url, await bank.tokenOf('blocked'))).toBe(403)
    expect(await get(url, await bank.tokenOf('viewer'))).toBe(200)
  }
})
