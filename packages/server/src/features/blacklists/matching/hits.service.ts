import { dropTasks } from '#features/cases/engine/tasks/beside.service.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { Db } from '#db/database.ts'
import {
  endOtherHits,
  findCaseHits,
  findPastPassports,
  type HitRow,
  type HitWrite,
  keepHits,
} from './hits.repo.ts'
import { askedOf, type AskedSubject, compared, entryPrint, givenPrint } from './hits.rules.ts'
import type { Found } from './matching.rules.ts'
import { searchBlacklists } from './matching.service.ts'

/** What is asked of the lists about everybody who takes part in a case. */
export async function askedOfCase(
  db: Db,
  caseId: number,
  { participants }: Pick<StoredQuestionnaire, 'participants'>,
): Promise<AskedSubject[]> {
  const passports = await findPastPassports(db, [caseId])
  return participants.flatMap((one) => askedOf(one, passports.get(one.id) ?? []))
}

/** A match as it is kept. */
export const hitOf = ({ participantId, code, subject }: AskedSubject, { entry, match }: Found): HitWrite => ({
  participantId,
  code,
  entryId: entry.id,
  exact: match.exact,
  score: match.score,
  agreed: match.agreed,
  against: match.against,
  compared: compared(subject, entry.data),
  entryPrint: entryPrint(entry.kind, entry.data),
  givenPrint: givenPrint(subject),
})

/** Two employers of one participant may hit the same entry: the surer of the two is kept. */
export function surest(hits: readonly HitWrite[]): HitWrite[] {
  const kept = new Map<string, HitWrite>()
  for (const hit of hits) {
    const key = `${hit.participantId} ${hit.code} ${hit.entryId}`
    const other = kept.get(key)
    if (other === undefined || other.score < hit.score) kept.set(key, hit)
  }
  return [...kept.values()]
}

/**
 * Keeps what a search of all entries, or of these, has found of a case; what it has not found again is over, with its task.
 * The caller holds the case. Answers the hits whose pair is new.
 */
export async function keepFound(
  db: Db,
  caseId: number,
  hits: readonly HitWrite[],
  { entryIds, at }: { readonly entryIds: readonly number[] | 'ALL'; readonly at: Date },
): Promise<number[]> {
  const source = entryIds === 'ALL' ? 'CHECK' : 'RETRO'
  const fresh = hits.length === 0 ? [] : await keepHits(db, caseId, hits, { source, at })
  const over = await endOtherHits(db, caseId, hits, { entryIds, at })
  await dropTasks(db, over, { outcome: 'Больше не совпадает', at })
  return fresh
}

/** Looks for everybody of a case in the lists and keeps what was found. The caller holds the case. */
export async function tryCase(
  db: Db,
  caseId: number,
  stored: Pick<StoredQuestionnaire, 'participants'>,
  { today, at }: { readonly today: string; readonly at: Date },
): Promise<void> {
  const asked = await askedOfCase(db, caseId, stored)
  const found = await searchBlacklists(
    db,
    asked.map(({ subject }) => subject),
    today,
  )
  const hits = surest(asked.flatMap((one, place) => (found[place] ?? []).map((each) => hitOf(one, each))))
  await keepFound(db, caseId, hits, { entryIds: 'ALL', at })
}

/** Hits of a case that stand now. */
export const hitsOfCase = (db: Db, caseId: number): Promise<HitRow[]> => findCaseHits(db, caseId)
