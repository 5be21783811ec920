import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import type { ObjectType } from '@ipoteka-office/contract/operations.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'

/** Who moves a record; without an actor it is the system. */
export interface RecordMover {
  readonly db: Db
  readonly actor: Actor | null
  readonly requestId: string | null
  readonly clock: BankClock
}

/** What a condition is asked about. */
export interface RecordAsk<R> extends RecordMover {
  readonly record: R
}

/** Null when it holds, else why not, in Russian, telling what to do. */
export type RecordGuard<R> = (ask: RecordAsk<R>) => Promise<string | null> | string | null

/** A move whose right and conditions hold. */
export interface RecordMove<R, S extends string = string, A extends string = string> extends RecordAsk<R> {
  readonly from: S
  readonly to: S
  readonly action: A
  readonly reason: string | null
  readonly comment: string | null
}

/** What a kind of records adds to its machine. */
interface KindOf<R, S extends string, A extends string> {
  /** Type of the object in the list of moves; never changes. */
  readonly code: string
  /** Whose operations the machine names. */
  readonly object: ObjectType
  /** Only the operator's people move them, whatever rights others hold. */
  readonly bankOnly?: true
  /** What one is called in refusals, in the genitive: «версии правила». */
  readonly ofWhat: string
  keyOf(record: R): { readonly id: number; readonly part?: number }
  stateOf(record: R): S
  /** When it came into its first state. */
  createdAt(record: R): string
  /** Who has written what it says: bars from what controls the work, beside those who led it there. */
  authors?(db: Db, record: R): Promise<readonly number[]>
  /** Writes the new state, in the move's transaction: the only place that does. */
  write(move: RecordMove<R, S, A>): Promise<void>
}

/** Records that live by a machine and are no cases: a version, a package, a period. */
export interface RecordKind<R> extends KindOf<R, string, string> {
  readonly machine: Machine
  readonly guards: Readonly<Record<string, RecordGuard<R>>>
  readonly guardNames: Readonly<Record<string, string>>
}

type GuardsOf<B, G extends string> = B & Readonly<Record<Exclude<keyof B, G>, never>>

/**
 * Declares a kind of records by its machine: a condition that is missing or that the machine lacks does not compile.
 * Types of the record come from the functions that take one.
 */
export const recordKind =
  <R>() =>
  <
    const S extends string,
    const A extends string,
    const G extends string,
    B extends Readonly<Record<NoInfer<G>, RecordGuard<R>>>,
  >(
    machine: Machine<S, A, G>,
    kind: KindOf<R, NoInfer<S>, NoInfer<A>> & {
      readonly guards: GuardsOf<B, NoInfer<G>>
      readonly guardNames: Readonly<Record<NoInfer<G>, string>>
    },
  ): RecordKind<R> => ({ ...kind, machine })
