import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { getOperations, getUserByLogin } from '@ipoteka-office/contract/session/session.ts'
import { readTogether } from '@ipoteka-office/contract/together/together.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#lib/actor.ts'
import { accessCheck } from '../access.ts'
import { unauthorised } from '../errors.ts'
import { bearerOf, type Caller, notActiveError, type SessionCheck } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set by the session check of a contract route. */
    actor: Actor | null
  }
}

/**
 * What an inactive employee may still ask: who he is, so that the browser can say why he may not enter. Reads that go
 * together are each checked by themselves.
 */
const openToInactive = new Set<EndpointSpec>([getUserByLogin, getOperations, readTogether])

/** The onRequest hook of a contract route, before the body is read: who calls, and may he. */
export function sessionHook(endpoint: EndpointSpec, session: SessionCheck) {
  const checkAccess = accessCheck(endpoint.access)
  const isOpenToInactive = openToInactive.has(endpoint)
  const admit = (request: FastifyRequest, caller: Caller) => {
    const { actor, notActive } = caller
    if (notActive && !isOpenToInactive) throw notActiveError()
    checkAccess(actor, request.params as Record<string, string>)
    request.actor = actor
    session.seen(caller, { agent: request.headers['user-agent'], address: request.ip })
  }
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = bearerOf(request.headers.authorization)
    if (token === undefined) return done(unauthorised())
    const known = session.remembered(token)
    if (known === undefined) {
      session
        .callerOf(token)
        .then((caller) => admit(request, caller))
        .then(() => done(), done)
      return
    }
    try {
      admit(request, known)
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
}
