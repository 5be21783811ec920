import type { Readable } from 'node:stream'
import type { EndpointSpec, ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'

/** What every handler gets. For a write endpoint `db` is an open transaction, committed when the handler returns. */
export interface Context {
  readonly db: Db
  readonly actor: Actor
  readonly log: FastifyBaseLogger
  readonly requestId: string
}

/** The answer of an endpoint that `produces: 'file'`; sent as an attachment. */
export interface FileReply {
  readonly name: string
  readonly contentType: string
  readonly body: Readable | Buffer
}

type HandlerReply<S extends EndpointSpec> = S['produces'] extends 'file' ? FileReply : ReplyOf<S>

/** An endpoint with its handler; `app.ts` mounts it. */
export interface Route {
  readonly endpoint: EndpointSpec
  readonly handle: (request: ParsedRequest<EndpointSpec>, context: Context) => Promise<unknown>
}

/** Joins a contract entry with the function that answers it. */
export function route<S extends EndpointSpec>(
  endpoint: S,
  handle: (request: ParsedRequest<S>, context: Context) => Promise<HandlerReply<S>>,
): Route {
  return { endpoint, handle }
}
