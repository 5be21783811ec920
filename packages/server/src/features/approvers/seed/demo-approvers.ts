import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { Chance, person } from '#db/seed/generator.ts'

const total = 400
/** Of each department, beside those of `seedOrganisation`. */
const shifts = [
  ['09:00', '18:00'],
  ['09:00', '18:00'],
  ['09:00', '18:00'],
  ['08:00', '17:00'],
  ['08:00', '17:00'],
  ['10:00', '19:00'],
  ['12:00', '21:00'],
  ['14:00', '23:00'],
  ['22:00', '06:00'],
  ['20:00', '08:00'],
  ['06:00', '14:00'],
  ['00:00', '00:00'],
] as const
const levelSets = [
  ['LEVEL_1', 'LEVEL_2'],
  ['LEVEL_2'],
  ['LEVEL_2', 'LEVEL_3'],
  ['LEVEL_2', 'LEVEL_3'],
  ['LEVEL_3'],
  ['LEVEL_3', 'LEVEL_4'],
  ['LEVEL_1', 'LEVEL_4'],
  ['LEVEL_1', 'LEVEL_2', 'LEVEL_3'],
]
const statusSets = [
  ['DOCS_CHECK', 'UNDERWRITING', 'VERIFICATION', 'CONTROL'],
  ['DOCS_CHECK', 'UNDERWRITING', 'VERIFICATION', 'CONTROL', 'AUTHORIZATION'],
  ['DOCS_CHECK'],
  ['VERIFICATION', 'AUTHORIZATION'],
]
const titles = ['Андеррайтер', 'Андеррайтер', 'Старший андеррайтер', 'Ведущий андеррайтер']

interface Settings {
  readonly workStatus: 'ACTIVE' | 'INACTIVE'
  readonly levels: readonly string[]
  readonly statuses: readonly string[]
  readonly partnerIds: readonly number[]
  readonly allPartners: boolean
  readonly regions: readonly string[]
  readonly allRegions: boolean
  readonly shiftFrom: string | null
  readonly shiftBy: string | null
  readonly limit: number | null
}

/** Of those who have just come. */
const nothingYet: Settings = {
  workStatus: 'INACTIVE',
  levels: [],
  statuses: [],
  partnerIds: [],
  allPartners: false,
  regions: [],
  allRegions: false,
  shiftFrom: null,
  shiftBy: null,
  limit: null,
}

function makeSettings(
  chance: Chance,
  type: 'oic' | 'nis',
  regions: readonly string[],
  partners: readonly number[],
): Settings {
  const [shiftFrom, shiftBy] = chance.of(shifts)
  const allPartners = chance.percent(55)
  const allRegions = chance.percent(50)
  return {
    workStatus: chance.percent(15) ? 'INACTIVE' : 'ACTIVE',
    levels: chance.of(levelSets),
    statuses: type === 'oic' ? [] : chance.of(statusSets),
    partnerIds: allPartners ? [] : chance.some(partners, chance.whole(30, 120)).sort((a, b) => a - b),
    allPartners,
    regions: allRegions ? [] : chance.some(regions, chance.whole(3, 30)).sort(),
    allRegions,
    shiftFrom,
    shiftBy,
    limit: chance.percent(4) ? 0 : chance.whole(3, 9),
  }
}

function makeApprover(
  chance: Chance,
  index: number,
  regions: readonly string[],
  partners: readonly number[],
) {
  const type = index % 2 === 0 ? ('oic' as const) : ('nis' as const)
  const settings = chance.percent(8) ? nothingYet : makeSettings(chance, type, regions, partners)
  return {
    ...person(chance),
    jobTitle: chance.of(titles),
    partnerId: chance.percent(5) ? chance.of([2, 4]) : 1,
    type,
    ...settings,
  }
}

type DemoApprover = ReturnType<typeof makeApprover>

/** PostgreSQL's arrays of arrays must be rectangular: the inner ones travel as text. */
const inner = (list: readonly (string | number)[]) => `{${list.join(',')}}`

/** Fills the approvers up to 400, half of them in each department; the demo underwriter is one of them. */
export async function seedDemoApprovers(
  db: Db,
  chance: Chance,
  regions: readonly string[],
  partners: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ approvers: number; employee: number }>`
    SELECT (SELECT count(*)::int FROM approver) AS approvers, (SELECT max(id) FROM employee) AS employee`.execute(
    db,
  )
  const { approvers: existing = 0, employee: lastEmployee = 0 } = rows[0] ?? {}
  const list = Array.from({ length: total - existing - 1 }, (_, index) =>
    makeApprover(chance, index, regions, partners),
  )
  const column = (of: (a: DemoApprover) => unknown) => list.map(of)
  await sql`
    INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, job_title)
    SELECT ${lastEmployee}::int + ordinality, partner_id, last_name, first_name, middle_name, job_title
    FROM unnest(${column((a) => a.partnerId)}::int[], ${column((a) => a.lastName)}::text[],
      ${column((a) => a.firstName)}::text[], ${column((a) => a.middleName)}::text[], ${column((a) => a.jobTitle)}::text[])
      WITH ORDINALITY AS e(partner_id, last_name, first_name, middle_name, job_title)`.execute(db)
  await sql`
    INSERT INTO approver (type, employee_id, partner_id, full_name, work_status, level_codes, status_codes, partner_ids,
      all_partners, region_codes, all_regions, shift_from, shift_by, max_open)
    SELECT type, ${lastEmployee}::int + ordinality, 0, '', work_status, levels::text[], statuses::text[], partners::int[],
      all_partners, regions::text[], all_regions, shift_from, shift_by, max_open
    FROM unnest(${column((a) => a.type)}::text[], ${column((a) => a.workStatus)}::text[],
      ${column((a) => inner(a.levels))}::text[], ${column((a) => inner(a.statuses))}::text[],
      ${column((a) => inner(a.partnerIds))}::text[], ${column((a) => a.allPartners)}::bool[],
      ${column((a) => inner(a.regions))}::text[], ${column((a) => a.allRegions)}::bool[],
      ${column((a) => a.shiftFrom)}::time[], ${column((a) => a.shiftBy)}::time[], ${column((a) => a.limit)}::int[])
      WITH ORDINALITY AS a(type, work_status, levels, statuses, partners, all_partners, regions, all_regions, shift_from, shift_by, max_open)`.execute(
    db,
  )
  await sql`
    INSERT INTO approver (type, employee_id, partner_id, full_name, work_status, level_codes, all_partners, all_regions, shift_from, shift_by, max_open)
    VALUES ('oic', 3, 1, '', 'ACTIVE', '{LEVEL_1,LEVEL_2,LEVEL_3}', true, true, '00:00', '00:00', 30)`.execute(
    db,
  )
  await sql`
    INSERT INTO workgroup_employee (workgroup_id, employee_id)
    SELECT CASE type WHEN 'oic' THEN 1 ELSE 2 END, employee_id FROM approver WHERE partner_id = 1 ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`SELECT setval(pg_get_serial_sequence('employee', 'id'), (SELECT max(id) FROM employee))`.execute(
    db,
  )
}
