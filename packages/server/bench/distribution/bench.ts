import { join } from 'node:path'
import { type BenchDatabase, startBenchDatabase } from '../database.ts'
import { startWorker } from '../processes.ts'
import { median, number, type Section, table } from '../report.ts'
import type { Distributed, DistributeMessage } from './distributor.ts'
import { emptyAssignments, fillQueue } from './fill.ts'
import { findBlindRules, findFaults } from './verify.ts'

const scale = { approvers: 1_000, applications: 100_000 }
const limitSeconds = 20
const rounds = 3
const together = 4

interface Round {
  readonly seconds: number
  readonly faults: readonly string[]
  readonly assigned: number
  readonly full: number
}

/** Hands out the whole queue by so many processes at once; the time until the last of them is done. */
async function runRound(database: BenchDatabase, processes: number): Promise<Round> {
  await emptyAssignments(database)
  const workers = Array.from({ length: processes }, () =>
    startWorker(join(import.meta.dirname, 'distributor.ts')),
  )
  const message: DistributeMessage = { url: database.url }
  const times = await Promise.all(workers.map((worker) => worker.ask<Distributed>(message)))
  await Promise.all(workers.map((worker) => worker.stop()))
  const [counts] = await database.sql<{ assigned: number; full: number }>(`
    SELECT (SELECT count(*)::int FROM application WHERE approver_id IS NOT NULL) AS assigned,
      (SELECT count(*)::int FROM approver a JOIN approver_workload w ON w.approver_id = a.id AND w.open_count = a.max_open
        WHERE a.type = 'oic') AS full`)
  return {
    seconds: Math.max(...times.map((one) => one.seconds)),
    faults: await findFaults(database.sql),
    assigned: counts?.assigned ?? 0,
    full: counts?.full ?? 0,
  }
}

function describe(name: string, results: readonly Round[]): string[] {
  const faults = results.flatMap((round) => round.faults)
  return [
    name,
    number(median(results.map((round) => round.seconds)), 1),
    results.map((round) => number(round.seconds, 1)).join('; '),
    [...new Set(results.map((round) => number(round.assigned)))].join('; '),
    [...new Set(results.map((round) => number(round.full)))].join('; '),
    faults.length === 0 ? 'нет' : faults.join(', '),
  ]
}

function missedOf(alone: readonly Round[], many: readonly Round[], blind: readonly string[]): string[] {
  const seconds = median(alone.map((round) => round.seconds))
  return [
    ...(seconds < limitSeconds ? [] : [`распределение одним процессом ${number(seconds, 1)} с`]),
    ...[...alone, ...many].flatMap((round) => round.faults),
    ...blind.map((rule) => `проверка «${rule}» не нашла подложенную ошибку`),
  ]
}

/** 100 000 applications over 1 000 approvers, by one process and by four at once, with a check of what came of it. */
export async function benchDistribution(): Promise<Section> {
  const database = await startBenchDatabase()
  try {
    await fillQueue(database, scale)
    const alone: Round[] = []
    const many: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await runRound(database, 1))
      many.push(await runRound(database, together))
    }
    const blind = await findBlindRules(database)
    const head = [
      'процессов',
      'медиана, с',
      'по замерам, с',
      'назначено',
      'согласующих с исчерпанным лимитом',
      'нарушений',
    ]
    const markdown = `${number(scale.applications)} ожидающих заявок, ${number(scale.approvers)} согласующих (лимиты от 60 до 160; половина ограничена регионами, половина партнёрами). Граница: один процесс быстрее ${limitSeconds} с. Заявки, которым никто не подошёл, остаются в очереди с причинами.

${table(head, [describe('1', alone), describe(`${together} одновременно`, many)])}

После каждого замера проверено: ни одна заявка не назначена дважды, ни у кого не больше лимита, счётчики открытых равны действительному числу, держатель заявки тот же, что в последнем назначении, у каждой неназначенной есть причина. Каждой из этих проверок подложена ошибка: ${blind.length === 0 ? 'все найдены' : `не найдены: ${blind.join(', ')}`}.`
    return { title: 'Распределение заявок', markdown, missed: missedOf(alone, many, blind) }
  } finally {
    await database.stop()
  }
}
