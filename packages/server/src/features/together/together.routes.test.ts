import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { ReadLine } from '@ipoteka-office/contract/together/together.ts'
import { getSettings } from '@ipoteka-office/contract/views/views.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberQuestionsPerHour } from '#http/number-questions.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'

let bank: TestApp
let id: string
let borrower: number
beforeAll(async () => {
  bank = await testApp()
  ;({ id, borrower } = await openApplication(bank))
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
    expect(new Set(ids)).toEqual(new Set(['page-of-a-case.0', 'page-of-a-case.1']))
  })

  it('show nobody what alone would be refused', async () => {
    const { person, id: other } = await openApplication(bank).then((one) => ({
      ...one,
      person: one.borrower,
    }))
    const reads: Read[] = [
      { path: `/case/${id}` },
      { path: `/case/${other}/history` },
      { path: `/case/${other}/participants` },
      { path: `/case/${id}/participant/${person}/section/PERSONAL` },
      { path: '/employee/operations?login=admin' },
      { method: 'POST', path: '/search', body: { text: 'Сомова' } },
      { method: 'POST', path: '/case-list/applications?page=0&size=5', body: {} },
      { method: 'POST', path: '/partner/oic/list', body: {} },
    ]
    for (const as of ['agent', 'viewer', 'partner-admin', 'support', 'underwriter', 'blocked'] as const) {
      const lines = await linesOf(reads, as)
      for (const { at, status, body } of lines) {
        const { method = 'GET', path = '', body: payload } = reads[at] ?? {}
        const alone = await bank.app.inject({
          method: method as 'GET',
          url: `/api${path}`,
          headers: { authorization: `Bearer ${await bank.tokenOf(as)}` },
          ...(payload !== undefined && { payload: payload as object }),
        })
        const told = ({ requestId: _own, ...rest }: Record<string, unknown>) => rest
        expect({ status, body: told(body as Record<string, unknown>) }, `${as} ${path}`).toEqual({
          status: alone.statusCode,
          body: told(alone.json()),
        })
      }
    }
    const [own] = await linesOf([{ path: `/case/${id}` }], 'agent')
    const [foreign] = await linesOf([{ path: `/case/${id}` }], 'partner-admin')
    expect([own?.status, foreign?.status]).toEqual([200, 404])
  })

  it('stand in the journal of access each by its own number', async () => {
    const participantId = borrower
    await saveSection(bank, id, 'PERSONAL', wholeSections.PERSONAL ?? {}, { as: 'agent', participantId })
    const search = { method: 'POST', path: '/search', body: { text: wholeSections.PERSONAL?.['passport'] } }
    await ask([{ path: '/user/settings' }, search], 'agent', { [headers.requestId]: 'search-of-a-page' })
    const { rows } = await sql<{ id: string }>`SELECT request_id AS id FROM access_event`.execute(bank.db)
    expect(rows.map((row) => row.id)).toContain('search-of-a-page.1')
  })

  it('tell an inactive employee who they are and nothing else', async () => {
    const lines = await linesOf(
      [
        { path: '/employee/getUserByLogin?login=blocked' },
        { path: `/case/${id}` },
        { path: '/user/settings' },
      ],
      'blocked',
    )
    expect(lines.map(({ status }) => status)).toEqual([200, 403, 403])
    expect(lines[0]?.body).toMatchObject({ notActive: true })
  })

  it('are counted one by one: by limits, in the journal of access and in the metrics', async () => {
    await sql`DELETE FROM number_question`.execute(bank.db)
    await sql`INSERT INTO number_question (employee_id, asked_at)
      SELECT e.id, now() FROM employee e, generate_series(1, ${numberQuestionsPerHour - 2}::int)
      WHERE e.login = 'agent'`.execute(bank.db)
    const questions = Array.from({ length: 5 }, (_, at) => ({
      method: 'POST',
      path: findDuplicates.path,
      body: { passport: `361012345${at}` },
    }))
    const lines = await linesOf(questions)
    expect(lines.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429, 429])
    const metrics = await bank.app.inject('/metrics')
    expect(metrics.payload).toMatch(
      /_count\{method="POST",route="\/api\/case-duplicates",status="429"\} [1-9]/,
    )
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
      { path: '/%2e%2e/metrics' },
      { path: '/case/../../metrics' },
      { path: '/..\\..\\metrics' },
      { path: '//evil.example/metrics' },
      { path: '/no-such-call' },
      { path: '/openapi.json' },
      { path: '/docs' },
      { method: 'POST', path: '/partner/oic/export', body: {} },
    ])
    expect(lines.map(({ status }) => status)).toEqual(Array(14).fill(404))
    expect((await bank.call(getSettings, {}, { as: 'agent' })).body).toEqual(before.body)
  })

  it.each<[string, readonly Read[]]>([
    ['none', []],
    ['more than 32', Array<Read>(33).fill({ path: '/user/settings' })],
    ['a thousand', Array<Read>(1_000).fill({ path: '/user/settings' })],
    ['a change by its method', [{ method: 'PUT', path: '/user/settings', body: {} }]],
    ['a deletion by its method', [{ method: 'DELETE', path: `/case/1/comments/1` }]],
    ['an address of another server', [{ path: 'https://example.com/' }]],
    ['a second line in the address', [{ path: '/user/settings\r\nauthorization: Bearer x' }]],
    ['an address that is too long', [{ path: `/user/${'x'.repeat(4_000)}` }]],
  ])('are refused with words: %s', async (_name, reads) => {
    const answer = await ask(reads)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[0].message).toMatch(/^[А-Яа-я0-9 :/.,A-Z]+$/)
  })

  it('carry whatever body they are given as it is: a text is no object, and nothing is no empty one', async () => {
    const bodies = ['{"tab":"MY"}', 5, null, [1], { tab: 'MY', size: 1 }]
    const lines = await linesOf(bodies.map((body) => ({ method: 'POST', path: searchTasks.path, body })))
    expect(lines.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200])
    const poisoned = await bank.app.inject({
      method: 'POST',
      url: '/api/together',
      headers: {
        authorization: `Bearer ${await bank.tokenOf('agent')}`,
        'content-type': 'application/json',
      },
      payload: `{"reads":[{"method":"POST","path":"${searchTasks.path}","body":{"__proto__":{"tab":"ALL"}}}]}`,
    })
    expect(poisoned.statusCode).toBe(400)
    const long = await ask([
      { method: 'POST', path: searchTasks.path, body: { text: 'x'.repeat(1_100_000) } },
    ])
    expect(long.statusCode).toBe(413)
  })

  it('take along no header of the common request but the token and the numbers of the log', async () => {
    const answer = await ask([{ path: '/employee/operations?login=agent' }], 'agent', {
      'x-forwarded-for': '10.0.0.1',
      range: 'bytes=0-1',
      'if-none-match': '*',
      [headers.idempotencyKey]: 'twice-the-same',
    })
    expect(JSON.parse(answer.payload)).toMatchObject({ status: 200, body: expect.any(Object) })
    expect(answer.headers['idempotency-replayed']).toBe(undefined)
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
