import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf } from '../check.ts'
import { withComma } from '#progress.ts'

const type: ApproverType = 'nis'

interface Written {
  /** Approver → the highest version whose save was answered. */
  readonly versions: Map<number, { version: number; limit: number }>
  /** Numbers of applications whose intake was answered. */
  readonly numbers: Set<string>
  /** Numbers of intakes that were never answered. */
  readonly unanswered: string[][]
}

async function keepSaving(bank: BankUnderTest, approver: Approver, written: Written, goesOn: () => boolean) {
  let current = approver
  for (let limit = 20; goesOn(); limit = 20 + ((limit + 1) % 50)) {
    const path = `/api/partner/${type}/${approver.id}`
    const answer = await bank
      .send('PUT', path, { body: { ...current, mortgageApplicationsLimit: limit } })
      .catch(() => null)
    if (answer === null) return
    if (answer.status === 200) {
      current = JSON.parse(answer.text) as Approver
      written.versions.set(approver.id, { version: current.version, limit })
    } else if (answer.status === 409) current = JSON.parse(answer.text).current as Approver
    else await sleep(20)
  }
}

async function keepTakingIn(bank: BankUnderTest, round: string, written: Written, goesOn: () => boolean) {
  const [partner] = await bank.sql<{ id: number }>('SELECT id FROM partner ORDER BY id LIMIT 1')
  const [sample] = await bank.sql<{
    level_code: string
    outside_status: string
    region_code: string
    programme: string
  }>(
    `SELECT level_code, outside_status, region_code, programme FROM application WHERE type = $1 AND closed_at IS NULL LIMIT 1`,
    [type],
  )
  for (let n = 0; goesOn(); n += 1) {
    const numbers = Array.from({ length: 20 }, (_, i) => `CR-${round}-${n}-${i}`)
    const body = numbers.map((number) => ({
      number,
      clientName: 'Проверкин Устойчив Сбоевич',
      programme: sample?.programme ?? 'Военная ипотека',
      type,
      level: sample?.level_code ?? 'LEVEL_2',
      status: sample?.outside_status ?? 'UNDERWRITING',
      partnerId: partner?.id ?? 1,
      region: sample?.region_code ?? '77',
    }))
    const answer = await bank.send('POST', '/api/application/intake', { body }).catch(() => null)
    if (answer === null) {
      written.unanswered.push(numbers)
      return
    }
    if (answer.status !== 200) continue
    const { results } = JSON.parse(answer.text) as { results: { number: string; outcome: string }[] }
    for (const { number, outcome } of results) if (outcome === 'ACCEPTED') written.numbers.add(number)
  }
}

/** What is missing or half there after the restart. */
async function compare(bank: BankUnderTest, written: Written): Promise<string[]> {
  const faults: string[] = []
  const approvers = await bank.sql<{ id: number; version: number; max_open: number }>(
    'SELECT id, version, max_open FROM approver WHERE id = ANY($1)',
    [[...written.versions.keys()]],
  )
  for (const row of approvers) {
    const known = written.versions.get(row.id)
    if (known === undefined) continue
    if (row.version < known.version)
      faults.push(`согласующий ${row.id}: отвечена версия ${known.version}, в базе ${row.version}`)
    if (row.version === known.version && row.max_open !== known.limit)
      faults.push(`согласующий ${row.id}: отвечен лимит ${known.limit}, в базе ${row.max_open}`)
  }
  const stored = await bank.sql<{ number: string }>('SELECT number FROM application WHERE number = ANY($1)', [
    [...written.numbers],
  ])
  const found = new Set(stored.map((row) => row.number))
  for (const number of written.numbers)
    if (!found.has(number)) faults.push(`заявка ${number} принята и потеряна`)
  for (const numbers of written.unanswered) {
    const [row] = await bank.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM application WHERE number = ANY($1)',
      [numbers],
    )
    if (row !== undefined && row.count !== 0 && row.count !== numbers.length)
      faults.push(`приём без ответа записан наполовину: ${row.count} из ${numbers.length}`)
  }
  return [...faults, ...(await halfWrites(bank))]
}

/** Rows that contradict each other: a half of a transaction would leave them. */
async function halfWrites(bank: BankUnderTest): Promise<string[]> {
  const rules: [text: string, sql: string][] = [
    [
      'лимит согласующего не тот, что в последней записи истории',
      `SELECT a.id::text AS what FROM approver a CROSS JOIN LATERAL
        (SELECT h.new_values ->> 'max_open' AS last FROM change_history h
          WHERE h.object_type = 'approver' AND h.object_id = a.id AND h.new_values ? 'max_open'
          ORDER BY h.id DESC LIMIT 1) h WHERE h.last IS DISTINCT FROM a.max_open::text`,
    ],
    [
      'счётчик нагрузки расходится с заявками',
      `SELECT w.approver_id::text AS what FROM approver_workload w WHERE w.open_count <>
        (SELECT count(*) FROM application p WHERE p.approver_id = w.approver_id AND p.closed_at IS NULL)`,
    ],
    [
      'назначенная заявка без события назначения',
      `SELECT p.number AS what FROM application p WHERE p.number LIKE 'CR-%' AND p.approver_id IS NOT NULL AND NOT EXISTS
        (SELECT FROM assignment s WHERE s.application_id = p.id AND s.approver_id = p.approver_id)`,
    ],
  ]
  const faults: string[] = []
  for (const [text, sql] of rules) {
    const rows = await bank.sql<{ what: string }>(sql)
    if (rows.length > 0) faults.push(`${text}: ${rows.length} (${rows[0]?.what})`)
  }
  return faults
}

