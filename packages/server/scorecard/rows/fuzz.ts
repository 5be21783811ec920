import { createServer } from 'node:http'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import fc from 'fast-check'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { inputsOf } from '../arbitrary-input.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'
import { judgeAnswer } from '../leaks.ts'

interface Shot {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Words that parameters are filled with: mostly right, so that the call gets to its handler. */
const parameter = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('nis', 'oic', '1', '2', '17', '40', 'approvers.nis', 'KNOWLEDGE_BASE'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('0', '-1', '2147483648', '1e3', '%', "'", '..', 'ё', 'NaN', '__proto__'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }) },
)

const asQuery = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? ''
    : `?${Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([name, part]) => `${encodeURIComponent(name)}=${encodeURIComponent(safe(part))}`)
        .join('&')}`

/** Text of a value for a URL; lone surrogates cannot be encoded. */
const safe = (part: unknown): string => {
  const text = typeof part === 'string' ? part : JSON.stringify(part)
  return String(text).toWellFormed()
}

/** Whatever stands in a parameter, an empty one too. */
const filled = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] || '1'))

function shots(endpoint: EndpointSpec): fc.Arbitrary<Shot> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const parameters = fc.record(Object.fromEntries(names.map((name) => [name, parameter.map(safe)])))
  return fc
    .record({ parameters, query: inputsOf(endpoint.query), body: inputsOf(endpoint.body) })
    .map(({ parameters, query, body }) => ({
      method: endpoint.method,
      path: `/api${filled(endpoint.path, parameters)}${asQuery(query)}`,
      body: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : body,
    }))
}

type Send = (shot: Shot) => Promise<{ status: number; text: string }>

async function shoot(send: Send, name: string, endpoint: EndpointSpec, count: number, seed: number) {
  const all = fc.sample(shots(endpoint), { numRuns: count, seed })
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const next = all[Symbol.iterator]()
  const worker = async () => {
    for (const shot of next) {
      const answer = await send(shot).catch((error: Error) => ({ status: 599, text: error.message }))
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const fault = judgeAnswer(answer.status, answer.text)
      if (fault !== null)
        faults.push(
          `${name}: ${fault} ← ${shot.method} ${shot.path} ${JSON.stringify(shot.body)?.slice(0, 200)}`,
        )
    }
  }
  await Promise.all(Array.from({ length: 24 }, worker))
  return { faults, statuses, count: all.length }
}

/**
 * Random calls hit upon those that take rights, sign-ins and employers away. What the caller stands on is put back after
 * each call of the contract, or everything after it would be refused at the door.
 */
async function keepAdmin(bank: BankUnderTest): Promise<() => Promise<void>> {
  const [before] = await bank.sql<{ account: object; employee: object; operations: object[]; role: number }>(`
    SELECT to_jsonb(a) AS account, to_jsonb(e) AS employee, r.id AS role,
      (SELECT jsonb_agg(o) FROM user_role_operation o WHERE o.user_role_id = r.id) AS operations
    FROM identity.account a, employee e, user_role r
    WHERE a.login = 'admin' AND e.login = 'admin' AND r.code = 'ADMINISTRATOR'`)
  if (before === undefined) throw new Error('The bank has no admin')
  const { account, employee, operations, role } = before
  // Every column: a password that a call has issued is to be changed at the next sign-in, and no new token is given till then.
  const everyColumn = Object.keys(account)
    .filter((column) => column !== 'id')
    .map((column) => `"${column}" = EXCLUDED."${column}"`)
    .join(', ')
  const steps: [text: string, values: unknown[]][] = [
    [
      `INSERT INTO identity.account SELECT * FROM jsonb_populate_record(NULL::identity.account, $1)
        ON CONFLICT (id) DO UPDATE SET ${everyColumn}`,
      [account],
    ],
    [
      `UPDATE employee e SET login = k.login, identity_id = k.identity_id, partner_id = k.partner_id, not_active = false
        FROM jsonb_populate_record(NULL::employee, $1) k WHERE e.id = k.id`,
      [employee],
    ],
    [
      `UPDATE partner p SET not_active = false, parent_id = NULL FROM jsonb_populate_record(NULL::employee, $1) k
        WHERE p.id = k.partner_id`,
      [employee],
    ],
    [
      `INSERT INTO partner_role (partner_id, role_code) SELECT partner_id, 'Ahml' FROM jsonb_populate_record(NULL::employee, $1)
        ON CONFLICT (partner_id, role_code) DO UPDATE SET not_active = false`,
      [employee],
    ],
    ['UPDATE user_role SET is_disabled = false WHERE id = $1', [role]],
    [
      `INSERT INTO employee_user_role (employee_id, user_role_id)
        SELECT id, $2::int FROM jsonb_populate_record(NULL::employee, $1) ON CONFLICT DO NOTHING`,
      [employee, role],
    ],
    [
      `INSERT INTO user_role_operation (user_role_id, object_type, operation)
        SELECT user_role_id, object_type, operation FROM jsonb_populate_recordset(NULL::user_role_operation, $1)
        ON CONFLICT DO NOTHING`,
      [JSON.stringify(operations)],
    ],
  ]
  return async () => {
    for (const [text, values] of steps) await bank.sql(text, values)
    const { status } = await bank.send('GET', '/api/reference/region').catch(() => ({ status: 401 }))
    if (status === 401 || status === 403) bank.forget()
  }
}

