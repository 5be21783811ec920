import type { RecordVersion } from '@ipoteka-office/contract/history/history.ts'
import { Instant } from '@ipoteka-office/contract/common/scalars.ts'

/** What is compared, as the address has it: without `to` it is what is now, without `from` the last change is shown. */
export interface Moments {
  readonly from?: string
  readonly to?: string
  /** The fields that did not change too. */
  readonly all?: boolean
}

const instantOf = (value: unknown): string | undefined => Instant.safeParse(value).data

/** Reads the moments from an address; what is none is dropped. */
export function momentsOf(search: Record<string, unknown>): Moments {
  const [from, to] = [instantOf(search['from']), instantOf(search['to'])]
  return {
    ...(from !== undefined && { from }),
    // Two moments in the wrong order are a mistyped address.
    ...(to !== undefined && (from === undefined || isBefore(from, to)) && { to }),
    ...((search['all'] === true || search['all'] === 'true') && { all: true }),
  }
}

/** Microseconds since 1970: moments of the server are finer than a `Date`. */
function microseconds(at: string): number {
  const fraction = /\.(\d+)/.exec(at)?.[1] ?? ''
  return Math.floor(Date.parse(at) / 1_000) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

/** Whether one moment is earlier than another. */
export const isBefore = (one: string, other: string): boolean => microseconds(one) < microseconds(other)

/** From where the newest change is seen: the version before it, or the birth of the record. */
export function beforeLastChange(newestFirst: readonly RecordVersion[], createdAt: string): string {
  const last = newestFirst.findIndex(({ kind }) => kind === 'CHANGE')
  return newestFirst[last + 1]?.at ?? createdAt
}
