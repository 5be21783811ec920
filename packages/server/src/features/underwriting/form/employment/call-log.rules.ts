import type { CallInput } from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'

/** A row of the log as it is stored. */
export interface CallRow extends CallInput {
  readonly id: number
  readonly calledBy: { id: number; fullName: string }
  readonly writtenBy: { id: number; fullName: string }
  readonly writtenAt: string
  readonly reason: string
  readonly correctsId: number | null
}

/** A call as it stands, with the words that it replaced, the latest of them first. */
export interface CallAsItStands extends CallRow {
  readonly earlier: readonly CallRow[]
}

/** Rows of the log by call: what was corrected lies under what corrected it. */
export function callsAsTheyStand(rows: readonly CallRow[]): CallAsItStands[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const corrected = new Set(rows.map(({ correctsId }) => correctsId))
  const before = ({ correctsId }: CallRow): CallRow[] => {
    const row = correctsId === null ? undefined : byId.get(correctsId)
    return row === undefined ? [] : [row, ...before(row)]
  }
  return rows.filter(({ id }) => !corrected.has(id)).map((row) => ({ ...row, earlier: before(row) }))
}
