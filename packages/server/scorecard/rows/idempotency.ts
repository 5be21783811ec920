import { randomUUID } from 'node:crypto'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

const path = '/api/views/scorecard.list'
const view = (name: string) => ({ name, state: 'tab=ACTIVE', shared: false, isDefault: false })

/** The same answer whatever the order of its fields. */
const canonical = (text: string): string =>
  JSON.stringify(Object.entries(JSON.parse(text) as object).sort(([a], [b]) => a.localeCompare(b)))

interface Burst {
  readonly statuses: readonly number[]
  readonly bodies: ReadonlySet<string>
  readonly effects: number
}

async function burst(bank: BankUnderTest, name: string, key: () => string | null): Promise<Burst> {
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) => {
      const chosen = key()
      // Without a key every post is a wish of its own, so the names must differ for the table to take them.
      const body = view(chosen === null ? `${name} ${n}` : name)
      return bank.send('POST', path, { body, headers: chosen === null ? {} : { 'idempotency-key': chosen } })
    }),
  )
  const [row] = await bank.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM saved_view WHERE list_key = 'scorecard.list' AND name LIKE $1 || '%'`,
    [name],
  )
  return {
    statuses: answers.map((answer) => answer.status),
    bodies: new Set(
      answers.filter((answer) => answer.status === 200).map((answer) => canonical(answer.text)),
    ),
    effects: row?.count ?? 0,
  }
}

function judge({ statuses, bodies, effects }: Burst): string[] {
  const faults: string[] = []
  if (effects !== 1) faults.push(`записей ${effects} вместо одной`)
  if (bodies.size !== 1) faults.push(`разных ответов ${bodies.size} вместо одного`)
  const other = statuses.filter((status) => status !== 200 && status !== 409)
  if (other.length > 0) faults.push(`ответы ${[...new Set(other)].join(', ')} вместо 200 и 409`)
  return faults
}

async function afterwards(bank: BankUnderTest, key: string, name: string): Promise<string[]> {
  const faults: string[] = []
  const headers = { 'idempotency-key': key }
  const repeat = await bank.send('POST', path, { body: view(name), headers })
  if (repeat.status !== 200) faults.push(`повтор потом: ${repeat.status} вместо 200`)
  const other = await bank.send('POST', path, { body: view(`${name} другое`), headers })
  if (other.status !== 422) faults.push(`другое тело с тем же ключом: ${other.status} вместо 422`)
  const long = await bank.send('POST', path, {
    body: view(`${name} длинный`),
    headers: { 'idempotency-key': 'x'.repeat(256) },
  })
  if (long.status !== 400) faults.push(`ключ в 256 знаков: ${long.status} вместо 400`)
  return faults
}

export const idempotencyChecks: Check[] = [
  {
    row: 9,
    title: '32 одновременных вызова с одним Idempotency-Key',
    release: true,
    async run(bank, extent) {
      const rounds = extent.of(20, 2)
      const faults: string[] = []
      const statuses: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const key = randomUUID()
        const name = `Ключ ${key}`
        const seen = await burst(bank, name, () => key)
        statuses.push(...seen.statuses)
        faults.push(...judge(seen), ...(await afterwards(bank, key, name)))
      }
      const planted = judge(await burst(bank, `Без ключа ${randomUUID()}`, () => null))
      await bank.sql(`DELETE FROM saved_view WHERE list_key = 'scorecard.list'`)
      const count = (status: number) => statuses.filter((each) => each === status).length
      return {
        measured: `${rounds} раз по 32: 200 — ${count(200)}, 409 — ${count(409)}; повтор, другое тело, длинный ключ`,
        faults: firstOf(faults),
        control: { planted: 'те же вызовы без ключа', found: planted.length > 0 },
      }
    },
  },
]
