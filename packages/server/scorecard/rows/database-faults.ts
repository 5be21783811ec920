import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, firstOf } from '../check.ts'

interface Probe {
  readonly at: number
  readonly status: number
  readonly ms: number
}

/** Reads and saves all the time; a refused connection counts as status 0. */
function probing(bank: BankUnderTest, extent: Extent) {
  const seen: Probe[] = []
  let on = true
  const loop = async (method: string, path: string, body?: object) => {
    while (on) {
      const at = performance.now()
      const answer = await bank.send(method, path, { body, timeoutMs: 40_000 }).catch(() => null)
      seen.push({ at, status: answer?.status ?? 0, ms: performance.now() - at })
      await sleep(answer?.status === 200 ? extent.of(5, 50) : extent.of(25, 50))
    }
  }
  const loops = [
    loop('GET', '/api/reference/region'),
    loop('POST', '/api/partner/nis/list?page=0&size=20', {}),
    loop('POST', '/api/partner/oic/statistics', {}),
    loop('PUT', '/api/user/settings', { theme: 'light' }),
  ]
  return {
    seen,
    async stop() {
      on = false
      await Promise.all(loops)
      return seen
    },
  }
}

/** Milliseconds after `from` until answers are good again and stay so. */
function recoveredAfter(seen: readonly Probe[], from: number): number {
  const bad = seen.filter((probe) => probe.at + probe.ms >= from && probe.status !== 200)
  const last = bad.at(-1)
  return last === undefined ? 0 : last.at + last.ms - from
}

const family = (pid: number): number[] => {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).trim()
  return [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

async function aliveSince(bank: BankUnderTest, pid: number | undefined): Promise<string[]> {
  if (pid === undefined || bank.product.pid !== pid || !(await bank.product.isReady()))
    return ['сервер не пережил сбой базы']
  return []
}

/** Status texts that a person may see while the database is away. */
const plain = (status: number) => status === 200 || status === 503 || status === 429

async function killOneBackend(bank: BankUnderTest, extent: Extent) {
  const probes = probing(bank, extent)
  await sleep(extent.of(1_000, 300))
  const from = performance.now()
  const killed = await bank.sql<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY backend_start LIMIT 1`,
  )
  await sleep(extent.of(4_000, 1_000))
  return { killed: killed.length, ms: recoveredAfter(await probes.stop(), from) }
}

async function restartDatabase(bank: BankUnderTest, extent: Extent) {
  const probes = probing(bank, extent)
  await sleep(extent.of(1_000, 300))
  // Fast shutdown; the product's watch starts the server again by itself.
  process.kill(bank.postmasterPid, 'SIGINT')
  await sleep(300)
  const down = performance.now()
  await sleep(extent.of(8_000, 4_000))
  const seen = await probes.stop()
  return {
    ms: recoveredAfter(seen, down),
    odd: seen.filter((probe) => probe.status !== 0 && !plain(probe.status)),
  }
}

async function stall(bank: BankUnderTest, seconds: number, extent: Extent) {
  const probes = probing(bank, extent)
  await sleep(1_000)
  const pids = family(bank.postmasterPid)
  signal(pids, 'SIGSTOP')
  try {
    await sleep(seconds * 1_000)
  } finally {
    signal(pids, 'SIGCONT')
  }
  await sleep(extent.of(4_000, 2_000))
  const seen = await probes.stop()
  return {
    slowest: Math.max(...seen.map((probe) => probe.ms)),
    during: seen.filter((probe) => probe.ms > 1_000).length,
    last: seen.slice(-8).every((probe) => probe.status === 200),
  }
}

export const databaseChecks: Check[] = [
  {
    row: 11,
    title: 'перезапуск базы, оборван один её процесс',
    release: false,
    async run(bank, extent) {
      const pid = bank.product.pid
      const faults: string[] = []
      const late: string[] = []
      const one = await killOneBackend(bank, extent)
      faults.push(...(await aliveSince(bank, pid)))
      if (one.killed === 0) faults.push('оборвать было нечего')
      if (one.ms > 2_000)
        late.push(`после обрыва процесса ответы верны только через ${Math.round(one.ms)} мс`)
      const restart = await restartDatabase(bank, extent)
      faults.push(...(await aliveSince(bank, pid)))
      if (restart.ms > 2_000)
        late.push(`после перезапуска базы ответы верны только через ${Math.round(restart.ms)} мс`)
      const odd = [...new Set(restart.odd.map((probe) => probe.status))]
      if (odd.length > 0) faults.push(`пока базы не было, ответы ${odd.join(', ')} вместо 503`)
      const planted = recoveredAfter([{ at: 0, status: 500, ms: 3_000 }], 0) > 2_000
      return {
        measured: `обрыв процесса: снова верно через ${Math.round(one.ms)} мс; перезапуск: через ${Math.round(restart.ms)} мс`,
        faults,
        late,
        control: { planted: 'ответ 500 спустя 3 с', found: planted },
      }
    },
  },
  {
    row: 12,
    title: 'база замерла на 15 секунд',
    release: false,
    async run(bank, extent) {
      const pid = bank.product.pid
      const seen = await stall(bank, extent.of(15, 5), extent)
      const faults = await aliveSince(bank, pid)
      const late = seen.slowest > 6_000 ? [`самый долгий ответ ${Math.round(seen.slowest)} мс`] : []
      if (seen.during === 0) faults.push('замирания никто не заметил: проверка не сработала')
      if (!seen.last) faults.push('после пробуждения базы ответы не вернулись к 200')
      // Planted: the same stall, seen by a client of the database without time limits.
      const begun = performance.now()
      const pids = family(bank.postmasterPid)
      const wait = extent.of(7_000, 1_500)
      signal(pids, 'SIGSTOP')
      const patient = bank.sql('SELECT 1').catch(() => undefined)
      setTimeout(() => signal(pids, 'SIGCONT'), wait)
      await patient
      return {
        measured: `самый долгий ответ ${Math.round(seen.slowest)} мс, ждали дольше секунды ${seen.during}`,
        faults: firstOf(faults),
        late,
        control: { planted: 'запрос без предела времени', found: performance.now() - begun > wait - 1_000 },
      }
    },
  },
]
