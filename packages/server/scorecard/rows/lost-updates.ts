import { setTimeout as sleep } from 'node:timers/promises'
import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

const path = (id: number) => `/api/partner/nis/${id}`

interface Tally {
  saved: number
  refused: number
  readonly other: number[]
  readonly faults: string[]
}

/** One client: reads, adds one to the limit, saves; after a 409 goes on from the row it was given. */
async function client(
  bank: BankUnderTest,
  ids: readonly number[],
  times: number,
  blind: boolean,
  tally: Tally,
) {
  for (let n = 0; n < times; ) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? 0
    const now = await bank.read<Approver>('GET', path(id))
    const { version, ...rest } = now
    const body = {
      ...rest,
      mortgageApplicationsLimit: (now.mortgageApplicationsLimit ?? 0) + 1,
      ...(blind ? {} : { version }),
    }
    const answer = await bank.send('PUT', path(id), { body })
    if (answer.status === 200) {
      tally.saved += 1
      n += 1
    } else if (answer.status === 409) {
      tally.refused += 1
      tally.faults.push(...judgeRefusal(answer.text, id))
    } else {
      tally.other.push(answer.status)
      await sleep(50)
      if (tally.other.length > 2_000) return
    }
  }
}

function judgeRefusal(text: string, id: number): string[] {
  const body = JSON.parse(text) as { type: string; current?: Approver; by?: { descriptor: string } }
  const faults: string[] = []
  if (body.type !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE') faults.push(`409 с типом ${body.type}`)
  if (body.current?.id !== id) faults.push('409 без текущей строки')
  if (!body.by?.descriptor) faults.push('409 не говорит, кто изменил')
  return faults
}

async function sumOfLimits(bank: BankUnderTest, ids: readonly number[]): Promise<number> {
  const rows = await bank.sql<{ sum: number }>(
    'SELECT sum(max_open)::int AS sum FROM approver WHERE id = ANY($1)',
    [ids],
  )
  return rows[0]?.sum ?? 0
}

async function compete(bank: BankUnderTest, ids: readonly number[], times: number, blind: boolean) {
  const tally: Tally = { saved: 0, refused: 0, other: [], faults: [] }
  const before = await sumOfLimits(bank, ids)
  await Promise.all(Array.from({ length: 32 }, () => client(bank, ids, times, blind, tally)))
  const lost = tally.saved - ((await sumOfLimits(bank, ids)) - before)
  return { ...tally, lost }
}

async function twoTabs(bank: BankUnderTest, id: number): Promise<string[]> {
  const first = await bank.read<Approver>('GET', path(id))
  const second = await bank.read<Approver>('GET', path(id), { login: 'workload' })
  const save = (row: Approver, limit: number, login: string) =>
    bank.send('PUT', path(id), { body: { ...row, mortgageApplicationsLimit: limit }, login })
  const one = await save(first, 41, 'admin')
  const two = await save(second, 42, 'workload')
  const now = await bank.read<Approver>('GET', path(id))
  const faults: string[] = []
  if (one.status !== 200) faults.push(`первая вкладка: ${one.status}`)
  if (two.status !== 409) faults.push(`вторая вкладка: ${two.status} вместо 409`)
  if (now.mortgageApplicationsLimit !== 41) faults.push(`в базе ${now.mortgageApplicationsLimit} вместо 41`)
  return faults
}

export const lostUpdateChecks: Check[] = [
  {
    row: 18,
    title: 'две вкладки; 32 клиента на 10 строках',
    release: true,
    async run(bank, extent) {
      const ids = (await bank.activeApprovers('nis', 10)).map((approver) => approver.id)
      const kept = await bank.sql<{ id: number; max_open: number }>(
        'SELECT id, max_open FROM approver WHERE id = ANY($1)',
        [ids],
      )
      const tabs = await twoTabs(bank, ids[0] ?? 0)
      await bank.sql('UPDATE approver SET max_open = 1, version = version + 1 WHERE id = ANY($1)', [ids])
      const versioned = await compete(bank, ids, extent.of(40, 1), false)
      const blind = await compete(bank, ids, extent.of(10, 2), true)
      for (const { id, max_open } of kept)
        await bank.sql('UPDATE approver SET max_open = $2, version = version + 1 WHERE id = $1', [
          id,
          max_open,
        ])
      const faults = [...tabs, ...new Set(versioned.faults)]
      if (versioned.lost !== 0) faults.push(`потеряно изменений: ${versioned.lost}`)
      const odd = versioned.other.filter((status) => status !== 429)
      if (odd.length > 0) faults.push(`ответы ${[...new Set(odd)].join(', ')}`)
      return {
        measured: `сохранено ${versioned.saved}, отказов 409 ${versioned.refused}, потеряно ${versioned.lost}; без версии потеряно ${blind.lost} из ${blind.saved}`,
        faults: firstOf(faults),
        control: { planted: 'сохранения без version', found: blind.lost > 0 },
        notRun: ['блокировка с именем держателя: жёстких блокировок в этих разделах нет'],
      }
    },
  },
]
