import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { seedDemoApprovers } from '#features/approvers/seed/demo-approvers.ts'
import { seedDemoAssignmentRules } from '#features/assignment-rules/seed/demo-assignment-rules.ts'
import { seedDemoBlacklists } from '#features/blacklists/seed/demo-blacklists.ts'
import { seedDemoTalk } from '#features/cases/seed/demo-case-talk.ts'
import { seedDemoCases } from '#features/cases/seed/demo-cases.ts'
import { seedDemoCompliance } from '#features/compliance/seed/demo-compliance.ts'
import { seedDemoEmployees } from '#features/employees/seed/demo-employees.ts'
import { seedDemoInsurance } from '#features/insurance/seed/demo-insurance.ts'
import { seedDemoPartnerWork } from '#features/partner-work/seed/demo-partner-work.ts'
import { seedDemoPartnerParts } from '#features/partners/seed/demo-partner-parts.ts'
import { seedDemoPartners } from '#features/partners/seed/demo-partners.ts'
import { seedCaseProducts, seedDemoProducts } from '#features/products/seed/demo-products.ts'
import { seedDemoQr } from '#features/qr/seed/demo-qr.ts'
import { seedDemoUnderwriters } from '#features/queue/seed/demo-underwriters.ts'
import { seedDemoRateLimits } from '#features/rate-limits/seed/demo-rate-limits.ts'
import { seedDemoRights } from '#features/roles/seed/demo-rights.ts'
import { seedDemoAuthorities } from '#features/underwriting/seed/demo-authorities.ts'
import { seedDecisionFacts, seedJournalColumns } from '#features/underwriting/seed/demo-facts.ts'
import { seedDemoFraud } from '#features/underwriting/seed/demo-fraud.ts'
import { seedDemoOffers } from '#features/underwriting/seed/demo-offers.ts'
import { seedDemoPayments } from '#features/underwriting/seed/demo-payments.ts'
import { seedDemoQuality } from '#features/underwriting/seed/demo-quality.ts'
import { seedDemoScorecards } from '#features/underwriting/seed/demo-scorecards.ts'
import { seedDemoBankWords } from './demo-bank-words.ts'
import { Chance } from './generator.ts'
import { seedOperator } from './organisation.ts'
import { seedDemoPassportUnits } from './passport-units.ts'
import { withoutIndexes, withoutTally } from './without-indexes.ts'

/** Everyday changes by the workload administrator, so that histories are not empty. */
async function seedChanges(db: Db, chance: Chance): Promise<void> {
  await sql`SELECT set_config('app.actor_id', '2', true)`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM approver WHERE work_status = 'ACTIVE' ORDER BY id`.execute(db)
  const ids = rows.map((row) => row.id)
  await sql`UPDATE approver SET work_status = 'PAUSE', version = version + 1 WHERE id = ANY(${chance.some(ids, 28)}::int[])`.execute(
    db,
  )
  await sql`UPDATE approver SET max_open = max_open + 5, version = version + 1 WHERE id = ANY(${chance.some(ids, 60)}::int[])`.execute(
    db,
  )
  await sql`SELECT set_config('app.actor_id', '', true)`.execute(db)
}

/** Tables that get most of the rows; tasks are looked for by their case while applications are handed out. */
const manyRows = [
  'application',
  'assignment',
  'auto_check',
  'case_clock',
  'case_file',
  'case_participant',
  'case_section',
  'case_stage',
  'case_task',
  'case_task_event',
  'case_timer',
  'person',
  'short_application',
]

export interface DemoBankOptions {
  readonly now: Date
  readonly timeZone: string
  /** A part of the cases is enough for a test. */
  readonly scale?: number
  /** Told what is being filled, in Russian. */
  readonly onStep?: (text: string) => void
  /** Called when the rows of the cases are there and their indexes are not. */
  readonly onCases?: (db: Db) => Promise<void>
  /** Called when the database begins to work by itself for some seconds. */
  readonly onAlone?: () => void
}

/** The whole demo bank: 300 partners, 400 approvers, some 5 000 cases. Runs in the caller's transaction. */
export async function seedDemoBank(
  db: Db,
  { now, timeZone, scale, onStep = () => undefined, onCases, onAlone }: DemoBankOptions,
): Promise<void> {
  const chance = new Chance(20_261_120)
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  // Between the statements the cases are worked out, which takes a busy machine its time.
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`SELECT set_config('app.fills_database', 'on', true)`.execute(db)
  onStep('организация и права')
  await seedOperator(db)
  onStep('партнёры и согласующие')
  const { made, ids: partners } = await seedDemoPartners(db, chance, now)
  const { rows } = await sql<{
    code: string
  }>`SELECT code FROM reference_item
    WHERE dictionary = 'region' AND attributes -> 'isSubject' = 'true' ORDER BY code`.execute(db)
  const regions = rows.map((row) => row.code)
  await seedDemoPartnerParts(db, made, regions, now)
  await seedDemoApprovers(db, chance, regions, partners)
  await seedDemoEmployees(db, now)
  await seedDemoRights(db)
  await seedDemoAuthorities(db)
  await seedDemoScorecards(db, now)
  await seedDemoProducts(db, { now, timeZone })
  await seedDemoRateLimits(db, { now, timeZone })
  await seedDemoPassportUnits(db)
  await seedDemoBankWords(db)
  await seedDemoQr(db, new Chance(20_261_121), now, partners)
  await withoutTally(db, () =>
    withoutIndexes(
      db,
      manyRows,
      async () => {
        onStep('лиды, заявки и кредиты')
        await seedDemoCases(db, { now, timeZone, ...(scale !== undefined && { scale }) })
        await seedJournalColumns(db)
        await onCases?.(db)
        onStep('указатели для поиска')
      },
      { kept: ['application_waiting', 'assignment_application', 'case_task_case'], onAlone },
    ),
  )
  await seedDemoAssignmentRules(db, now)
  await seedDecisionFacts(db)
  await seedCaseProducts(db)
  await seedDemoPayments(db, now)
  await seedDemoQuality(db, new Chance(20_261_123), { now, timeZone })
  await seedDemoTalk(db)
  await seedDemoBlacklists(db, new Chance(20_261_122), now)
  await seedDemoFraud(db, { now, timeZone })
  await seedDemoCompliance(db)
  await seedDemoPartnerWork(db, new Chance(20_261_121), now)
  await seedChanges(db, chance)
  await seedDemoUnderwriters(db)
  await seedDemoOffers(db, { timeZone, now: () => now })
  await seedDemoInsurance(db, new Chance(20_261_124), now)
}
