import type { Actor } from '#lib/actor.ts'
import { shownTo } from '#lib/field-rights.ts'
import { ApiError } from './errors.ts'
import type { Route } from './route.ts'

/**
 * A route whose answer holds nothing that its caller may not see of the endpoint's fields: neither the answer itself nor
 * the record that a late save is answered with.
 */
export function guardedRoute(route: Route): Route {
  const { fields } = route.endpoint
  if (fields === undefined || Object.values(fields).every(({ seenBy }) => seenBy === undefined)) return route
  const refusal = (actor: Actor, error: unknown): unknown => {
    if (!(error instanceof ApiError) || error.details.current === undefined) return error
    const { status, type, message, details } = error
    return new ApiError(status, type, message, {
      ...details,
      current: shownTo(actor, fields, details.current),
    })
  }
  return {
    ...route,
    handle: async (request, context) => {
      try {
        return shownTo(context.actor, fields, await route.handle(request, context))
      } catch (error) {
        throw refusal(context.actor, error)
      }
    },
  }
}
