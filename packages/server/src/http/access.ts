import type { Access } from '@ipoteka-office/contract/endpoint.ts'
import type { Actor } from '#lib/actor.ts'
import { forbidden, notFound } from './errors.ts'

/**
 * Compiles what an endpoint requires into a check: 403 without the operations, 404 for an unknown kind in the path
 * (`/partner/abc/list`), as for any address that does not exist.
 */
export function accessCheck(access: Access): (actor: Actor, params: Record<string, string>) => void {
  if (access.kind === 'signedIn') return () => undefined
  const { object, operations, bankOnly } = access
  return ({ operations: held, isAhml }, params) => {
    let type: string | undefined
    if (typeof object === 'string') type = object
    else {
      const value = params[object.param] ?? ''
      type = Object.hasOwn(object.objects, value) ? object.objects[value] : undefined
    }
    if (type === undefined) throw notFound()
    const own = Object.hasOwn(held, type) ? held[type] : undefined
    if (!operations.every((operation) => own?.includes(operation))) throw forbidden()
    if (bankOnly && !isAhml)
      throw forbidden('Это действует на весь банк: менять могут только сотрудники банка')
  }
}
