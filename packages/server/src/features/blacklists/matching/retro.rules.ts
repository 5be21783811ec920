import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryKeys, type Found, prepare, type Subject } from './matching.rules.ts'

/** An entry that open cases are tried against. */
export interface RetroEntry {
  readonly id: number
  readonly kind: BlacklistKind
  /** Null: it acts no more. */
  readonly level: BlacklistLevel | null
  readonly category: BlacklistCategory
  readonly data: Readonly<Record<string, unknown>>
}

/** Finds who agrees with the entries; any number of people is tried without asking the database again. */
export function finderAmong(entries: readonly RetroEntry[]): (subject: Subject) => Found[] {
  const byKey = new Map<string, Set<RetroEntry>>()
  for (const entry of entries)
    for (const { kind, value } of entryKeys(entry.kind, entry.data)) {
      const key = `${entry.kind} ${kind} ${value}`
      byKey.set(key, (byKey.get(key) ?? new Set()).add(entry))
    }
  return (subject) => {
    const { kind: list, keys, match } = prepare(subject)
    const candidates = new Set(
      keys.flatMap(({ kind, value }) => [...(byKey.get(`${list} ${kind} ${value}`) ?? [])]),
    )
    return [...candidates].flatMap((entry): Found[] => {
      if (entry.level === null) return []
      const found = match(entry.data, 0)
      return found === null ? [] : [{ entry: { ...entry, level: entry.level }, match: found }]
    })
  }
}
