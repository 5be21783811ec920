import { compareDecimals } from '#common/number-formats.ts'
import type { InsuranceType } from './insurance-kinds.ts'
import { fromKopecks, toKopecks } from './premium.ts'

/** Hundredths of a percent in a whole: shares are whole numbers of them, so sums and comparisons are exact. */
export const wholeShare = 10_000

/** One insurer in a row of the matrix. */
export interface ShareCell {
  readonly insurerId: number
  /** Hundredths of a percent. */
  readonly share: number
  /** Caps of the version: no more is offered beyond them. */
  readonly maxContracts: number | null
  readonly maxSum: string | null
  readonly ageFrom: number | null
  readonly ageTo: number | null
  /** Types of object that it takes; empty: all. */
  readonly objects: readonly string[]
}

/** A row of the matrix: where and for what these shares are. Null: everywhere, for every programme. */
export interface ShareRow {
  readonly type: InsuranceType
  readonly region: string | null
  readonly branchId: number | null
  readonly product: string | null
  readonly cells: readonly ShareCell[]
}

type Scope = Pick<ShareRow, 'type' | 'region' | 'branchId' | 'product'>

/** What a row is known by, in a version and in the counts of its offers. */
export const rowKeyOf = ({ type, region, branchId, product }: Scope): string =>
  [type, region ?? '', branchId ?? '', product ?? ''].join('|')

/** Where an offer is made. */
export interface OfferPlace {
  readonly type: InsuranceType
  readonly region: string | null
  /** The partner of the case and those above it. */
  readonly branchIds: readonly number[]
  readonly product: string | null
}

/** How closely a row speaks of the place; null: not at all. A branch is closer than a region, a region than a programme. */
function closeness(row: ShareRow, place: OfferPlace): number | null {
  if (row.type !== place.type) return null
  if (row.region !== null && row.region !== place.region) return null
  if (row.product !== null && row.product !== place.product) return null
  const at = row.branchId === null ? -1 : place.branchIds.indexOf(row.branchId)
  if (row.branchId !== null && at === -1) return null
  return (at === -1 ? 0 : 1_000 - at) * 4 + (row.region === null ? 0 : 2) + (row.product === null ? 0 : 1)
}

/** The row that speaks of the place most closely. */
export function rowFor(rows: readonly ShareRow[], place: OfferPlace): ShareRow | undefined {
  let best: { row: ShareRow; close: number } | undefined
  for (const row of rows) {
    const close = closeness(row, place)
    if (close !== null && (best === undefined || close > best.close)) best = { row, close }
  }
  return best?.row
}

/** What an insurer was offered in a row while the version is in force; clients' own choices are not among them. */
export interface Tally {
  readonly insurerId: number
  readonly offered: number
  readonly sum: string
  /** When it was offered last. */
  readonly lastAt: string | null
}

export interface OfferFacts {
  readonly age: number | null
  readonly object: string | null
  /** Sum insured. */
  readonly sum: string
}

/** An insurer as it was looked at: why it is passed by, or how far it is behind its share. */
export interface Considered {
  readonly insurerId: number
  readonly share: number
  readonly offered: number
  /** Hundredths of a percent of what was offered in the row, rounded down; 0 before the first offer. */
  readonly actual: number
  readonly passedBy: string | null
}

const none: Omit<Tally, 'insurerId'> = { offered: 0, sum: '0', lastAt: null }

function capReason(cell: ShareCell, tally: Omit<Tally, 'insurerId'>, sum: string): string | null {
  if (cell.maxContracts !== null && tally.offered >= cell.maxContracts)
    return `лимит договоров исчерпан: ${cell.maxContracts}`
  if (
    cell.maxSum !== null &&
    compareDecimals(fromKopecks(toKopecks(tally.sum) + toKopecks(sum)), cell.maxSum) > 0
  )
    return 'лимит суммы исчерпан'
  return null
}

function limitReason({ ageFrom, ageTo, objects }: ShareCell, { age, object }: OfferFacts): string | null {
  if (ageFrom !== null || ageTo !== null) {
    if (age === null) return 'возраст клиента не известен'
    if (age < (ageFrom ?? 0) || age > (ageTo ?? Infinity)) return 'не подходит возраст клиента'
  }
  if (objects.length === 0) return null
  if (object === null) return 'тип объекта не известен'
  return objects.includes(object) ? null : 'не принимает такие объекты'
}

/** Whether one is offered before the other: behind its share more, or not offered for longer. */
function isBefore(
  one: { readonly lag: number; readonly lastAt: string | null; readonly id: number },
  other: { readonly lag: number; readonly lastAt: string | null; readonly id: number },
): boolean {
  if (one.lag !== other.lag) return one.lag > other.lag
  if (one.lastAt !== other.lastAt) {
    if (one.lastAt === null || other.lastAt === null) return one.lastAt === null
    return one.lastAt < other.lastAt
  }
  return one.id < other.id
}

/** Whom to offer: accredited, within limits and caps, furthest behind its share; a tie goes to the longest not offered. */
export function chooseInsurer(
  { cells }: Pick<ShareRow, 'cells'>,
  facts: OfferFacts,
  tallies: readonly Tally[],
  accredited: ReadonlySet<number>,
): { readonly insurerId: number | null; readonly considered: Considered[] } {
  const tallyOf = (id: number) => tallies.find(({ insurerId }) => insurerId === id) ?? none
  const total = tallies.reduce((sum, { offered }) => sum + offered, 0)
  let best: { lag: number; lastAt: string | null; id: number } | undefined
  const considered = cells.map((cell): Considered => {
    const tally = tallyOf(cell.insurerId)
    const passedBy =
      (cell.share === 0 ? 'доля 0 %' : null) ??
      (accredited.has(cell.insurerId) ? null : 'аккредитация не действует') ??
      limitReason(cell, facts) ??
      capReason(cell, tally, facts.sum)
    const one = {
      // The difference of target and actual by the total: whole numbers, so nothing is lost.
      lag: cell.share * Math.max(total, 1) - tally.offered * wholeShare,
      lastAt: tally.lastAt,
      id: cell.insurerId,
    }
    if (passedBy === null && (best === undefined || isBefore(one, best))) best = one
    const { insurerId, share } = cell
    const actual = total === 0 ? 0 : Math.floor((tally.offered * wholeShare) / total)
    return { insurerId, share, offered: tally.offered, actual, passedBy }
  })
  return { insurerId: best?.id ?? null, considered }
}

/** Shares in the same proportion that make a whole exactly; the largest remainders get what is left. */
export function normalised(shares: readonly number[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0)
  if (sum === 0) {
    const each = Math.floor(wholeShare / Math.max(shares.length, 1))
    return shares.map((_, at) => each + (at < wholeShare - each * shares.length ? 1 : 0))
  }
  const parts = shares.map((share, at) => {
    const exact = share * wholeShare
    return { at, whole: Math.floor(exact / sum), rest: exact % sum }
  })
  const lacks = wholeShare - parts.reduce((all, { whole }) => all + whole, 0)
  const given = new Set(
    parts
      .toSorted((one, other) => other.rest - one.rest || one.at - other.at)
      .slice(0, lacks)
      .map(({ at }) => at),
  )
  return parts.map(({ at, whole }) => whole + (given.has(at) ? 1 : 0))
}
