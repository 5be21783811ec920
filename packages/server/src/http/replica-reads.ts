import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Db } from '#db/database.ts'
import { ReplicaLost, type Replicas } from '#db/replicas.ts'

/** Tells the processes beside this one how far the log was when the person wrote last. */
const cookie = 'office-written'
/** A replica that is further behind is passed by anyway. */
const keptSeconds = 60
const maxPeople = 20_000

/** Searches with a body: lists, counts, dashboards. What is opened by its number is read where it is written. */
export const mayReadReplica = ({ method, reads, produces }: EndpointSpec): boolean =>
  method === 'POST' && reads === true && produces === undefined

/** It writes something after all: whom it was shown to, above all. */
const writes = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25006'
/** The replica had to choose between the query and the log. */
const wasInTheWay = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40001'

function writtenBefore(request: FastifyRequest): bigint {
  const [, text] =
    new RegExp(`(?:^|;\\s*)${cookie}=(\\d{1,20})(?:;|$)`).exec(request.headers.cookie ?? '') ?? []
  return text === undefined ? 0n : BigInt(text)
}

/** Reads of lists by replicas, each with what its reader has written. */
export class ReplicaReads {
  readonly #replicas: Replicas
  readonly #isSecure: boolean
  /** How far the log was when a person wrote last, in this process. */
  readonly #written = new Map<number, bigint>()

  constructor(replicas: Replicas, { isSecure }: { readonly isSecure: boolean }) {
    this.#replicas = replicas
    this.#isSecure = isSecure
  }

  /** After the commit of what a person has changed. */
  async noteWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const employeeId = request.actor?.employeeId
    if (employeeId === undefined) return
    const position = await this.#replicas.position()
    if (this.#written.size >= maxPeople) this.#written.clear()
    this.#written.set(employeeId, position)
    const secure = this.#isSecure ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${cookie}=${position}; Path=/api; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${secure}`,
    )
  }

  /** Does the read at a replica that has what the person has written, or at the primary where none has. */
  async read<T>(primary: Db, request: FastifyRequest, work: (db: Db) => Promise<T>): Promise<T> {
    const mine = this.#written.get(request.actor?.employeeId ?? 0) ?? 0n
    const told = writtenBefore(request)
    const replica = this.#replicas.pick(told > mine ? told : mine)
    if (replica === null) return work(primary)
    try {
      return await this.#replicas.read(replica, work)
    } catch (error) {
      if (error instanceof ReplicaLost || writes(error) || wasInTheWay(error)) return work(primary)
      throw error
    }
  }
}
