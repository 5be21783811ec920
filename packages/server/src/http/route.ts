import type { Readable } from 'node:stream'
import type { EndpointSpec, ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { Range } from './byte-range.ts'
import type { Part } from './parts.ts'
import type { PreparedJson } from './prepared-json.ts'

/** From where a call came: the browser's own mark, where it sent one, and the network address behind trusted proxies. */
export interface CallOrigin {
  readonly device: string | null
  /** Null: what a proxy handed on is no address. */
  readonly address: string | null
}

/**
 * What every handler gets. For a write endpoint `db` is an open transaction, committed when the handler returns
 * (for one with `ownTransactions` or `upload` it is the pool: the handler uses `inTransaction`).
 */
export interface Context {
  readonly db: Db
  readonly actor: Actor
  readonly log: FastifyBaseLogger
  readonly requestId: string
  /** From where a call came; absent where nobody has called. */
  readonly origin?: CallOrigin
  /** Of calls with `ownTransactions`: ends when the caller has gone away before the answer. */
  readonly signal?: AbortSignal
}

/** The answer of an endpoint that `produces: 'file'`; sent as an attachment. */
export interface FileReply {
  readonly name: string
  readonly contentType: string
  readonly body: Readable | Buffer
}

/** A file that is sent by byte ranges too; sent as an attachment unless it is `inline`. */
export interface RangedFileReply {
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** Sum of the content in hex: the entity tag. */
  readonly sha256: string
  /** To be shown in the page: only for what runs nothing (PDF, images). */
  readonly inline: boolean
  /** Called before any byte leaves; `isBeginning`: the first byte is among them. */
  opened(isBeginning: boolean): Promise<void>
  open(range?: Range): Promise<Readable>
}

/** The one file of an endpoint with `upload`, while it is still coming in. */
export interface IncomingFile {
  /** As the browser named it; untrusted. */
  readonly name: string
  readonly content: Readable
  /** Whether the file was longer than allowed: known once `content` has ended. */
  isCut(): boolean
}

type HandlerRequest<S extends EndpointSpec> = S['upload'] extends object
  ? ParsedRequest<S> & { file: IncomingFile }
  : ParsedRequest<S>

type HandlerReply<S extends EndpointSpec> = S['produces'] extends 'file'
  ? FileReply | RangedFileReply
  : ReplyOf<S>

/** An endpoint with its handler; `app.ts` mounts it. */
export interface Route {
  readonly endpoint: EndpointSpec
  readonly handle: (
    request: ParsedRequest<EndpointSpec> & { file: IncomingFile },
    context: Context,
  ) => Promise<unknown>
}

/** Joins a read with a function whose answers are prepared once for many requests, by the response schema. */
export const preparedRoute = <S extends EndpointSpec>(
  endpoint: S,
  handle: (request: ParsedRequest<S>, context: Context) => Promise<PreparedJson>,
): Route => ({ endpoint, handle: handle })

/** What a call that `produces: 'lines'` gets as well. */
export interface LinesContext extends Context {
  /** Asks other reads as this request's author; a line for each answer. */
  ask(parts: readonly Part[]): Readable
}

/** Joins a call that answers in lines with the function that makes them. */
export const linesRoute = <S extends EndpointSpec>(
  endpoint: S,
  handle: (request: ParsedRequest<S>, context: LinesContext) => Readable,
): Route => ({
  endpoint,
  // What `mount.ts` passes to such a call can ask.
  handle: async (request, context) => handle(request, context as LinesContext),
})

/** Joins a contract entry with the function that answers it. */
export function route<S extends EndpointSpec>(
  endpoint: S,
  handle: (request: HandlerRequest<S>, context: Context) => Promise<HandlerReply<S>>,
): Route {
  // What `mount.ts` passes has the parts that the endpoint declares.
  return { endpoint, handle: handle as Route['handle'] }
}
