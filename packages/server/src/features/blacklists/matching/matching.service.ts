import type { Db } from '#db/database.ts'
import { type Found, prepare, type Subject } from './matching.rules.ts'
import { countNamesakes, findCandidates } from './matching.repo.ts'
import { mostNamesakes } from './match-person.rules.ts'

/** The one search of the lists: for each subject the acting entries that agree with it, the surest first. */
export async function searchBlacklists(
  db: Db,
  subjects: readonly Subject[],
  today: string,
): Promise<Found[][]> {
  const prepared = subjects.map(prepare)
  const asked = prepared.flatMap(({ kind, keys }, slot) => keys.map((key) => ({ ...key, slot, list: kind })))
  if (asked.length === 0) return subjects.map(() => [])
  const candidates = await findCandidates(db, asked, today)
  const bySlot = Map.groupBy(candidates, ({ slot }) => slot)
  // Names are weighed by how frequent they are, which is asked only where there is somebody to weigh.
  const sounds = prepared.flatMap(({ sounds: heard }, slot) =>
    bySlot.has(slot) ? heard.map((sound) => ({ slot, sound })) : [],
  )
  const namesakes =
    sounds.length === 0 ? new Map<number, number>() : await countNamesakes(db, sounds, mostNamesakes + 1)
  return prepared.map(({ match }, slot) =>
    (bySlot.get(slot) ?? [])
      .flatMap(({ slot: _, ...entry }): Found[] => {
        const found = match(entry.data, namesakes.get(slot) ?? 0)
        return found === null ? [] : [{ entry, match: found }]
      })
      .toSorted((a, b) => b.match.score - a.match.score || a.entry.id - b.entry.id),
  )
}
