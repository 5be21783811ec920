import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createSavedView, listSavedViews } from '@ipoteka-office/contract/views/views.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let authorization: string
const webDir = await mkdtemp(join(tmpdir(), 'ipoteka-web-'))

beforeAll(async () => {
  await mkdir(join(webDir, 'static'))
  const page =
    '<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"></head><script nonce="__CSP_NONCE__">0</script></html>'
  await writeFile(join(webDir, 'index.html'), page)
  await writeFile(join(webDir, 'favicon.svg'), '<svg/>')
  await writeFile(join(webDir, 'static/app-1a2b.js'), `export const text = '${'текст '.repeat(1_000)}'`)
  bank = await testApp({ webDir })
  authorization = `Bearer ${await bank.tokenOf('admin')}`
})
afterAll(async () => {
  await bank.close()
  await rm(webDir, { recursive: true })
})

const put = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  bank.app.inject({
    method: 'PUT',
    url: '/api/user/settings',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    payload,
  })
const get = (url: string, headers: Record<string, string> = {}) => bank.app.inject({ url, headers })

describe('a request body', () => {
  const refused: [string, string | Buffer, Record<string, string>, number][] = [
    ['broken JSON', '{"theme":', {}, 400],
    ['an empty text', '', {}, 400],
    ['a value of a wrong type', '{"theme":5}', {}, 400],
    ['NUL', '{"columns":{"a\\u0000b":[]}}', {}, 400],
    ['NUL in a value', '{"columns":{"list":["x\\u0000"]}}', {}, 400],
    ['a raw control character', '{"columns":{"list":["x\u0001"]}}', {}, 400],
    ['DEL', '{"columns":{"list":["x\u007F"]}}', {}, 400],
    ['half a surrogate pair', '{"columns":{"list":["\\ud800"]}}', {}, 400],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
    ['a way to the prototype', '{"__proto__":{"admin":true}}', {}, 400],
    ['a way to the constructor', '{"columns":{"constructor":["x"]}}', {}, 400],
    ['100 000 nested lists', '['.repeat(100_000) + ']'.repeat(100_000), {}, 400],
    ['100 000 nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, {}, 400],
    ['more than a mebibyte', JSON.stringify({ theme: 'x'.repeat(1_100_000) }), {}, 413],
    ['plain text', '{"theme":"dark"}', { 'content-type': 'text/plain' }, 415],
    ['a form', 'theme=dark', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a multipart form', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['gzip', gzipSync('{"theme":"dark"}'), { 'content-encoding': 'gzip' }, 415],
  ]
  it.each(refused)('with %s is refused', async (_name, payload, headers, status) => {
    const answer = await put(payload, headers)
    expect(answer.statusCode).toBe(status)
    const { type, message, requestId } = answer.json()
    expect(type).toMatch(/^ER_/)
    expect(message).toMatch(/[А-Яа-я]/)
    expect(requestId).toBe(answer.headers['x-request-id'])
    expect(answer.body).not.toMatch(/at .*\.ts|SELECT|pg_|SyntaxError|Unexpected/)
  })

  it('with wrong fields is answered with the path and a Russian message of each', async () => {
    const answer = await put('{"theme":"pink","density":3,"columns":{"list":[1]}}')
    expect(answer.statusCode).toBe(400)
    const { type, fields } = answer.json()
    expect(type).toBe('ER_DTO_VALIDATOR')
    expect(fields.map(({ path }: { path: string }) => path)).toEqual(['theme', 'density', 'columns.list.0'])
    for (const { message } of fields) expect(message).toMatch(/[А-Яа-я]/)
  })

  it.each([
    '<script>alert(1)</script>',
    "'; DROP TABLE employee; --",
    'две\nстроки',
    'Ёж 中文 😀',
    '\\u0000',
    '${1}{{2}}',
  ])('keeps what people write: %j', async (name) => {
    const params = { listKey: 'app.test' }
    const saved = await bank.call(createSavedView, { params, body: { name, state: name } })
    expect(saved.body).toMatchObject({ name, state: name })
    const { body } = await bank.call(listSavedViews, { params })
    expect(body.map((view) => view.name)).toContain(name)
  })

  it('may not bring fields that the contract does not name', async () => {
    const answer = await put('{"theme":"dark","employee_id":1,"isAdmin":true}')
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json())).toEqual(['theme', 'density', 'pages', 'columns', 'widths'])
  })
})

describe('an address', () => {
  it('with an unknown parameter is refused by the parameter’s name', async () => {
    const answer = await get('/api/notifications?page=0&pagee=1', { authorization })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([{ path: 'pagee', message: 'Неизвестный параметр' }])
  })

  it('may carry the guard against caches', async () => {
    expect((await get('/api/notifications?_=0.123', { authorization })).statusCode).toBe(200)
    expect((await get('/api/reference/region?_=0.123', { authorization })).statusCode).toBe(200)
  })

  it.each(['page=-1', 'page=x', 'page=1.5', 'size=0', 'size=101', 'page=0&page=1', 'page=99999999999'])(
    'with %s is refused',
    async (query) => {
      const answer = await get(`/api/notifications?${query}`, { authorization })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields[0].path).toBe(query.split('=')[0])
    },
  )

  it.each([
    '/api/reference/externalLinks/a%00b',
    '/api/employee/getUserByLogin?login=%00',
    '/api/partner/oic/99999999999',
    '/api/partner/oic/-1',
    '/api/partner/oic/1e3',
    '/api/partner/oic/%ff',
  ])('%s is refused', async (url) => {
    expect((await get(url, { authorization })).statusCode).toBe(400)
  })

  it.each([
    '/api/none',
    '/api/partner/abc/1',
    '/api/partner/constructor/1',
    '/api',
    '/auth/none',
    '/static/none.js',
  ])('%s does not exist', async (url) => {
    const answer = await get(url, { authorization })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ type: 'ER_NOT_FOUND', message: 'Страница не найдена' })
  })
})

