import type { Call } from '../api/calls.ts'
import { largeNetwork } from './fill.ts'

/** One thing that people do, with different words and filters every time. */
export interface Kind {
  readonly name: string
  /** Whose sign-in: the operator's, or of the administrator of a network of 20 000 branches. */
  readonly as: 'admin' | 'partner-admin'
  /** A search by a part of a name: must be quick alone too. */
  readonly search: boolean
  /** Of every hundred requests. */
  readonly share: number
  call(turn: number): Call
}

const cycle = <T>(list: readonly T[], turn: number): T => {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

const post = (path: string, body: object): Call => ({ method: 'POST', path, body: JSON.stringify(body) })

const partners = (body: object, page = 0, sort = 'shortName,asc') =>
  post(`/api/partner/filtered?page=${page}&size=20&sort=${sort}`, body)
const employees = (body: object, page = 0) =>
  post(`/api/partner/${largeNetwork}/employee/filtered?page=${page}&size=20&sort=fullName,asc`, {
    includeBranches: true,
    ...body,
  })

const regions = ['77', '78', '16', '66', '54', '63', '02', '24']
const roles = ['Appraiser', 'Insurer', 'LeadCreator', 'ManagingAgent', 'IssueAgent']
const nameParts = ['северн', 'надежн', 'янтарн', 'ключи', 'метраж', 'волжск', 'страхов', 'зелён']
const surnameParts = ['воробьё', 'жуков', 'семен', 'тарас', 'ковал', 'лебед']

export const kinds: readonly Kind[] = [
  {
    name: 'партнёры: роль, два региона, действующие',
    as: 'admin',
    search: false,
    share: 20,
    call: (turn) =>
      partners(
        {
          roles: [cycle(roles, turn)],
          regions: [cycle(regions, turn), cycle(regions, turn + 3)],
          notActive: false,
        },
        turn % 4,
      ),
  },
  {
    name: 'партнёры: истекает аккредитация по роли',
    as: 'admin',
    search: false,
    share: 3,
    call: (turn) => partners({ roles: [cycle(roles, turn)], accreditation: ['EXPIRING'] }),
  },
  {
    name: 'партнёры: без отбора',
    as: 'admin',
    search: false,
    share: 15,
    call: (turn) => partners({}, turn % 10),
  },
  {
    name: 'партнёры: по ИНН, последние созданные',
    as: 'admin',
    search: false,
    share: 7,
    call: (turn) => partners({ notActive: false }, turn % 5, turn % 2 === 0 ? 'inn,asc' : 'createdAt,desc'),
  },
  {
    name: 'партнёры: часть названия',
    as: 'admin',
    search: true,
    share: 8,
    call: (turn) => partners({ search: cycle(nameParts, turn) }),
  },
  {
    name: 'партнёры: часть названия и номер',
    as: 'admin',
    search: true,
    share: 10,
    call: (turn) => partners({ search: `${cycle(nameParts, turn)} ${100 + (turn % 800)}` }),
  },
  {
    name: 'партнёры сети: роль и регион',
    as: 'partner-admin',
    search: false,
    share: 8,
    call: (turn) => partners({ roles: [cycle(roles, turn)], regions: [cycle(regions, turn)] }),
  },
  {
    name: 'партнёры сети: часть названия',
    as: 'partner-admin',
    search: true,
    share: 5,
    call: (turn) => partners({ search: cycle(nameParts, turn) }),
  },
  {
    name: 'сотрудники сети: работающие',
    as: 'partner-admin',
    search: false,
    share: 12,
    call: (turn) => employees({ notActive: false }, turn % 6),
  },
  {
    name: 'сотрудники сети: роль и должность',
    as: 'partner-admin',
    search: false,
    share: 2,
    call: () => employees({ userRoleIds: [5], jobTitle: 'руководитель' }),
  },
  {
    name: 'сотрудники сети: часть фамилии',
    as: 'partner-admin',
    search: true,
    share: 5,
    call: (turn) => employees({ text: cycle(surnameParts, turn) }),
  },
  {
    name: 'сотрудники сети: фамилия и имя',
    as: 'admin',
    search: true,
    share: 5,
    call: (turn) => employees({ text: `${cycle(surnameParts, turn)} мак` }),
  },
]