/** A server with the faults that the fuzz is there to find. */
async function planted(): Promise<boolean> {
  const faulty = createServer((request, answer) => {
    answer.statusCode = request.url?.includes('2147483648') ? 500 : 400
    answer.end(
      'error: value "2147483648" is out of range for type integer\n    at parse (/app/src/db/client.ts:12:3)',
    )
  })
  await new Promise<void>((done) => faulty.listen(0, '127.0.0.1', done))
  const address = faulty.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const send: Send = async ({ method, path }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return { status: answer.status, text: await answer.text() }
  }
  const endpoint = (await contractEndpoints()).get('getApprover')
  const seen = endpoint === undefined ? { faults: [] } : await shoot(send, 'planted', endpoint, 50, 1)
  faulty.close()
  return (
    seen.faults.some((fault) => fault.includes('500')) && seen.faults.some((fault) => fault.includes('стек'))
  )
}

export const fuzzChecks: Check[] = [
  {
    row: 30,
    title: 'случайные вызовы по схемам',
    release: true,
    async run(bank: BankUnderTest, extent) {
      const known = [...(await contractEndpoints())]
      const endpoints = known.filter((_, at) => at % extent.of(1, 15) === 0)
      const wanted = Number(process.env.SCORECARD_FUZZ ?? extent.of(100_000, 200))
      const each = Math.ceil(wanted / endpoints.length)
      const seed = Number(process.env.SCORECARD_SEED ?? Date.now() % 1_000_000)
      const once: Send = (shot) => bank.send(shot.method, shot.path, { body: shot.body })
      // A kept connection may be closed under a request that follows a refused one; a second break is a fault.
      const send: Send = (shot) => once(shot).catch(() => once(shot))
      const faults: string[] = []
      const statuses = new Map<number, number>()
      let count = 0
      const putBack = await keepAdmin(bank)
      for (const [name, endpoint] of endpoints) {
        const seen = await shoot(send, name, endpoint, each, seed)
        await putBack()
        faults.push(...seen.faults)
        count += seen.count
        for (const [status, n] of seen.statuses) statuses.set(status, (statuses.get(status) ?? 0) + n)
      }
      if (!(await bank.product.isReady())) faults.push('сервер не пережил')
      const limited = statuses.get(429) ?? 0
      if (limited > count / 2)
        faults.push(`ответ 429 на ${limited} вызовов: дальше ограничения частоты не прошли`)
      const list = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status} — ${n}`)
      return {
        measured: `${count} вызовов (начало ${seed}): ${list.join(', ')}`,
        faults: firstOf(faults),
        control: { planted: 'сервер со стеком и ответом 500', found: await planted() },
        notRun: ['schemathesis: вместо него свой генератор из тех же схем zod'],
      }
    },
  },
]
