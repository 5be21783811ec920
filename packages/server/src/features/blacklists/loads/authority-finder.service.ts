import { setImmediate as breathe } from 'node:timers/promises'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { Db } from '#db/database.ts'
import { entryKeys, prepare, type Subject } from '../matching/matching.rules.ts'
import type { Match } from '../matching/match-person.rules.ts'
import { identityOf } from '../identity.rules.ts'
import { findActive, findTaken } from './loads.repo.ts'

/** Somebody of the authority's list who agrees with the one who is looked for. */
export interface ListedMatch {
  readonly number: string
  readonly title: string
  readonly birthDate: string | null
  readonly match: Match
}

/** The authority's list that acts, ready to be asked. */
export interface AuthorityFinder {
  readonly id: number
  readonly listDate: string
  readonly find: (subject: Subject) => ListedMatch[]
}

interface Listed {
  readonly list: BlacklistKind
  readonly number: string
  readonly data: Readonly<Record<string, unknown>>
}

const taken = ['new', 'changed', 'same'] as const
const batchSize = 500

async function build(db: Db, id: number): Promise<(subject: Subject) => ListedMatch[]> {
  const byKey = new Map<string, Listed[]>()
  for (let after = 0; ; ) {
    const rows = await findTaken(db, id, { kinds: taken, after, count: batchSize })
    const last = rows.at(-1)
    if (last === undefined) break
    for (const [at, { list, number, data }] of rows.entries()) {
      const one = { list, number: number ?? '', data }
      for (const key of entryKeys(list, data)) {
        const name = `${list} ${key.kind} ${key.value}`
        byKey.set(name, [...(byKey.get(name) ?? []), one])
      }
      if (at % 50 === 0) await breathe()
    }
    after = last.id
  }
  return (subject) => {
    const { kind, keys, match } = prepare(subject)
    const candidates = new Set(keys.flatMap((key) => byKey.get(`${kind} ${key.kind} ${key.value}`) ?? []))
    return [...candidates]
      .flatMap(({ list, number, data }): ListedMatch[] => {
        const found = match(data, 0)
        if (found === null) return []
        const { title, birthDate } = identityOf(list, data)
        return [{ number, title, birthDate, match: found }]
      })
      .toSorted((a, b) => b.match.score - a.match.score)
  }
}

/** One version at a time: the moment of its approval tells versions of different databases apart. */
let kept: { readonly of: string; readonly finder: Promise<AuthorityFinder> } | undefined

/** The list that acts; null while none is loaded. */
export async function authorityFinder(db: Db): Promise<AuthorityFinder | null> {
  const active = await findActive(db)
  if (active === undefined) return null
  const { id, listDate, approvedAt } = active
  const of = `${id} ${approvedAt}`
  if (kept?.of !== of)
    kept = { of, finder: build(db, id).then((find): AuthorityFinder => ({ id, listDate, find })) }
  try {
    return await kept.finder
  } catch (error) {
    kept = undefined
    throw error
  }
}
