import { sql } from 'kysely'
import type { TestApp } from '../test-app.ts'
import { claimsOf, signToken } from '../test-tokens.ts'

/** Somebody of the bank who underwrites, with a sign-in of their own. */
export interface Signer {
  readonly id: number
  readonly token: string
}

/** The role of those who underwrite, as it is delivered. */
const underwriters = 3

/** So many people who underwrite; each is another human being. */
export async function signersOf(bank: TestApp, count: number): Promise<Signer[]> {
  const { rows } = await sql<{ id: number; login: string; identity: string }>`
    INSERT INTO employee (partner_id, last_name, first_name, login, birth_date, identity_id)
    SELECT 1, 'Подписантов' || at.first + n, 'Иван', 'signer-' || at.first + n, date '1970-01-01' + at.first + n,
      gen_random_uuid()
    FROM generate_series(1, ${count}::int) n, (SELECT max(id) AS first FROM employee) at RETURNING id, login, identity_id AS identity`.execute(
    bank.db,
  )
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT id, ${underwriters}::int FROM unnest(${rows.map(({ id }) => id)}::int[]) id`.execute(bank.db)
  const claims = claimsOf(bank.config.identity, 'underwriter')
  return Promise.all(
    rows.map(async ({ id, login, identity }) => ({
      id,
      token: await signToken({ ...claims, sub: identity, preferred_username: login }),
    })),
  )
}

/** Makes the borrower of an application the human being of another one. */
export async function borrowAgain(bank: TestApp, id: string, of: string): Promise<void> {
  await sql`UPDATE case_participant SET person_id = (SELECT person_id FROM case_participant
    WHERE case_id = ${Number(of)} AND role = 'MAIN_BORROWER') WHERE case_id = ${Number(id)}`.execute(bank.db)
}

/** Lets the borrower of one application owe in another one too, checked and said yes to. */
export async function owesToo(bank: TestApp, id: string, borrowerOf: string): Promise<void> {
  const { rows } = await sql<{ id: number; own: number }>`
    INSERT INTO case_participant (case_id, role, name, sort, person_id)
    SELECT ${Number(id)}, 'CO_BORROWER', name, 2, person_id FROM case_participant
    WHERE case_id = ${Number(borrowerOf)} AND role = 'MAIN_BORROWER'
    RETURNING id, (SELECT min(p.id) FROM case_participant p WHERE p.case_id = ${Number(id)}) AS own`.execute(
    bank.db,
  )
  const [joined] = rows
  if (joined === undefined) throw new Error(`Nobody has joined the application ${id}`)
  await sql`
    INSERT INTO case_section (case_id, section, participant_id, data, filled, needed)
    SELECT case_id, section, ${joined.id}::int, data, filled, needed FROM case_section
    WHERE participant_id = ${joined.own}::int`.execute(bank.db)
  await sql`
    INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts)
    SELECT case_id, ${joined.id}::int, code, state, text, requested_at, answered_at, valid_until, attempts FROM auto_check
    WHERE participant_id = ${joined.own}::int`.execute(bank.db)
  await sql`
    INSERT INTO subject_decision (case_id, participant_id, at, author_id, level, stage, code, facts)
    VALUES (${Number(id)}, ${joined.id}, now(), 3, 'UNDERWRITER', 'UNDERWRITING', 'POSITIVE', subject_facts(${joined.id}, NULL))`.execute(
    bank.db,
  )
}