async function killDatabase(bank: BankUnderTest) {
  const pid = bank.postmasterPid
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

async function crashOnce(bank: BankUnderTest, round: string, withDatabase: boolean, extent: Extent) {
  const written: Written = { versions: new Map(), numbers: new Set(), unanswered: [] }
  const approvers = await bank.activeApprovers(type, extent.of(100, 10))
  let on = true
  const goesOn = () => on
  const work = [
    // Two writers an approver: 200 saves are under way at any moment.
    ...[...approvers, ...approvers].map((approver) => keepSaving(bank, approver, written, goesOn)),
    keepTakingIn(bank, round, written, goesOn),
  ]
  await sleep(extent.of(2_500, 300) + Math.random() * extent.of(1_500, 300))
  // A busy machine takes its time; without an answered save of each kind there is nothing to lose.
  const patience = performance.now() + 20_000
  while ((written.numbers.size === 0 || written.versions.size === 0) && performance.now() < patience)
    await sleep(50)
  if (withDatabase) await killDatabase(bank)
  await bank.product.kill()
  on = false
  await Promise.all(work)
  bank.forget()
  const begun = performance.now()
  await bank.product.start(extent.of(30, 90))
  const backMs = performance.now() - begun
  return { written, backMs, faults: await compare(bank, written), writers: work.length - 1 }
}

/** Removes an answered write behind the product's back: the comparison must notice. */
async function plantLoss(bank: BankUnderTest, written: Written): Promise<boolean> {
  const number = [...written.numbers][0]
  if (number === undefined) return false
  await bank.sql('UPDATE application SET number = number || $2 WHERE number = $1', [number, '-lost'])
  const seen = (await compare(bank, written)).some((fault) => fault.includes(number))
  await bank.sql('UPDATE application SET number = $1 WHERE number = $1 || $2', [number, '-lost'])
  return seen
}

async function crashes(
  bank: BankUnderTest,
  rounds: number,
  withDatabase: boolean,
  extent: Extent,
): Promise<Finding> {
  const faults: string[] = []
  const late: string[] = []
  let saves = 0
  let applications = 0
  let slowest = 0
  let found = false
  for (let n = 0; n < rounds; n += 1) {
    const round = `${withDatabase ? 'd' : 's'}${Date.now().toString(36)}${n}`
    const crash = await crashOnce(bank, round, withDatabase, extent)
    saves += [...crash.written.versions.values()].length
    applications += crash.written.numbers.size
    slowest = Math.max(slowest, crash.backMs)
    faults.push(...crash.faults.map((fault) => `${n + 1}-й раз: ${fault}`))
    if (crash.backMs > 10_000) late.push(`${n + 1}-й раз: поднялся за ${withComma(crash.backMs / 1_000)} с`)
    if (n === 0) found = await plantLoss(bank, crash.written)
  }
  if (saves === 0 || applications === 0)
    faults.push(`нечего проверять: сохранений ${saves}, заявок ${applications}`)
  return {
    measured: `${rounds} сбоев, отвеченных согласующих ${saves}, заявок ${applications}; подъём до ${withComma(slowest / 1_000)} с`,
    faults: firstOf(faults),
    late,
    control: { planted: 'отвеченная заявка спрятана из базы', found },
  }
}

export const crashChecks: Check[] = [
  {
    row: 6,
    title: 'kill -9 сервера во время 200 одновременных сохранений и приёма',
    release: true,
    run: (bank, extent) =>
      crashes(bank, Number(process.env.SCORECARD_CRASHES ?? extent.of(50, 1)), false, extent),
  },
  {
    row: 7,
    title: 'kill -9 сервера и базы',
    release: true,
    run: async (bank, extent) => {
      const rounds = Number(process.env.SCORECARD_CRASHES ?? extent.of(20, 1))
      const finding = await crashes(bank, rounds, true, extent)
      return { ...finding, faults: [...finding.faults, ...(await brokenIndexes(bank, extent))] }
    },
  },
]

/** What amcheck says about every index, heap included. */
async function brokenIndexes(bank: BankUnderTest, extent: Extent): Promise<string[]> {
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
