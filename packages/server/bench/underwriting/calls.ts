import type { Call } from '../api/calls.ts'
import type { BenchLogin } from '../api/real-server.ts'

/** One thing that underwriters do, with other filters and cases every time. */
export interface Kind {
  readonly name: string
  readonly as: BenchLogin
  /** Of every hundred requests of its measurement. */
  readonly share: number
  /** Milliseconds that 95 of a hundred answers keep within. */
  readonly limit: number
  call(turn: number): Call
}

/** Which cases are opened. */
export interface Opened {
  readonly mortgages: readonly number[]
  readonly loans: readonly number[]
  /** Cases whose people have more in common with others than most. */
  readonly connected: readonly number[]
}

export const cycle = <T>(list: readonly T[], turn: number): T => {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}
const post = (path: string, body: object): Call => ({ method: 'POST', path, body: JSON.stringify(body) })
const get = (path: string): Call => ({ method: 'GET', path })

const journal = (name: 'work' | 'all', body: object, page: number, sort = 'createdAt,desc') =>
  post(`/api/underwriting/journal/${name}?page=${page}&size=20&sort=${sort}`, body)

const regions = ['77', '78', '16', '63', '66', '50']
const stages = ['UNDERWRITING', 'VERIFICATION', 'DECISION_CONTROL', 'AUTO_CHECKS']
const people = ['Соколов Иван', 'Кузнецов', 'Попова', 'Морозов Павел', 'Волкова', 'Лебедев']
const months = ['2026-03', '2026-05', '2026-07', '2026-09', '2026-10']
const of = (turn: number) => ({ from: `${cycle(months, turn)}-01`, to: `${cycle(months, turn)}-28` })

/** Both journals at once. */
export const journalKinds: readonly Kind[] = [
  {
    name: '/underwriting: все в работе',
    as: 'uw-head',
    share: 14,
    limit: 150,
    call: (turn) => journal('work', {}, turn % 10),
  },
  {
    name: '/underwriting: этап и два региона, по сроку',
    as: 'uw-head',
    share: 14,
    limit: 150,
    call: (turn) =>
      journal(
        'work',
        { stages: [cycle(stages, turn)], regions: [cycle(regions, turn), cycle(regions, turn + 1)] },
        turn % 4,
        'dueAt,asc',
      ),
  },
  {
    name: '/underwriting: «Мои»',
    as: 'underwriter',
    share: 12,
    limit: 150,
    call: (turn) => journal('work', { preset: 'MY' }, turn % 4),
  },
  {
    name: '/underwriting: «Просроченные»',
    as: 'uw-head',
    share: 8,
    limit: 150,
    call: (turn) => journal('work', { preset: 'OVERDUE', regions: [cycle(regions, turn)] }, turn % 4),
  },
  {
    name: '/underwriting: «С флагами»',
    as: 'uw-head',
    share: 6,
    limit: 150,
    call: (turn) => journal('work', { preset: 'FLAGGED' }, turn % 4),
  },
  {
    name: '/underwriting: «Возвращённые»',
    as: 'uw-head',
    share: 6,
    limit: 150,
    call: (turn) => journal('work', { preset: 'RETURNED' }, turn % 4),
  },
  {
    name: '/underwriting: «Ждут моей подписи»',
    as: 'uw-head',
    share: 6,
    limit: 150,
    call: (turn) => journal('work', { preset: 'SIGN' }, turn % 4),
  },
  {
    name: '/underwriting-all: без отбора',
    as: 'uw-head',
    share: 10,
    limit: 150,
    call: (turn) => journal('all', {}, turn % 10),
  },
  {
    name: '/underwriting-all: кредиты, сумма от и до',
    as: 'uw-head',
    share: 8,
    limit: 150,
    call: (turn) =>
      journal(
        'all',
        { types: ['LOAN_APPLICATION'], amountFrom: `${300_000 + (turn % 5) * 100_000}`, amountTo: '900000' },
        turn % 4,
      ),
  },
  {
    name: '/underwriting-all: фамилия',
    as: 'uw-head',
    share: 8,
    limit: 150,
    call: (turn) => journal('all', { search: cycle(people, turn) }, turn % 2),
  },
  {
    name: '/underwriting-all: отказы месяца по причине',
    as: 'uw-head',
    share: 8,
    limit: 150,
    call: (turn) =>
      journal(
        'all',
        {
          decidedFrom: of(turn).from,
          decidedTo: of(turn).to,
          outcomes: ['REJECT'],
          reasons: [cycle(['R01', 'R03', 'R09'], turn)],
        },
        turn % 2,
      ),
  },
]

/** What is opened of one case, few at a time. */
export const pageKinds = ({ mortgages, loans, connected }: Opened): readonly Kind[] => [
  {
    name: 'анкета андеррайтера: ипотека',
    as: 'uw-head',
    share: 1,
    limit: 200,
    call: (turn) => get(`/api/underwriting/${cycle(mortgages, turn)}/form`),
  },
  {
    name: 'анкета андеррайтера: кредит',
    as: 'uw-head',
    share: 1,
    limit: 200,
    call: (turn) => get(`/api/underwriting/${cycle(loans, turn)}/form`),
  },
  {
    name: 'сводка: ипотека',
    as: 'uw-head',
    share: 1,
    limit: 200,
    call: (turn) => get(`/api/underwriting/${cycle(mortgages, turn)}/summary`),
  },
  {
    name: 'сводка: кредит',
    as: 'uw-head',
    share: 1,
    limit: 200,
    call: (turn) => get(`/api/underwriting/${cycle(loans, turn)}/summary`),
  },
  {
    name: 'граф связей',
    as: 'security',
    share: 1,
    limit: 300,
    call: (turn) => get(`/api/underwriting/${cycle(connected, turn)}/fraud/connections`),
  },
]

const year = (today: string) => ({
  from: Temporal.PlainDate.from(today).subtract({ years: 1 }).toString(),
  to: today,
})

/** Statistics of a year, with other filters every time. */
export const statisticsKinds = (today: string): readonly Kind[] => [
  {
    name: 'статистика года, все решения',
    as: 'uw-head',
    share: 1,
    limit: 2_000,
    call: () => post('/api/underwriting/statistics', { filter: year(today), cut: 'PARTNER' }),
  },
  {
    name: 'статистика года, один продукт и регионы',
    as: 'uw-head',
    share: 1,
    limit: 2_000,
    call: (turn) =>
      post('/api/underwriting/statistics', {
        filter: { ...year(today), types: ['FULL_APPLICATION'], regions: [cycle(regions, turn)] },
        cut: 'AUTHOR',
      }),
  },
  {
    name: 'статистика года, время по этапам',
    as: 'uw-head',
    share: 1,
    limit: 2_000,
    call: () => post('/api/underwriting/statistics/stages', { filter: year(today) }),
  },
]
