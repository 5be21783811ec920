import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import { getOperations } from '@ipoteka-office/contract/session/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#lib/bank-time.ts'
import { allRoutes } from '#routes.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { addressOf, isAllowed, typesOf } from '#testing/endpoint-cells.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { type Login, logins } from '#testing/test-tokens.ts'

/** Addresses that answer without a token: signs of life, the API's description, files and pages, sign-in. */
const open = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  // Not calls of the contract: one wants a token as they do, the other one that the identity server has signed.
  '/api/session/end',
  '/api/session/back-channel-logout',
  '/assets/',
  '/static/',
  '/auth/',
  '/q/',
]
/** Who is shut out before any right is looked at. */
const shutOut = new Set<Login>(['norole', 'blocked'])
/** What an inactive employee may still ask; reads that go together are each refused by themselves. */
const openToInactive = new Set(['getUserByLogin', 'getOperations', 'readTogether'])

const endpoints = await contractEndpoints()
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

/** A body that no schema takes: 400 proves that the caller was let in, and nothing changes. */
const send = (endpoint: EndpointSpec, url: string, token: string | null) =>
  bank.app.inject({
    method: endpoint.method,
    url,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.body !== undefined && { payload: { structure: true, ids: 'x', version: 'x', text: 1 } }),
  })

describe('the server and the contract', () => {
  it('agree: every endpoint is mounted exactly once, and nothing else', () => {
    const key = ({ method, path }: EndpointSpec) => `${method} ${path}`
    const mounted = allRoutes({
      files: bank.files,
      gate: bank.gate,
      clock: systemClock('Europe/Moscow'),
      references: bank.references,
      parameters: bank.parameters,
      linkUrl: bank.config.qr.linkUrl,
      identity: null,
    })
      .map(({ endpoint }) => key(endpoint))
      .sort()
    expect(mounted).toEqual([...endpoints.values()].map(key).sort())
    expect(new Set(mounted).size).toBe(mounted.length)
  })

  it('agree on rights: every operation that is required exists', () => {
    for (const [name, { access }] of endpoints) {
      if (access.kind === 'signedIn') continue
      const objects =
        typeof access.object === 'string' ? [access.object] : Object.values(access.object.objects)
      for (const object of objects)
        expect(Object.keys(operations[object]), `${name} of ${object}`).toEqual(
          expect.arrayContaining([...access.operations]),
        )
    }
  })

  it('describe the same calls on the API page', async () => {
    const { paths } = (await bank.app.inject('/api/openapi.json')).json()
    const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const expected = [...endpoints.values()].map(
      ({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.sort()).toEqual(expected.sort())
  })

  it('know no address under /api that answers without a token', () => {
    const isOpen = (url: string) => open.some((prefix) => url === prefix || url.startsWith(prefix))
    // Paths that name one parameter differently are printed as `:id|:type`.
    const shape = (url: string) => url.replace(/:[^/]+/g, ':')
    const known = new Set([...endpoints.values()].map(({ path }) => shape(`/api${path}`)))
    const isContract = (url: string) => known.has(shape(url))
    // The list of routes writes `/static/*` as `*`.
    expect(bank.app.hasRoute({ method: 'GET', url: '*' })).toBe(false)
    const unlisted = bank.routeUrls().filter((url) => url !== '*' && !isOpen(url) && !isContract(url))
    expect(unlisted).toEqual([])
  })
})

describe('without a token', () => {
  it.each([...endpoints])('%s answers 401', async (_name, endpoint) => {
    const { statusCode, body } = await send(endpoint, addressOf(endpoint, typesOf(endpoint)[0] ?? ''), null)
    expect(statusCode).toBe(401)
    expect(JSON.parse(body)).toMatchObject({
      type: 'ER_AUTHENTICATION_SERVICE_CALL',
      message: 'Пользователь не авторизован',
    })
  })
})

describe('the auditor', () => {
  it('sees what there is to see and may call nothing that changes the bank', async () => {
    const { body: held } = await bank.call(getOperations, { query: { login: 'viewer' } }, { as: 'viewer' })
    const changing = /^(?:Create|Update|Delete|Deactivate|Reassign|Import|Export|Intake|Close|Approve)/
    expect(
      Object.values(held)
        .flat()
        .filter((operation) => changing.test(operation)),
    ).toEqual([])
    expect(held).toMatchObject({ EmployeeOic: ['Read'], EmployeeNis: ['Read'], Application: ['List'] })
    // What the auditor reads, as a file, leaves a task of theirs and a line in the journal, nothing else.
    const takesOwnFile = new Set(['/access-log/export/task', '/document-rules/export/task'])
    const isChange = ({ method, path, reads }: EndpointSpec) =>
      method !== 'GET' && reads !== true && !takesOwnFile.has(path)
    const open = [...endpoints].filter(
      ([, one]) =>
        one.access.kind !== 'signedIn' &&
        isChange(one) &&
        typesOf(one).some((type) => isAllowed(one, { login: 'viewer', held }, type)),
    )
    expect(open.map(([name]) => name)).toEqual([])
  })
})

describe.each(logins)('%s', (login) => {
  it('is answered by every endpoint as its access says', async () => {
    const token = await bank.tokenOf(login)
    const rights = await bank.call(getOperations, { query: { login } }, { as: login })
    const held: OperationsMap = shutOut.has(login) ? {} : rights.body
    const wrong: string[] = []
    for (const [name, endpoint] of endpoints)
      for (const type of typesOf(endpoint)) {
        const own = openToInactive.has(name) ? `?login=${login}` : ''
        const { statusCode } = await send(endpoint, addressOf(endpoint, type) + own, token)
        const isLetIn =
          (!shutOut.has(login) && isAllowed(endpoint, { login, held }, type)) ||
          (login === 'blocked' && openToInactive.has(name))
        const fits = isLetIn ? statusCode < 500 && ![401, 403].includes(statusCode) : statusCode === 403
        if (!fits) wrong.push(`${name} (${type}): ${statusCode}, ${isLetIn ? 'let in' : 'shut out'}`)
      }
    expect(wrong).toEqual([])
  })
})