describe('every answer', () => {
  it('repeats a sane request id and makes one otherwise', async () => {
    const id = 'a1b2c3d4-e5f6'
    expect((await get('/healthz', { 'x-request-id': id })).headers['x-request-id']).toBe(id)
    const made = /^[0-9a-f]{18}-[0-9a-z]+$/
    for (const bad of ['x', 'a b c d e f', `${'x'.repeat(65)}`, '<script>'])
      expect((await get('/healthz', { 'x-request-id': bad })).headers['x-request-id']).toMatch(made)
  })

  it('carries the trace id, the server’s clock and the security headers, and is kept by no cache', async () => {
    const { headers } = await get('/api/reference/region', { authorization, 'x-trace-id': 'visit-0001' })
    expect(headers).toMatchObject({
      'x-trace-id': 'visit-0001',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    expect(Math.abs(Date.parse(String(headers['x-server-date-time'])) - Date.now())).toBeLessThan(5_000)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('is compressed when the browser can read that', async () => {
    const path = '/api/reference/region'
    const plain = await get(path, { authorization })
    const packed = await get(path, { authorization, 'accept-encoding': 'gzip, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  it('pays no heed to foreign origins, hosts and forwarded addresses', async () => {
    const { headers, statusCode } = await get('/api/reference/region', {
      authorization,
      origin: 'https://evil.example',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    })
    expect(statusCode).toBe(200)
    expect(JSON.stringify(headers)).not.toContain('evil')
    const preflight = await bank.app.inject({
      method: 'OPTIONS',
      url: '/api/user/settings',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    })
    expect(preflight.statusCode).toBe(404)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a page', () => {
  it('is served for every address of the browser part with a nonce of its own', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/list-workload-employees/oic', '/workload-employee/oic/1?x=%00']) {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      const policy = String(headers['content-security-policy'])
      const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
      expect(body).toContain(`<script nonce="${nonce}">`)
      expect(body).not.toContain('__CSP_NONCE__')
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers['cache-control']).toBe('no-cache')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  it('is served for an address that cannot be decoded, and the API answers 404 to one', async () => {
    const page = await get('/nope/%E0%A4')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const refused = await get('/api/nope/%E0%A4?x=%E0')
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { type: 'ER_NOT_FOUND' }])
    expect(refused.headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/static/%E0%A4')).statusCode).toBe(404)
  })

  it('has files that are kept for ever under hashed names', async () => {
    const { statusCode, headers } = await get('/static/app-1a2b.js', { 'accept-encoding': 'br' })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(headers['content-type']).toContain('javascript')
  })

  it('has an icon', async () => {
    const { statusCode, headers } = await get('/favicon.svg')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect((await get('/favicon.ico')).statusCode).toBe(404)
  })

  it.each([
    '/static/../index.html',
    '/static/..%2f..%2fpackage.json',
    '/static/%2e%2e/%2e%2e/etc/passwd',
    '/static/..%2f..%2fpackage.json%E0',
    '/..%5c..%5cetc',
  ])('does not lead out of its folder by %s', async (url) => {
    const { body } = await get(url)
    expect(body).not.toMatch(/"name":|root:/)
  })
})

describe('the service addresses', () => {
  it('tell health, readiness and metrics', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
    const { body } = await get('/metrics')
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d/,
    )
    expect(body).toContain('db_pool_connections{state="idle"}')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
  })

  it('describe the calls: OpenAPI and a page that needs nothing inline', async () => {
    const { openapi, paths } = (await get('/api/openapi.json')).json()
    expect(openapi).toBe('3.1.0')
    expect(paths['/api/partner/{type}/{id}'].put.requestBody.required).toBe(true)
    const page = await get('/api/docs/')
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    // One area at a time: the whole is more than a browser draws in a reasonable time.
    expect((await get('/api/docs/static/swagger-initializer.js')).body).toContain('/api/docs/area/partner')
    const area = (await get('/api/docs/area/partner')).json<{ paths: Record<string, object> }>()
    expect(area.paths['/api/partner/{type}/{id}']).toEqual(paths['/api/partner/{type}/{id}'])
    expect(Object.keys(area.paths).every((path) => path.startsWith('/api/partner'))).toBe(true)
    expect((await get('/api/docs/area/nowhere')).statusCode).toBe(404)
  })
})

describe('a connection', () => {
  it('that breaks HTTP is answered 400 and closed', async () => {
    const address = await bank.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'),
      )
      let text = ''
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => done(text))
      socket.on('error', fail)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
  })
})
