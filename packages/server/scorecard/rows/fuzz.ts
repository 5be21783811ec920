import { createServer } from 'node:http'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import fc from 'fast-check'
import { inputsOf } from '../arbitrary-input.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'
import { fillPath, findEndpoints } from '../endpoints.ts'
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

function shots(endpoint: EndpointSpec): fc.Arbitrary<Shot> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const parameters = fc.record(Object.fromEntries(names.map((name) => [name, parameter.map(safe)])))
  return fc
    .record({ parameters, query: inputsOf(endpoint.query), body: inputsOf(endpoint.body) })
    .map(({ parameters, query, body }) => ({
      method: endpoint.method,
      path: `/api${fillPath(endpoint.path, parameters)}${asQuery(query)}`,
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
  const endpoint = (await findEndpoints()).get('getApprover')
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
    async run(bank: BankUnderTest) {
      const endpoints = await findEndpoints()
      const wanted = Number(process.env.SCORECARD_FUZZ ?? 100_000)
      const each = Math.ceil(wanted / endpoints.size)
      const seed = Number(process.env.SCORECARD_SEED ?? Date.now() % 1_000_000)
      const once: Send = (shot) => bank.send(shot.method, shot.path, { body: shot.body })
      // A kept connection may be closed under a request that follows a refused one; a second break is a fault.
      const send: Send = (shot) => once(shot).catch(() => once(shot))
      const faults: string[] = []
      const statuses = new Map<number, number>()
      let count = 0
      for (const [name, endpoint] of endpoints) {
        const seen = await shoot(send, name, endpoint, each, seed)
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
