import type {
  ControlHit,
  IndividualControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import type { Db } from '#db/database.ts'
import { hitsOfCase } from '#features/blacklists/matching/hits.service.ts'
import { basesOf } from '#features/blacklists/reasons.service.ts'
import type { Context } from '#http/route.ts'
import type { ControlRow } from './control.repo.ts'

/** What the blacklists say of the people of a case now, by participant; why they are listed is not among it. */
export async function hitsByPerson(db: Db, caseId: number): Promise<ReadonlyMap<number, ControlHit[]>> {
  const hits = await hitsOfCase(db, caseId)
  return new Map(
    Array.from(
      Map.groupBy(hits, ({ participantId }) => participantId),
      ([participantId, own]) => [
        participantId,
        own.map(
          ({ entry, actingLevel, exact, score, agreed, verdict, said }): ControlHit => ({
            ...{ entryId: entry.id, kind: entry.kind, category: entry.category, level: actingLevel },
            ...{ exact, score, agreed, verdict, said: said?.by.fullName ?? null, basis: null },
          }),
        ),
      ],
    ),
  )
}

/** What stands in a form: of a signed one what was known as it was signed. */
export const hitsIn = (
  { participantId, signedAt, hits }: Pick<ControlRow, 'participantId' | 'signedAt' | 'hits'>,
  now: ReadonlyMap<number, ControlHit[]>,
): ControlHit[] | null => (signedAt === null ? (now.get(participantId) ?? []) : hits)

/** The same forms with the reasons that the person may read. */
export async function withBases(
  context: Context,
  controls: readonly IndividualControl[],
): Promise<IndividualControl[]> {
  const keys = controls.flatMap(({ hits }) =>
    (hits ?? []).map(({ entryId, kind }) => ({ id: entryId, kind })),
  )
  const bases = await basesOf(context, keys, 'Форма контроля физлица')
  return controls.map((control) => ({
    ...control,
    hits: control.hits?.map((hit) => ({ ...hit, basis: bases.get(hit.entryId) ?? null })) ?? null,
  }))
}
