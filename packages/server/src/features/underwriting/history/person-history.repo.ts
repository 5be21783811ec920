import { decisionReasons } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { subjectDictionaries } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isSilentReason } from '#lib/visibility.ts'
import type { PersonCaseRow } from './person-history.rules.ts'

/** More than anybody reads; the newest are told. */
const toldAtMost = 100

const reasonsOf = (codes: RawBuilder<unknown>) => sql`(
  SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code),
    'silent', ${isSilentReason('r')}) ORDER BY c.place), '[]')
  FROM unnest(${codes}) WITH ORDINALITY c (code, place)
  LEFT JOIN reference_item r ON r.dictionary = ${decisionReasons} AND r.code = c.code)`

/** Other cases of the same human being, whichever partner brought them, the newest first. */
export async function findPersonCases(
  db: Db,
  { personId, caseId }: { readonly personId: number; readonly caseId: number },
): Promise<PersonCaseRow[]> {
  const { rows } = await sql<PersonCaseRow>`
    WITH me AS (SELECT * FROM person WHERE id = ${personId}),
    alike AS MATERIALIZED (
      SELECT o.id, array_remove(ARRAY[
        CASE WHEN o.id = me.id THEN 'RECORD' END,
        CASE WHEN o.id <> me.id AND o.passport = me.passport THEN 'PASSPORT' END,
        CASE WHEN o.id <> me.id AND (o.passport = ANY(me.past_passports)
          OR o.past_passports && array_remove(me.past_passports || me.passport, NULL)) THEN 'PAST_PASSPORT' END,
        CASE WHEN o.id <> me.id AND o.snils = me.snils THEN 'SNILS' END,
        CASE WHEN o.id <> me.id AND o.inn = me.inn THEN 'INN' END,
        CASE WHEN o.id <> me.id AND o.birth_date = me.birth_date
          AND search_form(o.last_name || ' ' || o.first_name || ' ' || o.middle_name)
            = search_form(me.last_name || ' ' || me.first_name || ' ' || me.middle_name) THEN 'NAME' END], NULL) AS marks
      FROM me, same_people(${personId}) s (id) JOIN person o ON o.id = s.id),
    place AS (
      SELECT DISTINCT ON (x.case_id) x.* FROM (
        SELECT c.case_id, c.id AS participant_id, c.role, alike.marks, 0 AS rank
        FROM alike JOIN case_participant c ON c.person_id = alike.id AND c.removed_at IS NULL
        UNION ALL
        SELECT f.id, NULL, NULL, alike.marks, 1 FROM alike JOIN case_file f ON f.person_id = alike.id) x
      WHERE x.case_id <> ${caseId} ORDER BY x.case_id, x.rank, x.participant_id)
    SELECT f.id, f.type, f.number, f.created_at AS "createdAt",
      json_build_object('id', p.id, 'shortName', p.short_name) AS partner, place.role, f.programme, f.stage, f.closed,
      f.amount, place.marks AS "knownBy",
      CASE WHEN d.id IS NOT NULL THEN json_build_object('at', d.at, 'outcome', d.outcome, 'level', d.level, 'stage', d.stage, 'action', d.action,
        'amount', d.amount::text, 'reasons', ${reasonsOf(sql`d.reasons`)}) END AS decision,
      CASE WHEN u.id IS NOT NULL THEN json_build_object('at', u.at, 'code', u.code, 'name', coalesce(n.name, u.code),
        'reasons', ${reasonsOf(sql`u.reasons`)}) END AS subject
    FROM place JOIN case_file f ON f.id = place.case_id JOIN partner p ON p.id = f.partner_id
    LEFT JOIN LATERAL (SELECT * FROM case_decision x WHERE x.case_id = f.id AND x.outcome NOT IN ('ESCALATE', 'SUSPEND')
      ORDER BY x.id DESC LIMIT 1) d ON true
    LEFT JOIN LATERAL (SELECT * FROM subject_decision x WHERE x.case_id = f.id AND x.participant_id = place.participant_id
      ORDER BY x.id DESC LIMIT 1) u ON true
    LEFT JOIN reference_item n ON n.dictionary = ${subjectDictionaries.PERSON} AND n.code = u.code
    ORDER BY f.created_at DESC, f.id DESC LIMIT ${toldAtMost}`.execute(db)
  return rows
}
