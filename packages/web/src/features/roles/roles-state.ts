type Search = Record<string, unknown>

/** Ways to look at rights; the first one is the default. */
export const roleModes = {
  roles: 'Роли',
  person: 'По сотруднику',
  who: 'Кто может?',
  why: 'Почему нет доступа?',
  compare: 'Сравнение',
  menu: 'Меню как роль',
  requests: 'Заявки на изменение',
  groups: 'Роли рабочих групп',
} as const
export type RoleMode = keyof typeof roleModes

/** Which roles the list shows. */
export const roleStates = { active: 'Действующие', disabled: 'Отключённые', all: 'Все' } as const
export type RoleStates = keyof typeof roleStates

/** Which requests the list shows; an empty status means all of them. */
export interface RolesState {
  readonly mode: RoleMode
  /** The chosen role, in «Роли» and «Меню как роль»; 0: none. */
  readonly role: number
  readonly find: string
  readonly state: RoleStates
  /** The chosen person; 0: none. */
  readonly person: number
  readonly objectType: string
  readonly operation: string
  readonly name: string
  readonly first: number
  readonly second: number
  readonly status: string
  /** From 1. */
  readonly page: number
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const idOf = (value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : 0)
const wordOf = (value: unknown) => (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(textOf(value)) ? textOf(value) : '')

/** Reads the state of the page from its address; what is unknown becomes the default. */
export function parseRoles(search: Search): RolesState {
  const mode = textOf(search.mode)
  const state = textOf(search.state)
  return {
    mode: Object.hasOwn(roleModes, mode) ? (mode as RoleMode) : 'roles',
    role: idOf(search.role),
    find: textOf(search.find),
    state: Object.hasOwn(roleStates, state) ? (state as RoleStates) : 'active',
    person: idOf(search.person),
    objectType: wordOf(search.objectType),
    operation: wordOf(search.operation),
    name: textOf(search.name),
    first: idOf(search.first),
    second: idOf(search.second),
    status: textOf(search.status),
    page: idOf(search.page) || 1,
  }
}

const defaults = parseRoles({})

/** The address with the state changed; what is as by default is left out, another question begins with page 1. */
export function rolesSearch(search: Search, change: Partial<RolesState>): Search {
  const next = { ...parseRoles(search), page: 1, ...change }
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => value !== defaults[key as keyof RolesState]),
  )
}
