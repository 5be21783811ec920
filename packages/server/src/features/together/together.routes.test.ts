import { searchTasks } from '@ipoteka-office/contract/case-tasks.ts'
import { getCase } from '@ipoteka-office/contract/cases.ts'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references.ts'
import { ReadLine } from '@ipoteka-office/contract/together.ts'
import { getSettings } from '@ipoteka-office/contract/views.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await openApplication(bank))
})
afterAll(() => bank.close())

interface Read {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
}

async function ask(reads: readonly Read[], as: Login | null = 'agent', more: Record<string, string> = {}) {
  return bank.app.inject({
    method: 'POST',
    url: '/api/together',
    headers: { ...(as !== null && { authorization: `Bearer ${await bank.tokenOf(as)}` }), ...more },
    payload: { reads: reads.map((one) => ({ method: 'GET', ...one })) },
  })
}

async function linesOf(reads: readonly Read[], as: Login = 'agent') {
  const answer = await ask(reads, as)
  expect(answer.statusCode).toBe(200)
  return answer.payload
    .trimEnd()
    .split('\n')
    .map((line) => ReadLine.parse(JSON.parse(line)))
    .sort((a, b) => a.at - b.at)
}

describe('reads that go together', () => {
  it('are answered each as it would be alone', async () => {
    const lines = await linesOf([
      { path: `/case/${id}` },
      { path: fillPath(listReferenceItems.path, { code: 'no-such' }) },
      { method: 'POST', path: searchTasks.path, body: { tab: 'MY', size: 1 } },
      { path: '/user/settings?x=1' },
    ])
    const alone = await bank.call(getCase, { params: { id } }, { as: 'agent' })
    const absent = await bank.call(listReferenceItems, { params: { code: 'no-such' } }, { as: 'agent' })
    expect(lines.map(({ status }) => status)).toEqual([200, absent.status, 200, 400])
    expect(lines[0]?.body).toEqual(alone.body)
    expect(lines[1]?.body).toMatchObject({ message: absent.error.message, requestId: lines[1]?.requestId })
  })

  it('are found in the log by the number of the request and the number of the read', async () => {
    const answer = await ask([{ path: '/user/settings' }, { path: `/case/${id}` }], 'agent', {
      [headers.requestId]: 'page-of-a-case',
    })
    const ids = [...answer.payload.matchAll(/"requestId":"([^"]+)"/g)].map(([, one]) => one)
    expect(ids.sort()).toEqual(['page-of-a-case.0', 'page-of-a-case.1'])
  })

  it('show nobody what alone would be refused', async () => {
    const reads = [
      { path: `/case/${id}` },
      { path: `/case/${id}/history` },
      { path: '/operations?login=admin' },
    ]
    for (const as of ['viewer', 'partner-admin', 'support', 'blocked'] as const) {
      const token = await bank.tokenOf(as)
      const answer = await ask(reads, as)
      for (const line of answer.statusCode === 200 ? answer.payload.trimEnd().split('\n') : []) {
        const { at, status } = ReadLine.parse(JSON.parse(line))
        const alone = await bank.app.inject({
          url: `/api${reads[at]?.path}`,
          headers: { authorization: `Bearer ${token}` },
        })
        expect(status, `${as} ${reads[at]?.path}`).toBe(alone.statusCode)
      }
    }
  })

  it('change nothing, send no file, hold no further reads and leave the API for no other address', async () => {
    const before = await bank.call(getSettings, {}, { as: 'agent' })
    const lines = await linesOf([
      { method: 'POST', path: `/case/${id}/comments`, body: { text: 'Не надо' } },
      { method: 'POST', path: '/user/settings', body: { theme: 'dark' } },
      { path: '/together' },
      { method: 'POST', path: '/together', body: { reads: [{ method: 'GET', path: '/user/settings' }] } },
      { path: '/../healthz' },
      { path: '/../metrics' },
      { path: '/openapi.json' },
      { method: 'POST', path: '/partner/oic/export', body: {} },
    ])
    expect(lines.map(({ status }) => status)).toEqual(Array(8).fill(404))
    expect((await bank.call(getSettings, {}, { as: 'agent' })).body).toEqual(before.body)
  })

  it.each<[string, readonly Read[]]>([
    ['none', []],
    ['more than 32', Array<Read>(33).fill({ path: '/user/settings' })],
    ['a change by its method', [{ method: 'PUT', path: '/user/settings', body: {} }]],
    ['an address of another server', [{ path: 'https://example.com/' }]],
  ])('are refused with words: %s', async (_name, reads) => {
    const answer = await ask(reads)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[0].message).toMatch(/^[А-Яа-я0-9 :/.,A-Z]+$/)
  })

  it('need a token; a header of a part brings nothing', async () => {
    expect((await ask([{ path: '/user/settings' }], null)).statusCode).toBe(401)
    const answer = await bank.app.inject({ url: `/api/case/${id}`, headers: { 'x-part-of-request': 'x' } })
    expect(answer.statusCode).toBe(401)
  })

  it('leave packed', async () => {
    const answer = await ask([{ path: `/case/${id}` }, { path: '/user/settings' }], 'agent', {
      'accept-encoding': 'br',
    })
    expect(answer.headers['content-encoding']).toBe('br')
  })
})
