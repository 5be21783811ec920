import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { offsetOf } from '#features/cases/engine/working-clock.rules.ts'
import type { DemoPartner } from '#features/cases/seed/demo-case-plan.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { regionOf } from '#db/seed/rulebook/regions.ts'
import type { SeedStaff } from '#db/seed/rulebook/staff.ts'

/** Roles of partners that bring clients; the others serve them. */
const bringing = [
  'RegionalOperator',
  'LeadCreator',
  'ManagingAgent',
  'MortgageSupplier',
  'CallCenter',
  'IssueAgent',
]

/** Partners with their agents, where the demo bank lends; those of the demo sign-ins come first. */
export async function findPartners(db: Db): Promise<DemoPartner[]> {
  const first = [
    seedPartners.volga.id,
    seedPartners.ural.id,
    seedPartners.volgaBranch.id,
    seedPartners.uralBranch.id,
  ]
  const { rows } = await sql<{
    id: number
    regionCode: string | null
    zone: string | null
    agents: number[]
  }>`
    SELECT p.id, p.region_code AS "regionCode", r.attributes ->> 'timezone' AS zone, a.agents
    FROM partner p LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = p.region_code,
      LATERAL (SELECT array_agg(DISTINCT e.id ORDER BY e.id) AS agents FROM employee e
        JOIN role_holder h ON h.employee_id = e.id JOIN user_role_operation o ON o.user_role_id = h.user_role_id
        WHERE e.partner_id = p.id AND NOT e.not_active AND o.object_type = 'FullApplication' AND o.operation = 'Send') a
    WHERE NOT p.not_active AND a.agents IS NOT NULL AND p.roles && ${bringing}::text[]
    ORDER BY array_position(${first}::int[], p.id) NULLS LAST, p.id`.execute(db)
  return rows.flatMap(({ id, regionCode, zone, agents }) => {
    const region = regionOf(regionCode)
    return region === undefined ? [] : [{ id, region, agents, offsetMinutes: offsetOf(zone) ?? 180 }]
  })
}

/** The bank's people by what their roles let them do. */
export async function findStaff(db: Db): Promise<SeedStaff> {
  const may = await sql<{ operation: string; ids: number[] }>`
    SELECT o.operation, array_agg(DISTINCT e.id ORDER BY e.id) AS ids
    FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = h.user_role_id AND o.object_type IN ('FullApplication', 'LoanApplication')
    WHERE NOT e.not_active AND r.code <> 'ADMINISTRATOR' GROUP BY o.operation`.execute(db)
  const byOperation = Object.fromEntries(may.rows.map(({ operation, ids }) => [operation, ids]))
  const { rows } = await sql<{ type: 'oic' | 'nis'; approverId: number; employeeId: number }>`
    SELECT v.type, v.id AS "approverId", v.employee_id AS "employeeId" FROM approver v
    WHERE v.employee_id = ANY(${byOperation['Check'] ?? []}::int[]) AND cardinality(v.level_codes) > 0 ORDER BY v.id`.execute(
    db,
  )
  const of = (type: 'oic' | 'nis') => rows.filter((row) => row.type === type)
  return { may: byOperation, checkers: { oic: of('oic'), nis: of('nis') } }
}
