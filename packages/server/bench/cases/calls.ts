import { numberQuestionsPerHour } from '#http/number-questions.ts'
import type { Call } from '../api/calls.ts'

/** One thing that people do with cases, with other words, filters and cases every time. */
export interface Kind {
  readonly name: string
  readonly as: 'admin' | 'partner-admin'
  /** Of every hundred requests. */
  readonly share: number
  /** Milliseconds that 95 of a hundred answers keep within. */
  readonly limit: number
  call(turn: number): Call
}

const cycle = <T>(list: readonly T[], turn: number): T => {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}
const post = (path: string, body: object): Call => ({ method: 'POST', path, body: JSON.stringify(body) })
const list = (body: object, page: number, sort = 'createdAt,desc') =>
  post(`/api/case-list/applications?page=${page}&size=20&sort=${sort}`, body)

const surnames = ['воробь', 'жуков', 'калин', 'нестер', 'тарас', 'яковл']
const names = ['глеб', 'тимур', 'роман', 'лев']
const regions = ['16', '63', '66', '59']
const shortStages = ['NEW', 'IN_WORK', 'WAITING_CLIENT', 'PRE_APPROVED']
const fullStages = ['FILLING', 'REWORK', 'UNDERWRITING', 'APPROVED']

/** Filters under which the tabs are counted. */
const counted = [
  {},
  { stages: ['IN_WORK'] },
  { tab: 'mortgage', regions: ['16'] },
  { search: 'воробьев глеб' },
  { createdFrom: '2026-10-01', createdTo: '2026-10-31' },
]

/** The kinds over cases of which the full ones have ids from `first` on, `full` of them. */
export function kindsOf({ short, full }: { short: number; full: number }): readonly Kind[] {
  const anyFull = (turn: number) => short + 1 + ((turn * 7_919) % full)
  /** As many clients of each kind of number as one person may ask about in an hour, with room for the warming up. */
  const anyOf = (turn: number) => anyFull(turn % (numberQuestionsPerHour / 3))
  return [
    {
      name: 'список: без отбора',
      as: 'admin',
      share: 7,
      limit: 150,
      call: (turn) => list({}, turn % 10),
    },
    {
      name: 'список: краткие, этап и два региона',
      as: 'admin',
      share: 10,
      limit: 150,
      call: (turn) =>
        list(
          {
            tab: 'application',
            stages: [cycle(shortStages, turn)],
            regions: [cycle(regions, turn), cycle(regions, turn + 1)],
          },
          turn % 4,
        ),
    },
    {
      name: 'список: полные по сроку',
      as: 'admin',
      share: 8,
      limit: 150,
      call: (turn) => list({ tab: 'mortgage', stages: [cycle(fullStages, turn)] }, turn % 4, 'dueAt,asc'),
    },
    {
      name: 'список партнёра: мои партнёры',
      as: 'partner-admin',
      share: 8,
      limit: 150,
      call: (turn) => list({ stages: [cycle(shortStages, turn)] }, turn % 4),
    },
    {
      name: 'список: фамилия и имя',
      as: 'admin',
      share: 6,
      limit: 150,
      call: (turn) => list({ search: `${cycle(surnames, turn)} ${cycle(names, turn)}` }, 0),
    },
    {
      name: 'счётчики вкладок списка',
      as: 'admin',
      share: 6,
      limit: 150,
      call: (turn) => post('/api/case-list/applications/counts', cycle(counted, turn)),
    },
    {
      name: 'счётчики вкладок задач',
      as: 'partner-admin',
      share: 2,
      limit: 150,
      call: () => post('/api/case-task/counts', {}),
    },
    {
      name: 'рабочий стол',
      as: 'partner-admin',
      share: 2,
      limit: 300,
      call: () => ({ method: 'GET', path: '/api/dashboard' }),
    },
    {
      name: 'задачи: все по сроку',
      as: 'admin',
      share: 6,
      limit: 150,
      call: (turn) => post('/api/case-task/search', { tab: 'ALL', size: 20, page: turn % 10 }),
    },
    {
      name: 'задачи: просроченные этапа',
      as: 'partner-admin',
      share: 5,
      limit: 150,
      call: (turn) =>
        post('/api/case-task/search', { tab: 'OVERDUE', stages: [cycle(fullStages, turn)], size: 20 }),
    },
    {
      name: 'открытие дела',
      as: 'admin',
      share: 12,
      limit: 100,
      call: (turn) => ({ method: 'GET', path: `/api/case/${anyFull(turn)}` }),
    },
    {
      name: 'анкета дела',
      as: 'admin',
      share: 8,
      limit: 100,
      call: (turn) => ({ method: 'GET', path: `/api/case/${anyFull(turn)}/sections` }),
    },
    {
      name: 'поиск: фамилия',
      as: 'admin',
      share: 5,
      limit: 100,
      call: (turn) => post('/api/search', { text: `${cycle(surnames, turn)} ${cycle(names, turn + 1)}` }),
    },
    {
      name: 'поиск партнёра: фамилия',
      as: 'partner-admin',
      share: 5,
      limit: 100,
      call: (turn) => post('/api/search', { text: `${cycle(surnames, turn)} ${cycle(names, turn + 1)}` }),
    },
    {
      name: 'поиск: паспорт',
      as: 'admin',
      share: 5,
      limit: 100,
      call: (turn) => post('/api/search', { text: String(4_500_000_000 + anyOf(turn)) }),
    },
    {
      name: 'поиск: телефон',
      as: 'admin',
      share: 5,
      limit: 100,
      call: (turn) => post('/api/search', { text: `7${String(anyOf(turn)).padStart(10, '0')}` }),
    },
  ]
}

/** A save of the parameters of one case, each case once. */
export const saveCall = (caseId: number, turn: number): Call => ({
  method: 'PUT',
  path: `/api/case/${caseId}/section/CREDIT`,
  body: JSON.stringify({
    version: 1,
    data: {
      programme: '2',
      goal: 'SECONDARY_MARKET',
      regionCode: '16',
      propertyPrice: `${9_000_000 + turn}.00`,
      downPayment: '3000000.00',
      downPaymentSource: 'SAVINGS',
      amount: `${6_000_000 + turn}.00`,
      termMonths: 240,
      rate: '19.900',
      maternityCapital: false,
      lifeInsurance: true,
    },
  }),
})
