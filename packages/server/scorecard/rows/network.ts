import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, firstOf } from '../check.ts'
import { badNetwork, type Weather } from '../wire.ts'

// Nothing in the database keeps a comment from being written twice: the key alone does.
const path = '/api/case/1/comments'
const textOf = (key: string) => `Сеть ${key}`
const bodyOf = (key: string) => JSON.stringify({ text: textOf(key) })

/** One attempt of a call with a key; null: it was never answered. */
function attempt(port: number, token: string, key: string, timeoutMs: number): Promise<number | null> {
  const body = bodyOf(key)
  return new Promise((done) => {
    const call = request(
      {
        ...{ host: 'localhost', port, path, method: 'POST', agent: false },
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
        },
      },
      (answer) => {
        answer.on('error', () => done(null))
        // An answer that broke off is none.
        answer.on('end', () => done(answer.complete ? (answer.statusCode ?? null) : null))
        answer.resume()
      },
    )
    call.setTimeout(timeoutMs, () => call.destroy())
    call.on('error', () => done(null))
    call.on('close', () => done(null))
    call.end(body)
  })
}

/** How many effects the calls of these keys have had: one each is right. */
async function wrongEffects(bank: BankUnderTest, keys: readonly string[]): Promise<string[]> {
  const rows = await bank.sql<{ text: string; count: number }>(
    'SELECT text, count(*)::int AS count FROM case_comment WHERE case_id = 1 GROUP BY text',
  )
  const counts = new Map(rows.map(({ text, count }) => [text, count]))
  return keys.flatMap((key) => {
    const count = counts.get(textOf(key)) ?? 0
    return count === 1 ? [] : [`у вызова с ключом записей ${count} вместо одной`]
  })
}

/** Kills the server as soon as the database shows what the call has written. */
async function killAtCommit(bank: BankUnderTest, key: string): Promise<void> {
  const client = new pg.Client({ connectionString: bank.databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const until = performance.now() + 10_000
    while (performance.now() < until) {
      const { rowCount } = await client.query('SELECT FROM case_comment WHERE text = $1', [textOf(key)])
      if (rowCount === 1) break
    }
    await bank.product.kill()
  } finally {
    await client.end()
  }
}

/** One call whose server dies when its effect is there and its answer is not; answers what the repeat was told. */
async function dieBeforeAnswer(bank: BankUnderTest, key: string, byCommit: boolean) {
  const token = await bank.token('admin')
  let death = Promise.resolve<unknown>(null)
  const die = () => {
    death = bank.product.kill()
  }
  const net = await badNetwork(Number(new URL(bank.url).port), () =>
    byCommit ? { cutDown: 0 } : { cutDown: 0, onAnswer: die },
  )
  try {
    const watched = byCommit ? killAtCommit(bank, key) : null
    await attempt(net.port, token, key, 15_000)
    await watched
    await death
  } finally {
    await net.close()
  }
  bank.forget()
  await bank.product.start(90)
  const repeat = await bank.send('POST', path, { raw: bodyOf(key), headers: { 'idempotency-key': key } })
  return repeat.status
}

const random = (below: number) => Math.floor(Math.random() * below)

/** A third of the connections is slow, a third is cut on either side, the rest is as it should be. */
function anyWeather(): Weather {
  const kind = random(6)
  if (kind === 0) return { delayMs: 50 + random(400) }
  if (kind === 1) return { delayMs: 5 + random(20), pieceBytes: 64 + random(400) }
  if (kind === 2) return { cutUp: 1 + random(700) }
  if (kind === 3) return { cutDown: random(900) }
  return {}
}

/** Repeats each call by its key until it is answered, as a browser and a partner's program do. */
async function throughBadNetwork(bank: BankUnderTest, extent: Extent) {
  const statuses = new Map<number | null, number>()
  const keys: string[] = []
  const token = await bank.token('admin')
  const net = await badNetwork(Number(new URL(bank.url).port), anyWeather)
  const client = async () => {
    for (let n = 0; n < extent.of(25, 3); n += 1) {
      const key = randomUUID()
      keys.push(key)
      for (let tries = 0, status: number | null = null; status !== 200 && tries < 60; tries += 1) {
        status = await attempt(net.port, token, key, 3_000)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 200) await sleep(50)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: extent.of(16, 4) }, client))
  } finally {
    await net.close()
  }
  return { statuses, keys }
}

/** The same call twice without its key: the count of effects must notice. */
async function plantTwice(bank: BankUnderTest): Promise<boolean> {
  const key = randomUUID()
  for (const _ of [1, 2]) await bank.send('POST', path, { raw: bodyOf(key) })
  return (await wrongEffects(bank, [key])).length === 1
}

export const networkChecks: Check[] = [
  {
    row: 10,
    title: 'kill -9 между записью и ответом',
    release: false,
    async run(bank, extent) {
      const rounds = extent.of(100, 2)
      const faults: string[] = []
      const keys = Array.from({ length: rounds }, () => randomUUID())
      for (const [n, key] of keys.entries()) {
        const status = await dieBeforeAnswer(bank, key, n % 2 === 0)
        if (status !== 200) faults.push(`${n + 1}-й раз: повтор с ключом получил ${status}`)
      }
      faults.push(...(await wrongEffects(bank, keys)))
      const found = await plantTwice(bank)
      return {
        measured: `${rounds} раз: половина в миг, когда запись видна в базе, половина на первом байте ответа; повтор с тем же ключом отвечен, запись одна`,
        faults: firstOf(faults),
        control: { planted: 'тот же вызов дважды без ключа', found },
      }
    },
  },
  {
    row: 19,
    title: 'медленная или оборванная сеть',
    release: false,
    async run(bank, extent) {
      const { statuses, keys } = await throughBadNetwork(bank, extent)
      const faults = await wrongEffects(bank, keys)
      const odd = [...statuses.keys()].filter((status) => ![null, 200, 409, 400, 408].includes(status))
      if (odd.length > 0) faults.push(`ответы ${odd.join(', ')}`)
      const unanswered = statuses.get(null) ?? 0
      if (unanswered === 0) faults.push('ни один вызов не оборван: проверка не сработала')
      const found = await plantTwice(bank)
      return {
        measured: `${keys.length} вызовов с ключом, попыток без ответа ${unanswered}, 409 — ${statuses.get(409) ?? 0}; записей по одной`,
        faults: firstOf(faults),
        control: { planted: 'тот же вызов дважды без ключа', found },
      }
    },
  },
]
