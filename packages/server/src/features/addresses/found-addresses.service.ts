import type { FoundAddress } from '@ipoteka-office/contract/addresses/addresses.ts'
import type { Db } from '#db/database.ts'
import type { HouseRow, ObjectRow } from './address-rows.ts'
import { wordsOf } from './address-words.rules.ts'
import { findFormerNames, findParameters, findWithPaths, type ParameterRow } from './addresses.repo.ts'
import { type Codes, type Read, toFoundAddress } from './found-address.rules.ts'

/** An object to answer with, or a house on it. */
export interface ToAnswer {
  readonly pos: number
  readonly house?: HouseRow
  readonly rest?: string | null
}

/** Objects that were read, and how to make answers of them. */
export interface ReadAnswers extends Read {
  toFound(answer: ToAnswer): FoundAddress | null
}

function byObject(parameters: readonly ParameterRow[]): ReadonlyMap<string, Codes> {
  const codes = new Map<string, Map<string, string>>()
  for (const { objectId, code, value } of parameters) {
    const own = codes.get(objectId) ?? new Map<string, string>()
    codes.set(objectId, own.set(code, value))
  }
  return codes
}

/** The former name on the path that typed words meet better than any present name does. */
function oldNameOf(
  path: readonly ObjectRow[],
  former: ReadonlyMap<string, readonly string[]>,
  typed: readonly string[],
): string | null {
  const present = [...new Set(path.flatMap(({ name }) => wordsOf(name)))]
  const strange = typed.filter((word) => word.length > 2 && !present.includes(word))
  const isMet = (word: string) =>
    strange.some(
      (one) => word === one || (word.startsWith(one) && !present.some((other) => other.startsWith(one))),
    )
  const names = path.flatMap(({ objectId }) => former.get(objectId) ?? [])
  return names.find((name) => wordsOf(name).some(isMet)) ?? null
}

/** Reads the objects with all above them and their codes; `typed` are words that may be former names. */
export async function readFound(
  db: Db,
  answers: readonly ToAnswer[],
  typed: readonly string[] = [],
): Promise<ReadAnswers> {
  const rows =
    answers.length === 0
      ? []
      : await findWithPaths(
          db,
          answers.map(({ pos }) => pos),
        )
  const objects = new Map(rows.map((row) => [row.pos, row]))
  const ids = rows.map(({ objectId }) => objectId)
  const houseIds = answers.flatMap(({ house }) => house?.objectId ?? [])
  const parameters = ids.length === 0 ? [] : await findParameters(db, [...ids, ...houseIds])
  const formerNames = typed.length === 0 || ids.length === 0 ? [] : await findFormerNames(db, ids)
  const former = Map.groupBy(formerNames, ({ objectId }) => objectId)
  const namesBefore = new Map([...former].map(([id, list]) => [id, list.map(({ name }) => name)]))
  const read: Read = { objects, codes: byObject(parameters) }
  return {
    ...read,
    toFound({ pos, house, rest = null }) {
      const row = objects.get(pos)
      if (row === undefined) return null
      const path = row.path.map((one) => objects.get(one)).filter((one) => one !== undefined)
      const oldName = oldNameOf(path, namesBefore, typed)
      return toFoundAddress(row, read, { ...(house !== undefined && { house }), oldName, rest })
    },
  }
}
