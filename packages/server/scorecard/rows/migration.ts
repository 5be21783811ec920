import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#db/migrate.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, percentile } from '../check.ts'

const perSecond = 50
/** So much slower than quiet an answer may be; below the floor nobody notices. */
const mostSlower = 2
const floorMs = 60
/** A person who waits for so long has noticed. */
const heldMs = 1_500

/** A column with a value in every row, an index on it and «not null»: by the ways of `db/run-migration.ts`. */
const careful: Readonly<Record<string, string>> = {
  '901-weight.sql': 'ALTER TABLE notification ADD COLUMN weight int DEFAULT 0;',
  '902-weights.portions.sql':
    '-- portions: notification 5000\nUPDATE notification SET weight = length(text) WHERE id > $1 AND id <= $2;',
  '903-weight.apart.sql':
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS notification_weight ON notification (weight);',
  '904-weight.sql': 'ALTER TABLE notification ADD CONSTRAINT weighed CHECK (weight IS NOT NULL) NOT VALID;',
  '905-weighed.apart.sql': 'ALTER TABLE notification VALIDATE CONSTRAINT weighed;',
}
/** The same at one stroke, held for so many seconds more where there are few rows. */
const carelessFor = (seconds: number): Readonly<Record<string, string>> => ({
  '911-size.sql': `ALTER TABLE notification ADD COLUMN size int;
    UPDATE notification SET size = length(text);
    CREATE INDEX notification_size ON notification (size);
    SELECT pg_sleep(${seconds});
    ALTER TABLE notification ALTER COLUMN size SET NOT NULL;`,
})

interface Load {
  readonly times: number[]
  readonly bad: string[]
}

/** Somebody who sees the first case: who that is, is the demo bank's to say. */
async function whoSees(bank: BankUnderTest): Promise<number> {
  const { status, text } = await bank.send('POST', '/api/case/1/mentionable', { body: {} })
  const [first] = status === 200 ? (JSON.parse(text) as { id: number }[]) : []
  if (first === undefined) throw new Error(`Nobody may be mentioned: ${status} ${text.slice(0, 400)}`)
  return first.id
}

/** Calls at a fixed rate, one of three of which writes into the table, until the work is done. */
async function loaded(bank: BankUnderTest, mentioned: number, work: Promise<unknown>): Promise<Load> {
  const load: Load = { times: [], bad: [] }
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  const calls = [
    // A mention writes a notification.
    () =>
      bank.send('POST', '/api/case/1/comments', {
        body: { text: 'Посмотрите', mentions: [mentioned], kind: 'SHARED' },
      }),
    () => bank.send('GET', '/api/notifications?page=0&size=20', { login: 'workload' }),
    () => bank.send('POST', '/api/partner/nis/list?page=0&size=20', { body: {} }),
  ]
  const one = async (n: number) => {
    const begun = performance.now()
    try {
      const { status, text } = (await (calls[n % calls.length] ?? calls[0])?.()) ?? { status: 0, text: '' }
      if (status !== 200) load.bad.push(`${status} ${text.slice(0, 400)}`)
    } catch (error) {
      load.bad.push(error instanceof Error ? error.message : String(error))
    }
    load.times.push(performance.now() - begun)
  }
  const underWay: Promise<void>[] = []
  const begun = performance.now()
  while (!isOver) {
    while (underWay.length < ((performance.now() - begun) / 1_000) * perSecond)
      underWay.push(one(underWay.length))
    await sleep(5)
  }
  await Promise.all(underWay)
  await done
  return load
}

async function migrated(bank: BankUnderTest, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ipoteka-migrations-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await migrate(bank.databaseUrl, undefined, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const p95 = ({ times }: Load) => percentile(times, 0.95)

async function run(bank: BankUnderTest, extent: Extent): Promise<Finding> {
  const rows = extent.of(1_000_000, 20_000)
  const mentioned = await whoSees(bank)
  const under = (work: Promise<unknown>) => loaded(bank, mentioned, work)
  await bank.sql(`INSERT INTO notification (employee_id, kind, text, read_at)
    SELECT e.id, 'info', repeat('Заявка ждёт решения ', 4) || n, now()
    FROM generate_series(1, ${rows}) n JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM employee WHERE id > 20) x ON true
    CROSS JOIN LATERAL (SELECT x.ids[1 + n % cardinality(x.ids)] AS id) e`)
  await bank.sql('ANALYZE notification')
  await under(sleep(extent.of(3_000, 1_000)))
  const quiet = await under(sleep(extent.of(15_000, 2_000)))
  const begun = performance.now()
  const busy = await under(migrated(bank, careful))
  const seconds = (performance.now() - begun) / 1_000
  const [left] = await bank.sql<{ n: number; valid: boolean }>(`
    SELECT (SELECT count(*)::int FROM notification WHERE weight IS NULL) AS n,
      (SELECT bool_and(indisvalid) FROM pg_index WHERE indrelid = 'notification'::regclass) AS valid`)
  const planted = await under(migrated(bank, carelessFor(extent.of(0, 2))))
  const bound = Math.max(floorMs, mostSlower * p95(quiet))
  const faults = [
    ...new Set([...quiet.bad, ...busy.bad]),
    ...(left?.n === 0 && left.valid
      ? []
      : [`после миграции: строк без значения ${left?.n}, индексы целы: ${left?.valid}`]),
  ]
  const late =
    p95(busy) <= bound
      ? []
      : [`p95 под миграцией ${p95(busy).toFixed(0)} мс при ${p95(quiet).toFixed(0)} мс в покое`]
  const slowest = Math.max(...planted.times)
  return {
    measured: `${rows} строк за ${seconds.toFixed(0)} с: вызовов ${busy.times.length}, отказов ${busy.bad.length}, p95 ${p95(busy).toFixed(0)} мс, самый долгий ${Math.max(...busy.times).toFixed(0)} мс; в покое p95 ${p95(quiet).toFixed(0)} мс`,
    faults,
    late,
    control: {
      planted: 'то же одной миграцией: таблица занята целиком',
      found: planted.bad.length > 0 || slowest > 4 * Math.max(...busy.times, bound) || slowest > heldMs,
    },
  }
}

export const migrationChecks: Check[] = [
  { row: 21, title: 'миграция на 1 000 000 строк под нагрузкой', release: false, run },
]
