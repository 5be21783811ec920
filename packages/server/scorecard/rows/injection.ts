import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, firstOf } from '../check.ts'
import { judgeAnswer } from '../leaks.ts'
import { payloads } from '../payloads.ts'

interface Place {
  readonly name: string
  readonly method: string
  readonly path: (text: string) => string
  readonly body?: (text: string) => object
}

const item = (change: Record<string, string>) => ({
  number: `INJ-${Math.random().toString(36).slice(2, 10)}`,
  clientName: 'Иванов Иван',
  programme: 'Военная ипотека',
  type: 'nis',
  level: 'LEVEL_2',
  status: 'UNDERWRITING',
  partnerId: 1,
  region: '77',
  ...change,
})
const list = '/api/partner/nis/list?page=0&size=5'
const fixed = (path: string) => () => path
const encoded =
  (before: string, after = '') =>
  (text: string) =>
    `${before}${encodeURIComponent(text)}${after}`

/** Every place that takes a text, sort and filter names included. */
const places: Place[] = [
  { name: 'сортировка', method: 'POST', path: encoded(`${list}&sort=`), body: () => ({}) },
  {
    name: 'сортировка с направлением',
    method: 'POST',
    path: encoded(`${list}&sort=`, ',asc'),
    body: () => ({}),
  },
  {
    name: 'номер страницы',
    method: 'POST',
    path: encoded('/api/partner/nis/list?size=5&page='),
    body: () => ({}),
  },
  { name: 'подразделение', method: 'POST', path: encoded('/api/partner/', '/list'), body: () => ({}) },
  { name: 'номер согласующего', method: 'GET', path: encoded('/api/partner/nis/') },
  { name: 'имя фильтра', method: 'POST', path: fixed(list), body: (text) => ({ [text]: text }) },
  {
    name: 'уровни',
    method: 'POST',
    path: fixed(list),
    body: (text) => ({ mortgageApplicationLevels: [text] }),
  },
  { name: 'регионы', method: 'POST', path: fixed(list), body: (text) => ({ regions: [text] }) },
  { name: 'рабочий статус', method: 'POST', path: fixed(list), body: (text) => ({ workStatus: text }) },
  { name: 'смена', method: 'POST', path: fixed(list), body: (text) => ({ workingShiftFrom: text }) },
  {
    name: 'поиск по ФИО',
    method: 'POST',
    path: fixed('/api/partner/nis/findEmployeesByFullName'),
    body: (fullName) => ({ fullName }),
  },
  {
    name: 'поиск партнёра',
    method: 'POST',
    path: fixed('/api/partner/filter'),
    body: (value) => ({ searchConditions: [{ fields: ['fullName'], predicate: 'like', value }] }),
  },
  {
    name: 'поле поиска партнёра',
    method: 'POST',
    path: fixed('/api/partner/filter'),
    body: (field) => ({ searchConditions: [{ fields: [field], predicate: 'like', value: 'а' }] }),
  },
  { name: 'общий поиск', method: 'POST', path: fixed('/api/search'), body: (text) => ({ text }) },
  {
    name: 'поиск в очереди',
    method: 'POST',
    path: fixed('/api/application/queue'),
    body: (search) => ({ search }),
  },
  { name: 'внешняя ссылка', method: 'GET', path: encoded('/api/reference/externalLinks/') },
  { name: 'логин', method: 'GET', path: encoded('/api/employee/getUserByLogin?login=') },
  { name: 'список представлений', method: 'GET', path: encoded('/api/views/') },
  ...(['number', 'clientName', 'programme', 'level', 'status', 'region'] as const).map((field) => ({
    name: `приём: ${field}`,
    method: 'POST',
    path: fixed('/api/application/intake'),
    body: (text: string) => item({ [field]: text }),
  })),
  {
    name: 'имя представления',
    method: 'POST',
    path: fixed('/api/views/scorecard.injection'),
    body: (name) => ({ name: `${name} ${Math.random()}`.slice(-80), state: name }),
  },
]

interface Seen {
  readonly faults: string[]
  readonly calls: number
  readonly texts: number
}

async function attack(send: BankUnderTest['send'], targets: readonly Place[], extent: Extent): Promise<Seen> {
  const texts = payloads.filter((_, at) => at % extent.of(1, 12) === 0)
  const faults: string[] = []
  let calls = 0
  for (const place of targets)
    for (const text of texts) {
      const answer = await send(place.method, place.path(text), {
        body: place.body?.(text),
        timeoutMs: 20_000,
      })
      calls += 1
      const fault = judgeAnswer(answer.status, answer.text)
      if (fault !== null) faults.push(`${place.name} ← ${text.slice(0, 40)}: ${fault}`)
      if (answer.ms > 4_000)
        faults.push(`${place.name} ← ${text.slice(0, 40)}: ответ через ${Math.round(answer.ms)} мс`)
    }
  return { faults, calls, texts: texts.length }
}

async function tableCounts(bank: BankUnderTest): Promise<string> {
  const rows = await bank.sql(
    `SELECT (SELECT count(*) FROM partner) p, (SELECT count(*) FROM employee) e, (SELECT count(*) FROM approver) a,
      (SELECT count(*) FROM reference_item) r`,
  )
  return JSON.stringify(rows[0])
}

