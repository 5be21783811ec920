import type { Answer, BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

const evil = 'https://evil.example'

async function cors(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  for (const origin of [evil, 'null', `${bank.url}.evil.example`])
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const answer = await bank.send(method, '/api/reference/region', {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        },
      })
      const allowed = answer.headers['access-control-allow-origin']
      if (allowed === '*' || allowed === origin)
        faults.push(`${method} с Origin ${origin}: доступ разрешён (${allowed})`)
      if (answer.headers['access-control-allow-credentials'] === 'true')
        faults.push(`${method}: разрешены учётные данные`)
    }
  return faults
}

/** A foreign page can send cookies and simple requests, but no bearer token: nothing of it may count. */
async function csrf(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  const token = await bank.token('admin')
  const simple: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    {
      'content-type': 'application/json',
      cookie: `token=${token}; access_token=${token}; Authorization=Bearer ${token}`,
    },
  ]
  for (const headers of simple) {
    const answer = await bank.send('POST', `/api/application/intake?access_token=${token}&token=${token}`, {
      login: null,
      raw: '[{}]',
      headers: { ...headers, origin: evil },
    })
    if (answer.status !== 401)
      faults.push(`${headers['content-type']} без токена в заголовке: ${answer.status}`)
  }
  for (const [name, method] of [
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'PUT'],
  ] as const) {
    const answer = await bank.send('POST', '/api/views/scorecard.list/1', {
      body: {},
      headers: { [name]: method },
    })
    if (answer.status < 400) faults.push(`${name}: ${answer.status}`)
  }
  return faults
}

/** Pages that are not built are found by `pageHeaders`, once. */
const isBroken = ({ status, text }: Answer) =>
  status >= 500 && !text.startsWith('Браузерная часть не собрана')

async function hosts(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  const pages = [
    '/',
    '/assets/keycloak.json',
    '/auth/realms/ipoteka/.well-known/openid-configuration',
    '/nowhere',
    '/list-workload-employees/nis',
  ]
  for (const path of pages)
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'x-forwarded-for': '127.0.0.1', forwarded: 'host=evil.example' },
      { 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics' },
    ] as Record<string, string>[]) {
      const answer = await bank.send('GET', path, { login: null, headers })
      const whole = `${JSON.stringify(answer.headers)}${answer.text}`
      if (whole.includes('evil.example'))
        faults.push(`${path} с ${JSON.stringify(headers)}: чужой хост в ответе`)
      if (isBroken(answer)) faults.push(`${path} с ${JSON.stringify(headers)}: ${answer.status}`)
    }
  return faults
}

async function splitting(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  const inject = '%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<html>'
  const paths = [
    `/${inject}`,
    `/api/${inject}`,
    `/?keycloak=${inject}`,
    `/assets/${inject}`,
    `/api/reference/externalLinks/${inject}`,
    `/auth/realms/ipoteka/protocol/openid-connect/auth?client_id=apix&redirect_uri=${inject}`,
  ]
  for (const path of paths) {
    const answer = await bank.send('GET', path)
    if (JSON.stringify(answer.headers['set-cookie'] ?? '').includes('evil='))
      faults.push(`${path}: подложен заголовок`)
    if (isBroken(answer)) faults.push(`${path}: ${answer.status}`)
  }
  for (const target of [
    'https://evil.example/',
    '//evil.example',
    `${bank.url}.evil.example/`,
    `${bank.url}@evil.example/`,
    'javascript:alert(1)',
  ]) {
    const query = new URLSearchParams({
      client_id: 'apix',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: target,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const answer = await bank.send('GET', `/auth/realms/ipoteka/protocol/openid-connect/auth?${query}`, {
      login: null,
    })
    if (
      answer.headers.location?.includes('evil.example') ||
      answer.headers.location?.startsWith('javascript')
    )
      faults.push(`сервер входа перенаправляет на ${target}`)
  }
  return faults
}

/** Headers that a page must come with. */
async function pageHeaders(bank: BankUnderTest): Promise<string[]> {
  const { headers } = await bank.send('GET', '/', { login: null })
  const policy = String(headers['content-security-policy'] ?? '')
  const faults: string[] = []
  if (!/frame-ancestors 'none'|frame-ancestors 'self'/.test(policy))
    faults.push('страницу можно вложить в чужую (frame-ancestors)')
  if (/unsafe-inline|unsafe-eval/.test(policy)) faults.push(`CSP разрешает лишнее: ${policy}`)
  if (!/script-src[^;]*'nonce-/.test(policy)) faults.push('CSP без nonce')
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('нет nosniff')
  return faults
}

export const crossSiteChecks: Check[] = [
  {
    row: 38,
    title: 'CSRF, CORS, CRLF, Host, X-Forwarded',
    release: false,
    async run(bank, extent) {
      const parts = [
        await cors(bank),
        await csrf(bank),
        await hosts(bank),
        await splitting(bank),
        // The short form runs where the pages may not be built.
        extent.isShort ? [] : await pageHeaders(bank),
      ]
      const planted = await bank.send('POST', '/api/application/intake', {
        raw: '[{}]',
        headers: { origin: evil },
      })
      return {
        measured:
          '9 запросов CORS, 5 CSRF, 20 с чужим хостом, 6 с CRLF, 5 перенаправлений, заголовки страницы',
        faults: firstOf(parts.flat()),
        control: { planted: 'тот же вызов с токеном доходит до обработчика', found: planted.status === 200 },
      }
    },
  },
]
