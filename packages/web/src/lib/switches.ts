import { keep, readKept } from './kept.ts'
import { logWarning } from './log.ts'
import { createStore } from './store.ts'

/** What specification 1 §6 lets a person switch by a query parameter; each is remembered by the browser. */
export interface Switches {
  /** `roles=no`: every rights check of the browser passes; the server's do not. */
  readonly rolesOff: boolean
  /** `auth=no`: no identity server, the stub answers; works in development builds only. */
  readonly authOff: boolean
  /** `validation=yes`: forms log what their validation found. */
  readonly validationLog: boolean
}

const parameters = {
  rolesOff: { name: 'roles', on: 'no', off: 'yes' },
  authOff: { name: 'auth', on: 'no', off: 'yes' },
  validationLog: { name: 'validation', on: 'yes', off: 'no' },
} as const
type Name = keyof Switches
const names = Object.keys(parameters) as Name[]
const keyOf = (name: Name) => `switch.${parameters[name].name}`

/** The switches after a page was opened with this query: a parameter wins over what is kept. */
export function switchesFrom(search: URLSearchParams, kept: (key: string) => string | null): Switches {
  const isOn = (name: Name): boolean => {
    const { name: parameter, on, off } = parameters[name]
    const given = search.get(parameter)
    if (given === on) return true
    if (given === off) return false
    return kept(keyOf(name)) === on
  }
  return { rolesOff: isOn('rolesOff'), authOff: isOn('authOff'), validationLog: isOn('validationLog') }
}

/** The switches now. */
export const switches = createStore<Switches>({ rolesOff: false, authOff: false, validationLog: false })

function keepAll(value: Switches): void {
  for (const name of names) keep(keyOf(name), value[name] ? parameters[name].on : null)
  switches.set(value)
}

/** Takes the switches from the address, remembers them, and removes them from the address. */
export function startSwitches(authMayBeOff: boolean): void {
  const url = new URL(location.href)
  const asked = switchesFrom(url.searchParams, readKept)
  keepAll(authMayBeOff ? asked : { ...asked, authOff: false })
  for (const name of names) url.searchParams.delete(parameters[name].name)
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}

/** Switches everything off again. */
export function resetSwitches(): void {
  keepAll({ rolesOff: false, authOff: false, validationLog: false })
}

/** Logs what a form's validation found, while `validation=yes` is on. */
export function logValidation(form: string, issues: unknown): void {
  if (switches.get().validationLog) logWarning(`Проверка формы «${form}»`, issues)
}