/** A search glued together from text: what both the payloads and sqlmap must find. */
async function withHole<T>(bank: BankUnderTest, attempt: (url: string) => Promise<T>): Promise<T> {
  // The hole is real: what comes through it may only read, and not for long.
  const pool = new pg.Pool({
    connectionString: bank.databaseUrl,
    max: 4,
    options: '-c default_transaction_read_only=on -c statement_timeout=8s',
  })
  pool.on('error', () => undefined)
  const server = createServer((request, answer) => {
    const name = new URL(request.url ?? '/', 'http://x').searchParams.get('name') ?? ''
    const one = '(SELECT id, short_name FROM partner ORDER BY id LIMIT 1) one'
    pool.query(`SELECT id, short_name FROM ${one} WHERE short_name = '${name}'`).then(
      ({ rows }) => answer.end(JSON.stringify(rows)),
      (error: Error) => {
        answer.statusCode = 500
        answer.end(error.message)
      },
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  try {
    return await attempt(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    )
  } finally {
    server.closeAllConnections()
    server.close()
    await pool.end()
  }
}

const plantedSend =
  (url: string): BankUnderTest['send'] =>
  async (_method, path) => {
    const begun = performance.now()
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, text: await answer.text(), headers: {}, ms: performance.now() - begun }
  }

const sqlmapPath = ['sqlmap', '/usr/bin/sqlmap', '/usr/share/sqlmap/sqlmap.py'].find(
  (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
)

/** Whether sqlmap finds an injection; `*` marks the place in URL or body. */
async function sqlmap(
  url: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<boolean> {
  const out = mkdtempSync(join(tmpdir(), 'sqlmap-'))
  const args = [
    '-u',
    url,
    '--batch',
    '--level=2',
    '--risk=1',
    '--dbms=postgresql',
    '--threads=4',
    '--disable-coloring',
  ]
  args.push('--output-dir', out, '--flush-session', '--time-sec=3', '--ignore-code=*')
  if (body !== undefined)
    args.push('--data', JSON.stringify(body), '--headers', 'Content-Type: application/json')
  if (token !== undefined) args.push('--header', `Authorization: Bearer ${token}`)
  // What it found stands in its output, whatever its code; a run that was cut short proves nothing.
  const { stdout } = await promisify(execFile)(sqlmapPath ?? 'sqlmap', args, { timeout: 180_000 }).catch(
    (error: Error & { stdout?: string; killed?: boolean }) => {
      if (error.killed === true) throw new Error(`sqlmap has not finished with ${url}`, { cause: error })
      return { stdout: error.stdout ?? '' }
    },
  )
  rmSync(out, { recursive: true, force: true })
  return /identified the following injection|is vulnerable/.test(stdout)
}

async function sqlmapTargets(bank: BankUnderTest): Promise<{ faults: string[]; targets: number }> {
  const targets: [path: string, body?: object][] = [
    [`${list}&sort=fullName*`, {}],
    ['/api/partner/nis/findEmployeesByFullName', { fullName: 'Ким*' }],
    [
      '/api/partner/filter',
      { searchConditions: [{ fields: ['fullName'], predicate: 'like', value: 'Банк*' }] },
    ],
    ['/api/search', { text: 'Ким*' }],
    ['/api/application/queue', { search: 'Ким*' }],
    [list, { regions: ['77*'] }],
    ['/api/partner/nis/1*'],
    ['/api/employee/getUserByLogin?login=admin*'],
  ]
  const faults: string[] = []
  for (const [path, body] of targets)
    if (await sqlmap(`${bank.url}${path}`, { ...(body ? { body } : {}), token: await bank.token('admin') }))
      faults.push(`sqlmap: ${path}`)
  return { faults, targets: targets.length }
}

export const injectionChecks: Check[] = [
  {
    row: 31,
    title: 'внедрение SQL: sqlmap и 50 текстов в каждое поле, имена сортировки и фильтров',
    release: true,
    async run(bank, extent) {
      const before = await tableCounts(bank)
      const seen = await attack((...call) => bank.send(...call), places, extent)
      const faults = [...seen.faults]
      if ((await tableCounts(bank)) !== before) faults.push('число строк в таблицах изменилось')
      const hole: Place[] = [{ name: 'дыра', method: 'GET', path: encoded('/?name=') }]
      const found = await withHole(
        bank,
        async (url) => (await attack(plantedSend(url), hole, extent)).faults.length > 0,
      )
      await bank.sql(`DELETE FROM saved_view WHERE list_key = 'scorecard.injection'`)
      const measured = `${places.length} полей × ${seen.texts} текстов = ${seen.calls} вызовов`
      if (sqlmapPath === undefined || extent.isShort)
        return {
          measured,
          faults: firstOf(faults),
          control: { planted: 'запрос, склеенный из текста', found },
          notRun: ['sqlmap: в системе не установлен (apt-get install sqlmap)'],
        }
      const mapped = await sqlmapTargets(bank)
      const mapFound = await withHole(bank, async (url) => sqlmap(`${url}/?name=x*`))
      return {
        measured: `${measured}; sqlmap — ${mapped.targets} мест`,
        faults: firstOf([...faults, ...mapped.faults]),
        control: { planted: 'запрос, склеенный из текста: и тексты, и sqlmap', found: found && mapFound },
      }
    },
  },
]
