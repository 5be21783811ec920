import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'

const byParam = ({ access }: EndpointSpec) =>
  access.kind === 'can' && typeof access.object !== 'string' ? access.object : null

/** Values of the parameter that decides which object's rights a call asks for. */
export const typesOf = (endpoint: EndpointSpec): string[] =>
  Object.keys(
    byParam(endpoint)?.objects ?? (endpoint.path.includes(':type') ? { oic: 1, nis: 1 } : { oic: 1 }),
  )

const paramOf = (name: string, type: string, deciding: string): string | number => {
  if (name === deciding) return type
  if (name === 'listKey') return 'structure.list'
  return /id$/i.test(name) ? 2_147_483_000 : 'NONE'
}

/** The address of a row that nobody has: a call that gets through finds nothing to change. */
export function addressOf(endpoint: EndpointSpec, type: string): string {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const deciding = byParam(endpoint)?.param ?? 'type'
  const params = Object.fromEntries(names.map((name) => [name, paramOf(name, type, deciding)]))
  return `/api${fillPath(endpoint.path, params)}`
}

/** Demo logins of people who work at a partner: what acts in the whole bank is not theirs, whatever they hold. */
const ofPartners: ReadonlySet<string> = new Set(['agent', 'partner-admin'])

/** Whether the operations that a login holds are enough for the endpoint's `access`, for that type. */
export function isAllowed(
  { access }: EndpointSpec,
  { login, held }: { readonly login: string; readonly held: OperationsMap },
  type: string,
): boolean {
  if (access.kind === 'signedIn') return true
  if (access.bankOnly === true && ofPartners.has(login)) return false
  const object = typeof access.object === 'string' ? access.object : access.object.objects[type]
  return object !== undefined && access.operations.every((operation) => held[object]?.includes(operation))
}
