import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { BankUnderTest, Call } from '../bank-under-test.ts'
import { type Check, firstOf, percentile } from '../check.ts'

const connections = 32
/** Milliseconds within which 95 and 99 of a hundred answers have to come. */
const limits = { p95: 150, p99: 300 }

interface Asked extends Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
}

const post = (path: string, body: object, login = 'admin'): Asked => ({ method: 'POST', path, body, login })
const get = (path: string, login = 'admin'): Asked => ({ method: 'GET', path, login })

/** What people do all day and how often, in so many of fifty: lists, cases and tasks all the time, the first page seldom. */
const readings = (caseIds: readonly number[]): readonly ((turn: number) => Asked)[] => {
  const anyCase = (turn: number) => caseIds[turn % caseIds.length] ?? 0
  const shares: readonly (readonly [number, (turn: number) => Asked])[] = [
    [7, (turn) => post(`/api/case-list/applications?page=${turn % 10}&size=20&sort=createdAt,desc`, {})],
    [6, (turn) => post('/api/case-list/applications?page=0&size=20', { regions: [`${50 + (turn % 20)}`] })],
    [9, (turn) => get(`/api/case/${anyCase(turn)}`)],
    [7, (turn) => get(`/api/case/${anyCase(turn)}/sections`)],
    [8, (turn) => post('/api/case-task/search', { tab: 'ALL', size: 20, page: turn % 10 })],
    [4, () => post('/api/case-task/counts', {}, 'underwriter')],
    [6, (turn) => post(`/api/partner/oic/list?page=${turn % 5}&size=20`, { workStatus: 'ACTIVE' })],
    [2, () => get('/api/partner')],
    [1, () => get('/api/dashboard', 'workload')],
  ]
  const whole = shares.reduce((sum, [share]) => sum + share, 0)
  // Each kind is spread over the fifty, so that connections do not ask for one thing all at once.
  return shares
    .flatMap(([share, ask]) =>
      Array.from({ length: share }, (_, at) => ({ ask, place: ((at + 0.5) * whole) / share })),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ ask }) => ask)
}

/** After so many readings one save. */
const readingsPerSave = 9

/** What was answered: times of all answers, and words of those that are not as they should be. */
export interface Seen {
  readonly milliseconds: number[]
  readonly odd: string[]
}

/** One connection: the next call goes when the last is answered. Its approver is its own, so that nobody is refused. */
async function connection(
  bank: BankUnderTest,
  kinds: readonly ((turn: number) => Asked)[],
  { own, first, until }: { readonly own: Approver; readonly first: number; readonly until: number },
  seen: Seen,
): Promise<void> {
  let version = own
  const ask = async ({ method, path, ...call }: Asked) => {
    const answer = await bank.send(method, path, call).catch((error: Error) => error)
    if (answer instanceof Error) return void seen.odd.push(`${method} ${path}: ${answer.message}`)
    seen.milliseconds.push(answer.ms)
    if (answer.status !== 200)
      return void seen.odd.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 120)}`)
    return answer
  }
  for (let turn = first; performance.now() < until; turn += 1) {
    if (turn % (readingsPerSave + 1) === readingsPerSave) {
      const body = { ...version, mortgageApplicationsLimit: 50 + (turn % 40) }
      const saved = await ask({ method: 'PUT', path: `/api/partner/nis/${own.id}`, body })
      if (saved) version = JSON.parse(saved.text) as Approver
    } else {
      const kind = kinds[turn % kinds.length]
      if (kind !== undefined) await ask(kind(turn))
    }
  }
}

/** Thirty-two connections at once for so many seconds. */
export async function load(
  bank: BankUnderTest,
  kinds: readonly ((turn: number) => Asked)[],
  seconds: number,
): Promise<Seen> {
  const approvers = await bank.activeApprovers('nis', connections)
  const seen: Seen = { milliseconds: [], odd: [] }
  const until = performance.now() + seconds * 1_000
  await Promise.all(
    approvers.map((own, at) => connection(bank, kinds, { own, first: at * 101, until }, seen)),
  )
  return seen
}

/** What people do all day, over cases of the bank. */
export async function dailyKinds(bank: BankUnderTest): Promise<readonly ((turn: number) => Asked)[]> {
  const cases = await bank.sql<{ id: number }>(
    `SELECT id FROM case_file WHERE type = 'FULL_APPLICATION' ORDER BY hashint4(id) LIMIT 500`,
  )
  return readings(cases.map(({ id }) => id))
}

export const mixedLoadChecks: Check[] = [
  {
    row: 1,
    title: 'смешанная нагрузка, 32 соединения, 10 минут',
    release: false,
    async run(bank, extent) {
      const kinds = await dailyKinds(bank)
      const seconds = extent.of(600, 4)
      const { milliseconds, odd } = await load(bank, kinds, seconds)
      const [usual, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(milliseconds, share)))
      const planted = await load(bank, [() => get('/api/case/2147483647')], 1)
      return {
        measured: `${milliseconds.length} вызовов за ${seconds} с, ${Math.round(milliseconds.length / seconds)} в секунду, из десяти одно сохранение: ошибок ${odd.length}; p50 ${usual} мс, p95 ${p95} мс, p99 ${p99} мс`,
        faults: firstOf(odd),
        late: [
          ...((p95 ?? 0) >= limits.p95 ? [`p95 ${p95} мс`] : []),
          ...((p99 ?? 0) >= limits.p99 ? [`p99 ${p99} мс`] : []),
        ],
        control: { planted: 'вызов дела, которого нет', found: planted.odd.length > 0 },
      }
    },
  },
]
