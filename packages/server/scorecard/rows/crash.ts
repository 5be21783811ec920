import { spawnSync } from 'node:child_process'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf } from '../check.ts'
import { compare, plantLoss, startWriting, type Written } from '../written.ts'
import { withComma } from '#progress.ts'

/** Ends the database at once, its processes with it. */
export function killDatabase(pid: number): void {
  // Without children, as when it has just fallen itself, `ps` ends with 1.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const children = [...stdout.matchAll(/\d+/g)].map(([child]) => Number(child))
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** What happens to the bank while it writes. */
export interface Blow {
  /** A letter that the numbers of applications begin with. */
  readonly mark: string
  readonly rounds: number
  strike(bank: BankUnderTest): Promise<void>
  /** Before the bank is started again. */
  mend?(): Promise<void>
}

interface Crash {
  readonly written: Written
  readonly backMs: number
  readonly faults: string[]
}

/** Strikes the bank once while it writes and compares what it knows afterwards with what it has answered. */
export async function crashOnce(
  bank: BankUnderTest,
  { mark, strike, mend }: Blow,
  extent: Extent,
): Promise<Crash> {
  const { written, end } = await startWriting(bank, `${mark}${Date.now().toString(36)}`, extent)
  await strike(bank)
  await end()
  bank.forget()
  await mend?.()
  const begun = performance.now()
  await bank.product.start(extent.of(30, 90))
  const backMs = performance.now() - begun
  return { written, backMs, faults: await compare(bank, written) }
}

/** Strikes as often as the blow says; the first time an answered write is hidden, which must be noticed. */
export async function crashes(bank: BankUnderTest, blow: Blow, extent: Extent): Promise<Finding> {
  const faults: string[] = []
  const late: string[] = []
  const answered = { saves: 0, applications: 0, uploads: 0 }
  let slowest = 0
  let found = false
  for (let n = 1; n <= blow.rounds; n += 1) {
    const crash = await crashOnce(bank, blow, extent)
    answered.saves += crash.written.versions.size
    answered.applications += crash.written.numbers.size
    answered.uploads += crash.written.uploads.size
    slowest = Math.max(slowest, crash.backMs)
    faults.push(...crash.faults.map((fault) => `${n}-й раз: ${fault}`))
    if (crash.backMs > 10_000) late.push(`${n}-й раз: поднялся за ${withComma(crash.backMs / 1_000)} с`)
    if (n === 1) found = await plantLoss(bank, crash.written)
  }
  const told = `согласующих ${answered.saves}, заявок ${answered.applications}, файлов ${answered.uploads}`
  if (Object.values(answered).includes(0)) faults.push(`нечего проверять: ${told}`)
  return {
    measured: `сбоев ${blow.rounds}, отвечено: ${told}; подъём до ${withComma(slowest / 1_000)} с`,
    faults: firstOf(faults),
    late,
    control: { planted: 'отвеченная заявка спрятана из базы', found },
  }
}

const roundsOf = (extent: Extent, whole: number) =>
  Number(process.env.SCORECARD_CRASHES ?? extent.of(whole, 1))

export const crashChecks: Check[] = [
  {
    row: 6,
    title: 'kill -9 сервера во время 200 одновременных сохранений и приёма',
    release: true,
    run: (bank, extent) =>
      crashes(
        bank,
        {
          mark: 's',
          rounds: roundsOf(extent, 50),
          strike: async ({ product }) => void (await product.kill()),
        },
        extent,
      ),
  },
  {
    row: 7,
    title: 'kill -9 сервера и базы',
    release: true,
    run: async (bank, extent) => {
      const strike = async () => {
        killDatabase(bank.postmasterPid)
        await bank.product.kill()
      }
      const finding = await crashes(bank, { mark: 'd', rounds: roundsOf(extent, 20), strike }, extent)
      return { ...finding, faults: [...finding.faults, ...(await brokenIndexes(bank, extent))] }
    },
  },
]

/** What amcheck says about every index, heap included. */
export async function brokenIndexes(bank: BankUnderTest, extent: Extent): Promise<string[]> {
  await bank.sql('CREATE EXTENSION IF NOT EXISTS amcheck')
  const indexes = await bank.sql<{ oid: number; name: string }>(
    `SELECT c.oid::int AS oid, c.relname AS name FROM pg_class c JOIN pg_am m ON m.oid = c.relam
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE m.amname = 'btree' AND c.relkind = 'i' AND n.nspname IN ('public', 'identity')
      ORDER BY c.relpages LIMIT $1`,
    [extent.of(10_000, 30)],
  )
  const broken: string[] = []
  for (const { oid, name } of indexes)
    await bank
      .sql('SELECT bt_index_check($1::oid::regclass, true)', [oid])
      .catch((error: Error) => broken.push(`${name}: ${error.message}`))
  return broken
}
