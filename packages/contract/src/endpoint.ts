import './common/issue-messages.ts'
import type { z } from 'zod'
import type { ErrorType } from './common/error-types.ts'
import type { GuardedFields } from './common/field-rights.ts'
import type { Schema } from './common/schema.ts'
import type { ObjectType, OperationOf } from './operations.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An object type that depends on a path parameter: `/partner/:type/…` is EmployeeOic or EmployeeNis. */
export interface ObjectByParam<O extends ObjectType = ObjectType> {
  readonly param: string
  readonly objects: Readonly<Record<string, O>>
}

/**
 * Who may call an endpoint. The server enforces it, the browser hides by it, a test audits it.
 * `signedIn` needs a valid token and the required role; `can` needs operations as well.
 */
export type Access =
  | { readonly kind: 'signedIn' }
  | {
      readonly kind: 'can'
      readonly object: ObjectType | ObjectByParam
      readonly operations: readonly string[]
      /** It changes something for the whole bank: the operator's people alone, whatever rights others hold. */
      readonly bankOnly?: true
    }

export const signedIn: Access = { kind: 'signedIn' }

/** All the listed operations on the object type are needed. */
export function can<O extends ObjectType>(
  object: O | ObjectByParam<O>,
  ...operations: readonly OperationOf<O>[]
): Access {
  return { kind: 'can', object, operations }
}

/** The same for what acts in the whole bank: only the operator's people. */
export function canInBank<O extends ObjectType>(
  object: O | ObjectByParam<O>,
  ...operations: readonly OperationOf<O>[]
): Access {
  return { kind: 'can', object, operations, bankOnly: true }
}

export interface EndpointSpec {
  readonly method: Method
  /** Path under /api with `:name` parameters. */
  readonly path: string
  /** One Russian sentence for the API page. */
  readonly summary: string
  readonly access: Access
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Shape of a 200 answer; absent for what `produces` something else and for an empty 204. */
  readonly response?: Schema
  /** A create or a command: accepts `Idempotency-Key`, a repeat answers what the first one answered. */
  readonly idempotent?: true
  /** POST that only reads (a search with a body): runs without a transaction and is not limited as a write. */
  readonly reads?: true
  /** Serialised by a compiled JSON schema instead of zod: for the answers that are read most. */
  readonly hot?: true
  /** Instead of JSON: a streamed file, or lines of JSON as they come. */
  readonly produces?: 'file' | 'lines'
  /** The body is multipart/form-data with one part `file` of at most so many bytes, streamed to the handler. */
  readonly upload?: { readonly maxBytes: number }
  /** A write that also works outside the database: the handler opens its transactions itself. */
  readonly ownTransactions?: true
  /**
   * Paths in the body of what may be a whole number of a client, where the answer tells whether the bank knows it: such
   * questions are limited per person and hour.
   */
  readonly asksByNumber?: readonly string[]
  /** What its 400 says of a body that cannot be taken as a whole, where the area has a type of its own. */
  readonly refusedAs?: ErrorType
  /**
   * Fields of the record that it answers or takes, where a right is needed for one of them: the server leaves what is not
   * seen out of the answer and refuses what may not be changed, the browser hides and locks by the same.
   */
  readonly fields?: GuardedFields
  /** Largest body in bytes where it differs from the server's default of 1 MiB. */
  readonly bodyLimit?: number
}

/** Declares one call: what browser and server agree on. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec
}

type InputOf<T> = T extends Schema ? z.input<T> : undefined
type OutputOf<T> = T extends Schema ? z.output<T> : undefined

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What the caller passes: only the parts that the endpoint declares. */
export type RequestOf<S extends EndpointSpec> = Present<{
  params: InputOf<S['params']>
  body: InputOf<S['body']>
}> &
  QueryOf<InputOf<S['query']>>

/** A query with nothing required may be left out. */
type QueryOf<Q> = Q extends undefined
  ? unknown
  : Record<never, never> extends Q
    ? { query?: Q | undefined }
    : { query: Q }

/** What the handler receives: the parts after validation. */
export interface ParsedRequest<S extends EndpointSpec> {
  params: OutputOf<S['params']>
  query: OutputOf<S['query']>
  body: OutputOf<S['body']>
}

/** What the handler returns (before the response schema strips undeclared fields). */
export type ReplyOf<S extends EndpointSpec> = S['response'] extends Schema ? z.input<S['response']> : void

/** What the caller receives. */
export type ResponseOf<S extends EndpointSpec> = S['response'] extends Schema
  ? z.output<S['response']>
  : undefined
