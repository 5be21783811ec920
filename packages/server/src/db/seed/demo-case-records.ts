import { selfBanValidHours } from '@ipoteka-office/contract/cooling-off.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { checkCodes, checkSpecs, isOwnCheck } from '#features/full-applications/auto-checks.rules.ts'
import { insertRows } from './bulk-rows.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { text } from './demo-case-writes.ts'

const hour = 3_600_000
const entryOf = ({ steps }: WrittenCase, stage: string) =>
  steps.findLast((step) => step.stage === stage)?.from
const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hour)

/** What was fixed when the terms of a loan were signed, and when its period ends. */
async function writeSignings(db: Db, loans: readonly WrittenCase[]): Promise<void> {
  const signed = loans.flatMap((one) => {
    const at = entryOf(one, 'SIGNED')
    return at === undefined || one.cooling === null ? [] : [{ ...one, at, cooling: one.cooling }]
  })
  await insertRows(
    db,
    'loan_application',
    {
      id: 'int',
      signed_at: 'timestamptz',
      cooling_hours: 'int',
      exemption: 'text',
      reason: 'text',
      release_at: 'timestamptz',
    },
    signed.map(({ id, at, cooling: { hours, exemption, reason } }) => [
      id,
      text(at),
      hours,
      exemption,
      reason,
      text(after(at, hours)),
    ]),
  )
  await insertRows(
    db,
    'case_timer',
    { case_id: 'int', action: 'text', fire_at: 'timestamptz' },
    signed
      .filter(({ steps }) => steps.at(-1)?.stage === 'SIGNED')
      .map(({ id, at, cooling }) => [id, 'coolingOffEnded', text(after(at, cooling.hours))]),
  )
}

/** The bureaus answer about those who take a loan during the checks, and once more before signing. */
async function writeSelfBans(db: Db, loans: readonly WrittenCase[]): Promise<void> {
  const asked = loans.flatMap((one) =>
    [entryOf(one, 'AUTO_CHECKS'), entryOf(one, 'SIGNED')].flatMap((at) =>
      at === undefined ? [] : [{ id: one.id, at: text(after(at, -0.2)) }],
    ),
  )
  await sql`
    INSERT INTO self_ban_check (case_id, participant_id, state, requested_at, answered_at, valid_until, attempts, bureaus, stand_in)
    SELECT p.case_id, p.id, 'CLEAR', a.at, a.at + interval '40 seconds', a.at + make_interval(hours => ${selfBanValidHours}::int), 1,
      '[{"name": "НБКИ", "answer": "NO_BAN", "since": null}, {"name": "ОКБ", "answer": "NO_BAN", "since": null},
        {"name": "Скоринг Бюро", "answer": "NO_BAN", "since": null}]', true
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) a (id int, at timestamptz)
    JOIN case_participant p ON p.case_id = a.id AND p.role IN ('MAIN_BORROWER', 'CO_BORROWER') ORDER BY a.at`.execute(
    db,
  )
}

/** Answers of the automatic checks of applications that have passed them. */
async function writeChecks(db: Db, applications: readonly WrittenCase[]): Promise<void> {
  const passed = applications.flatMap((one) => {
    const at = entryOf(one, 'AUTO_CHECKS')
    return at === undefined ? [] : [{ id: one.id, at: text(at) }]
  })
  const codes = checkCodes.map((code) => {
    const { ofPerson, days } = checkSpecs[code]
    return { code, of_person: ofPerson, days, stand_in: !isOwnCheck(code) }
  })
  await sql`
    INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts,
      stand_in)
    SELECT a.id, p.id, c.code, 'OK', 'Замечаний нет', a.at, a.at + interval '2 minutes', a.at + make_interval(days => c.days), 1,
      c.stand_in
    FROM jsonb_to_recordset(${JSON.stringify(passed)}::text::jsonb) a (id int, at timestamptz)
    CROSS JOIN jsonb_to_recordset(${JSON.stringify(codes)}::text::jsonb) c (code text, of_person boolean, days int, stand_in boolean)
    LEFT JOIN case_participant p ON p.case_id = a.id AND c.of_person WHERE p.id IS NOT NULL OR NOT c.of_person`.execute(
    db,
  )
}

/** The questionnaire as it was handed in, for each time it was. */
async function writeSendings(db: Db, applications: readonly WrittenCase[]): Promise<void> {
  const sent = applications.flatMap(({ id, responsibleId, steps }) =>
    steps
      .filter(({ stage }) => stage === 'DOCS_CHECK')
      .map(({ from }) => ({ id, at: text(from), actor: responsibleId })),
  )
  await sql`
    INSERT INTO full_application_sending (case_id, at, actor_id, data)
    SELECT s.id, s.at, s.actor, jsonb_build_object('sections', coalesce(own.data, '{}'), 'participants', people.list)
    FROM jsonb_to_recordset(${JSON.stringify(sent)}::text::jsonb) s (id int, at timestamptz, actor int),
      LATERAL (SELECT jsonb_object_agg(c.section, c.data) AS data FROM case_section c
        WHERE c.case_id = s.id AND c.participant_id IS NULL) own,
      LATERAL (SELECT jsonb_agg(jsonb_build_object('id', p.id, 'role', p.role, 'name', p.name, 'sections',
          (SELECT jsonb_object_agg(c.section, c.data) FROM case_section c WHERE c.case_id = p.case_id AND c.participant_id = p.id)) ORDER BY p.sort) AS list
        FROM case_participant p WHERE p.case_id = s.id) people
    ORDER BY s.at`.execute(db)
}

/** What other systems have said, what was signed and what was handed in. */
export async function writeRecords(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  const loans = cases.filter(({ type }) => type === 'LOAN_APPLICATION')
  const applications = cases.filter(({ type }) => type === 'FULL_APPLICATION')
  await writeSignings(db, loans)
  await writeSelfBans(db, loans)
  await writeChecks(db, applications)
  await writeSendings(db, applications)
}
