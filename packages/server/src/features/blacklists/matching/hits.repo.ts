import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { FiredHit, HitVerdict } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'
import type { BlacklistCheck, Compared } from './hits.rules.ts'

/** A hit as it is kept. */
export interface HitWrite {
  readonly participantId: number
  readonly code: BlacklistCheck
  readonly entryId: number
  readonly exact: boolean
  readonly score: number
  readonly agreed: readonly string[]
  readonly against: readonly string[]
  readonly compared: Compared
  readonly entryPrint: string
  readonly givenPrint: string
}

/**
 * Keeps what was found of a participant; answers the ids of those whose pair nobody has had before: the hit is new, or its
 * entry or the questionnaire says something else than when it was found last.
 */
export async function keepHits(
  db: Db,
  caseId: number,
  hits: readonly HitWrite[],
  { source, at }: { readonly source: 'CHECK' | 'RETRO'; readonly at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; fresh: boolean }>`
    INSERT INTO blacklist_hit AS h (case_id, participant_id, code, entry_id, exact, score, agreed, against, compared,
      entry_print, given_print, source, found_at)
    SELECT ${caseId}::int, w."participantId", w.code, w."entryId", w.exact, w.score, w.agreed, w.against, w.compared,
      w."entryPrint", w."givenPrint", ${source}, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) w("participantId" int, code text, "entryId" int, exact boolean,
      score int, agreed text[], against text[], compared jsonb, "entryPrint" text, "givenPrint" text)
    ON CONFLICT (case_id, participant_id, code, entry_id) DO UPDATE SET exact = excluded.exact, score = excluded.score,
      agreed = excluded.agreed, against = excluded.against, compared = excluded.compared,
      entry_print = excluded.entry_print, given_print = excluded.given_print, gone_at = NULL,
      found_at = CASE WHEN h.gone_at IS NULL AND (h.entry_print, h.given_print) = (excluded.entry_print, excluded.given_print)
        THEN h.found_at ELSE excluded.found_at END
    RETURNING h.id, h.found_at = ${at}::timestamptz AS fresh`.execute(db)
  return rows.filter(({ fresh }) => fresh).map(({ id }) => id)
}

/** Hits of the case that a search of all entries, or of these, has not found again are over; answers their tasks. */
export async function endOtherHits(
  db: Db,
  caseId: number,
  hits: readonly Pick<HitWrite, 'participantId' | 'code' | 'entryId'>[],
  { entryIds, at }: { readonly entryIds: readonly number[] | 'ALL'; readonly at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ taskId: number | null }>`
    UPDATE blacklist_hit h SET gone_at = ${at} WHERE h.case_id = ${caseId} AND h.gone_at IS NULL
      AND ${entryIds === 'ALL' ? sql`true` : sql`h.entry_id = ANY(${[...entryIds]}::int[])`}
      AND (h.participant_id, h.code, h.entry_id) NOT IN (
        SELECT * FROM unnest(${hits.map(({ participantId }) => participantId)}::int[],
          ${hits.map(({ code }) => code)}::text[], ${hits.map(({ entryId }) => entryId)}::int[]))
    RETURNING h.task_id AS "taskId"`.execute(db)
  return rows.flatMap(({ taskId }) => taskId ?? [])
}

/** The last word of the pair of a hit. */
const verdictOfPair = sql`LEFT JOIN LATERAL (
  SELECT v.verdict, v.comment, v.said_by, v.said_at FROM blacklist_verdict v
  WHERE v.entry_id = h.entry_id AND v.entry_print = h.entry_print AND v.given_print = h.given_print
  ORDER BY v.id DESC LIMIT 1) v ON true`

/** A hit that stands now, with the word that was said of its pair. */
export interface HitRow {
  readonly id: number
  readonly caseId: number
  readonly participantId: number
  readonly participantName: string
  readonly code: BlacklistCheck
  readonly entry: { readonly id: number; readonly kind: BlacklistKind; readonly category: BlacklistCategory }
  readonly actingLevel: BlacklistLevel
  readonly category: BlacklistCategory
  readonly exact: boolean
  readonly score: number
  readonly agreed: string[]
  readonly against: string[]
  readonly compared: Compared
  readonly entryPrint: string
  readonly givenPrint: string
  readonly foundAt: string
  readonly taskId: number | null
  readonly verdict: HitVerdict | null
  readonly said: {
    readonly comment: string
    readonly at: string
    readonly by: { readonly id: number; readonly fullName: string }
  } | null
}

