import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { innOf } from '#db/seed/generator.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

/** What the people of a ring share: a phone that nobody has, an employer that is none, one flat. */
const rings = [
  { employer: 'ООО «Фиктивстрой-Пример»', inn: innOf(910_001), phone: '70009000101', office: '70009000191' },
  { employer: 'ООО «Справка-Учебная»', inn: innOf(910_002), phone: '70009000202', office: '70009000292' },
  {
    employer: 'ИП Подставной А. А. (учебный)',
    inn: innOf(910_003),
    phone: '70009000303',
    office: '70009000393',
  },
] as const

/** Applications of one ring: in one the fraud was confirmed, one is looked into, the others are in work. */
export interface Ring {
  readonly confirmedId: number | null
  readonly ids: readonly number[]
}

const idsOf = async (
  db: Db,
  of: { readonly stages: readonly string[] } | { readonly action: string },
  most: number,
): Promise<number[]> => {
  // A client who comes again is no ring of several people.
  const { rows } = await sql<{ id: number }>`
    SELECT min(f.id)::int AS id FROM case_file f
    WHERE f.type = ANY(${caseTypesWith(({ questions }) => questions !== undefined)}::text[]) AND ${
      'stages' in of
        ? sql`f.stage = ANY(${[...of.stages]}::text[])`
        : sql`EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.action = ${of.action})`
    }
    GROUP BY f.client_name ORDER BY 1 DESC LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

async function share(db: Db, ids: readonly number[], ring: (typeof rings)[number]): Promise<void> {
  const main = sql`s.participant_id IN (SELECT id FROM case_participant WHERE case_id = ANY(${[...ids]}::int[])
    AND role = 'MAIN_BORROWER' AND removed_at IS NULL)`
  const personal = { phone: `+${ring.phone}` }
  const work = { employerName: ring.employer, employerInn: ring.inn, employerPhone: `+${ring.office}` }
  await sql`UPDATE case_section s SET data = s.data || ${JSON.stringify(personal)}::text::jsonb
    WHERE s.section = 'PERSONAL' AND ${main}`.execute(db)
  await sql`UPDATE case_section s SET data = s.data || ${JSON.stringify(work)}::text::jsonb
    WHERE s.section = 'EMPLOYMENT' AND s.data ? 'employerInn' AND ${main}`.execute(db)
  await sql`UPDATE case_file SET client_phone = ${ring.phone} WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  await sql`UPDATE person SET phone = ${ring.phone} WHERE id IN (
    SELECT person_id FROM case_file WHERE id = ANY(${[...ids]}::int[]))`.execute(db)
  await sql`UPDATE realty_object o SET number = x.number, number_type = x.number_type, address = x.address
    FROM (SELECT number, number_type, address FROM realty_object WHERE case_id = ANY(${[...ids]}::int[])
      AND number <> '' AND role = 'MORTGAGESUBJECT' AND removed_at IS NULL ORDER BY case_id, id LIMIT 1) x
    WHERE o.case_id = ANY(${[...ids]}::int[]) AND o.role = 'MORTGAGESUBJECT' AND o.removed_at IS NULL AND o.number <> ''`.execute(
    db,
  )
}

/** Makes three rings of applications that are there already; a small bank may have fewer of them. */
export async function plantRings(db: Db): Promise<Ring[]> {
  const confirmed = await idsOf(db, { action: 'fraudConfirmed' }, rings.length)
  const looked = await idsOf(db, { stages: ['FRAUD_CHECK'] }, rings.length)
  const inWork = await idsOf(db, { stages: ['UNDERWRITING'] }, rings.length * 3)
  // An object is chosen after the approval.
  const withObject = await idsOf(db, { stages: ['REALTY_CHECK', 'REALTY_APPROVED'] }, rings.length * 2)
  const planted = rings.map((_, at): Ring => {
    const confirmedId = confirmed[at] ?? null
    const three = inWork.slice(at * 3, at * 3 + 3)
    const two = withObject.slice(at * 2, at * 2 + 2)
    const ids = [confirmedId, looked[at], ...three, ...two].flatMap((id) => id ?? [])
    return { confirmedId, ids }
  })
  await withoutHistory(db, ['case_section', 'realty_object', 'case_file', 'person'], async () => {
    for (const [at, { ids }] of planted.entries()) {
      const ring = rings[at]
      if (ring !== undefined) await share(db, ids, ring)
    }
  })
  return planted
}
