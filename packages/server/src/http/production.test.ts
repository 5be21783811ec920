import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

const token = 'metrics-token-of-the-bank'
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://office.bank.ru',
      IDENTITY_URL: 'https://login.bank.ru/auth',
      METRICS_TOKEN: token,
      CREDIT_REPORTS_KEY: `reports:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  })
})
afterAll(() => bank.close())

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
  // A header does not make a foreign machine this one: no proxy is trusted.
  const forwarded = await bank.app.inject({
    url: '/metrics',
    remoteAddress: '10.0.0.5',
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })
  expect(forwarded.statusCode).toBe(404)
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
