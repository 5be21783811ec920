import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withComma } from '#progress.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf, percentile } from '../check.ts'
import { dailyKinds, load } from './mixed-load.ts'

const slices = 6
/** The first slice fills caches and compiles; the second is what the last is compared with. */
const compared = 1
const mostGrowth = 1.1
const mostDrift = 1.2

/** What a process holds: memory in MB, open files and sockets. */
interface Held {
  readonly megabytes: number
  readonly files: number
}

function heldBy(pid: number): Held {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { megabytes: Number(kilobytes) / 1_024, files: readdirSync(`/proc/${pid}/fd`).length }
}

/** What it holds at the least while the work goes on: what comes and goes between collections is no leak. */
async function leastHeld(pid: number, everyMs: number, work: Promise<unknown>): Promise<Held> {
  const seen: Held[] = [heldBy(pid)]
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([done, sleep(everyMs)])
    seen.push(heldBy(pid))
  }
  const low = (values: number[]) => Math.round(percentile(values, 0.1))
  return {
    megabytes: low(seen.map(({ megabytes }) => megabytes)),
    files: low(seen.map(({ files }) => files)),
  }
}

interface Slice extends Held {
  readonly calls: number
  readonly p99: number
}

/** What has grown between two slices. */
function grown(early: Slice, late: Slice): string[] {
  const kinds = [
    ['память', early.megabytes, late.megabytes, mostGrowth, 'МБ'],
    ['открытые файлы и соединения', early.files, late.files, mostGrowth, ''],
    ['p99', early.p99, late.p99, mostDrift, 'мс'],
  ] as const
  return kinds
    .filter(([, before, after, most]) => after > before * most)
    .map(([what, before, after, , unit]) => `${what}: ${before} → ${after} ${unit}`.trimEnd())
}

/** A process that keeps what it need not, watched in the same way. */
async function plantLeak(): Promise<boolean> {
  const leaking = spawn(process.execPath, [
    '-e',
    'const kept = []; setInterval(() => kept.push(Buffer.alloc(4 << 20, 1)), 20)',
  ])
  const { pid } = leaking
  if (pid === undefined) return false
  try {
    await sleep(300)
    const early = await leastHeld(pid, 100, sleep(500))
    const late = await leastHeld(pid, 100, sleep(500))
    return grown({ ...early, calls: 0, p99: 0 }, { ...late, calls: 0, p99: 0 }).length > 0
  } finally {
    leaking.kill('SIGKILL')
  }
}

async function soak(bank: BankUnderTest, pid: number, extent: Extent): Promise<Finding> {
  const kinds = await dailyKinds(bank)
  const seconds = extent.of(600, 1)
  const seen: Slice[] = []
  const odd: string[] = []
  for (let n = 0; n < slices; n += 1) {
    const work = load(bank, kinds, seconds)
    const held = await leastHeld(pid, extent.of(5_000, 200), work)
    const { milliseconds, odd: wrong } = await work
    odd.push(...wrong)
    seen.push({ ...held, calls: milliseconds.length, p99: Math.round(percentile(milliseconds, 0.99)) })
  }
  const [early, late] = [seen[compared], seen.at(-1)]
  const calls = seen.reduce((sum, slice) => sum + slice.calls, 0)
  const row = (of: (slice: Slice) => number) => seen.map(of).join(' → ')
  return {
    measured: `${calls} вызовов за ${withComma((slices * seconds) / 60)} мин, ошибок ${odd.length}; по десять минут: память ${row(({ megabytes }) => megabytes)} МБ, открыто ${row(({ files }) => files)}, p99 ${row(({ p99 }) => p99)} мс`,
    faults: firstOf(odd),
    late: early === undefined || late === undefined ? ['не измерено'] : grown(early, late),
    control: { planted: 'процесс, который копит прочитанное', found: await plantLeak() },
  }
}

export const soakChecks: Check[] = [
  {
    row: 3,
    title: 'час под смешанной нагрузкой: память, открытые файлы, p99',
    release: false,
    async run(bank, extent) {
      const { pid } = bank.product
      if (process.platform === 'linux' && pid !== undefined) return soak(bank, pid, extent)
      return {
        measured: 'не запускалось: сколько занимает процесс, здесь не узнать',
        faults: [],
        control: { planted: '—', found: true },
        notRun: ['нужен Linux'],
      }
    },
  },
]
