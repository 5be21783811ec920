import type { ApproverInput } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import type { TestApp } from './test-app.ts'

const noon = Temporal.Now.zonedDateTimeISO('Europe/Moscow').withPlainTime({ hour: 12 })
/** Noon in the bank: the day shift of `seedOrganisation` is at work, the night shift is not. */
export const noonClock = { timeZone: 'Europe/Moscow', now: () => new Date(noon.epochMilliseconds) }

/**
 * The approvers as `seedOrganisation` leaves them, without applications. In ОИК: 1 Абрамова, 3 Бережной (night),
 * 5 Васильева-Ким (pause), 7 Добронравов (employed by Ural), 9 Ёлкина (employed by Volga); in НИС the same with even ids.
 */
export async function resetApprovers({ db, connectionString }: TestApp): Promise<void> {
  // Thousands of them, which takes longer than a call may when other tests are at work.
  const patient = openDatabase({ connectionString, poolSize: 1, queryTimeout: 0 })
  try {
    await sql`UPDATE application SET closed_at = now() WHERE closed_at IS NULL`.execute(patient.db)
  } finally {
    await patient.close()
  }
  await sql`UPDATE approver_workload SET open_count = 0, last_assigned_at = NULL`.execute(db)
  await sql`UPDATE approver SET max_open = 20, work_status = CASE WHEN id IN (5, 6) THEN 'PAUSE' ELSE 'ACTIVE' END,
    shift_from = CASE WHEN id IN (3, 4) THEN time '22:00' ELSE '09:00' END,
    shift_by = CASE WHEN id IN (3, 4) THEN time '06:00' ELSE '18:00' END,
    level_codes = '{LEVEL_2,LEVEL_3}', status_codes = CASE type WHEN 'nis' THEN '{DOCS_CHECK,UNDERWRITING,CONTROL}' ELSE '{}' END::text[],
    all_partners = true, partner_ids = '{}', all_regions = true, region_codes = '{}', version = version + 1`.execute(
    db,
  )
  await sql`DELETE FROM pgboss.job WHERE name = 'distribute'`.execute(db)
}

/** What the form of an active approver sends: everything of level 2, by day. */
export const activeSettings = (changes: Partial<ApproverInput> = {}) => ({
  workStatus: 'ACTIVE' as const,
  mortgageApplicationLevels: [{ code: 'LEVEL_2' }],
  mortgageApplicationStatuses: [],
  partners: [],
  allPartners: true,
  regions: [],
  allRegions: true,
  workingShiftFrom: '09:00',
  workingShiftBy: '18:00',
  mortgageApplicationsLimit: 20,
  ...changes,
})

let serial = 0

/** Open applications of ОИК in the approver's hands, due an hour ago, now, in an hour and so on; answers their ids. */
export async function giveApplications(
  { db }: TestApp,
  approverId: number,
  count: number,
): Promise<number[]> {
  serial += 1
  const { rows } = await sql<{ id: number }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
      received_at, due_at, approver_id, assigned_at)
    SELECT ${`С${serial}-`} || n, 'oic', 'Ёлкин Пётр', 'Новостройка', 'LEVEL_2', 'UNDERWRITING', 2, '77',
      now() - interval '1 day', now() + (n - 2) * interval '1 hour', ${approverId}, now()
    FROM generate_series(1, ${count}::int) n RETURNING id`.execute(db)
  await sql`UPDATE approver_workload SET open_count = open_count + ${count}, last_assigned_at = now()
    WHERE approver_id = ${approverId}`.execute(db)
  return rows.map(({ id }) => id)
}