async function findHits(db: Db, which: RawBuilder<unknown>): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    SELECT h.id, h.case_id AS "caseId", h.participant_id AS "participantId", p.name AS "participantName", h.code,
      json_build_object('id', e.id, 'kind', e.kind, 'category', e.category) AS entry, e.acting_level AS "actingLevel",
      e.category, h.exact, h.score, h.agreed, h.against, h.compared, h.entry_print AS "entryPrint",
      h.given_print AS "givenPrint", h.found_at AS "foundAt", h.task_id AS "taskId",
      v.verdict, CASE WHEN v.verdict IS NOT NULL THEN json_build_object('comment', v.comment, 'at', v.said_at,
        'by', json_build_object('id', b.id, 'fullName', b.full_name)) END AS said
    FROM blacklist_hit h JOIN blacklist_entry e ON e.id = h.entry_id JOIN case_participant p ON p.id = h.participant_id
    ${verdictOfPair} LEFT JOIN employee b ON b.id = v.said_by
    WHERE ${which} AND h.gone_at IS NULL AND e.acting_level IS NOT NULL AND p.removed_at IS NULL
    ORDER BY h.participant_id, h.score DESC, h.id`.execute(db)
  return rows
}

/** Hits of the case that stand now: found by the last search, of entries that act, on people who take part. */
export const findCaseHits = (db: Db, caseId: number): Promise<HitRow[]> =>
  findHits(db, sql`h.case_id = ${caseId}`)

/** Keeps what somebody says of a pair. */
export async function insertVerdict(
  db: Db,
  { id, entry, entryPrint, givenPrint }: Pick<HitRow, 'id' | 'entry' | 'entryPrint' | 'givenPrint'>,
  said: { readonly verdict: HitVerdict; readonly comment: string; readonly by: number; readonly at: Date },
): Promise<void> {
  await sql`
    INSERT INTO blacklist_verdict (entry_id, entry_print, given_print, hit_id, verdict, comment, said_by, said_at)
    VALUES (${entry.id}, ${entryPrint}, ${givenPrint}, ${id}, ${said.verdict}, ${said.comment}, ${said.by}, ${said.at})`.execute(
    db,
  )
}

/** Passports that the bank has seen of the participants of cases, present and past, by the participant. */
export async function findPastPassports(db: Db, caseIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; passports: string[] }>`
    SELECT p.id, array_remove(o.past_passports || o.passport, NULL) AS passports
    FROM case_participant p JOIN person o ON o.id = p.person_id
    WHERE p.case_id = ANY(${caseIds}::int[]) AND p.removed_at IS NULL`.execute(db)
  return new Map(rows.map(({ id, passports }) => [id, passports]))
}

/** Where an entry has fired, with the stage by its code. */
export type FiredRow = Omit<FiredHit, 'case'> & {
  readonly case: Omit<NonNullable<FiredHit['case']>, 'stageName'> & { readonly stage: string }
}

export function findFired(db: Db, entryId: number, query: PageQuery): Promise<Page<FiredRow>> {
  const from = sql`FROM blacklist_hit h JOIN case_file f ON f.id = h.case_id WHERE h.entry_id = ${entryId}`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<FiredRow>`
        SELECT h.id, json_build_object('id', f.id, 'type', f.type, 'number', f.number, 'stage', f.stage,
          'participantName', p.name) AS case, h.exact, h.score, h.agreed, h.found_at AS "foundAt", v.verdict
        FROM blacklist_hit h JOIN case_file f ON f.id = h.case_id JOIN case_participant p ON p.id = h.participant_id
        ${verdictOfPair}
        WHERE h.entry_id = ${entryId} ORDER BY h.found_at DESC, h.id DESC
        LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, from),
  })
}
