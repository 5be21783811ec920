import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Rows at most in one statement, so that nobody waits long for their locks. */
const batch = 5_000

const statements = {
  idempotencyKeys: sql`DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM idempotency_key WHERE created_at < now() - interval '24 hours' LIMIT ${batch}))`,
  identityArtefacts: sql`DELETE FROM identity.artefact WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM identity.artefact WHERE expires_at < now() LIMIT ${batch}))`,
  endedSessions: sql`DELETE FROM ended_session WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ended_session WHERE kept_until < now() LIMIT ${batch}))`,
  userSessions: sql`DELETE FROM user_session WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM user_session WHERE last_seen_at < now() - interval '24 hours' LIMIT ${batch}))`,
  logoutTokens: sql`DELETE FROM taken_logout_token WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM taken_logout_token WHERE kept_until < now() LIMIT ${batch}))`,
  tasks: sql`DELETE FROM background_task WHERE id IN (
    SELECT id FROM background_task WHERE finished_at < now() - interval '30 days' LIMIT ${batch})`,
  imports: sql`DELETE FROM reference_import WHERE id IN (
    SELECT id FROM reference_import WHERE created_at < now() - interval '7 days' LIMIT 10)`,
  paymentRows: sql`DELETE FROM payment_load_row WHERE ctid = ANY(ARRAY(
    SELECT r.ctid FROM payment_load_row r JOIN payment_load l ON l.id = r.load_id
    WHERE l.made_at < now() - interval '7 days' LIMIT ${batch}))`,
  notifications: sql`DELETE FROM notification WHERE id IN (
    SELECT id FROM notification WHERE at < now() - interval '180 days' LIMIT ${batch})`,
}
type Kind = keyof typeof statements

/** Deletes what is kept for a time only; answers how many rows of each kind. */
export async function deleteExpired(db: Db): Promise<Record<Kind, number>> {
  const counts: Record<Kind, number> = {
    idempotencyKeys: 0,
    identityArtefacts: 0,
    endedSessions: 0,
    userSessions: 0,
    logoutTokens: 0,
    tasks: 0,
    imports: 0,
    paymentRows: 0,
    notifications: 0,
  }
  for (const [kind, statement] of Object.entries(statements)) {
    let deleted: number
    do {
      deleted = Number((await statement.execute(db)).numAffectedRows ?? 0)
      counts[kind as Kind] += deleted
    } while (deleted === batch)
  }
  return counts
}

/** Adds up the changes of how many cases there are of each kind and of each product; answers how many there were. */
export async function settleTally(db: Db): Promise<number> {
  const { rows } = await sql<{
    settled: number
  }>`SELECT settle_case_tally() + settle_product_cases() AS settled`.execute(db)
  return rows[0]?.settled ?? 0
}
