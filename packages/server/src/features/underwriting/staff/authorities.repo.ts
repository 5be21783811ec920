import type { Authority } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { GivenAuthority } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Somebody to whom an authority may be given, and the version of all that was ever given to them. */
export interface Holder {
  readonly id: number
  readonly fullName: string
  readonly notActive: boolean
  readonly isOfBank: boolean
  readonly version: number
}

/** Rows are only added and withdrawn, so their number tells every change apart. */
const version = sql`(SELECT 1 + count(*) + count(a.withdrawn_at) FROM decision_authority a
  WHERE a.employee_id = e.id)::int`

/** The person, held until the transaction ends where something of theirs is going to change. */
export async function findHolder(
  db: Db,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<Holder | undefined> {
  if (lock) await sql`SELECT FROM employee WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql<Holder>`
    SELECT e.id, e.full_name AS "fullName", e.not_active AS "notActive", 'Ahml' = ANY(p.roles) AS "isOfBank", ${version} AS version
    FROM employee e JOIN partner p ON p.id = e.partner_id WHERE e.id = ${id}`.execute(db)
  return rows[0]
}

const bounds = sql`a.id, a.product, a.max_exposure AS "maxExposure", trim_scale(a.max_loan_to_value) AS "maxLoanToValue",
  trim_scale(a.max_debt_load) AS "maxDebtLoad", a.deviations, a.valid_from AS "validFrom", a.valid_to AS "validTo"`

/** What a person holds now or will hold: the past and what was withdrawn apart. */
export async function findLiveAuthorities(db: Db, employeeId: number, day: string): Promise<Authority[]> {
  const { rows } = await sql<Authority>`
    SELECT ${bounds}, a.regions FROM decision_authority a
    WHERE a.employee_id = ${employeeId} AND a.withdrawn_at IS NULL AND (a.valid_to IS NULL OR a.valid_to >= ${day}::date)
    ORDER BY a.id`.execute(db)
  return rows
}

/** All that was ever given to a person, what holds and will hold first. */
export async function findGivenAuthorities(
  db: Db,
  employeeId: number,
  day: string,
): Promise<GivenAuthority[]> {
  const { rows } = await sql<GivenAuthority>`
    SELECT g.*, g."maxExposure" IS NULL AS boundless FROM (
      SELECT ${bounds}, coalesce((SELECT json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code))
            ORDER BY r.sort_order, c.code)
          FROM unnest(a.regions) c (code) LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = c.code), '[]') AS regions,
        CASE WHEN a.withdrawn_at IS NOT NULL THEN 'WITHDRAWN' WHEN a.valid_from > ${day}::date THEN 'FUTURE'
          WHEN a.valid_to < ${day}::date THEN 'PAST' ELSE 'CURRENT' END AS state,
        a.created_at AS "givenAt", a.withdrawn_at AS "withdrawnAt",
        CASE WHEN c.id IS NOT NULL THEN json_build_object('maker', m.full_name, 'checker', k.full_name) END AS request
      FROM decision_authority a LEFT JOIN change_request c ON c.id = a.change_request_id
      LEFT JOIN employee m ON m.id = c.maker_id LEFT JOIN employee k ON k.id = c.checker_id
      WHERE a.employee_id = ${employeeId}) g
    ORDER BY array_position(ARRAY['CURRENT', 'FUTURE', 'PAST', 'WITHDRAWN'], g.state), g.product DESC, g.id DESC
    LIMIT 200`.execute(db)
  return rows
}

/** What is given; nobody is given an authority but by a request. */
export type NewAuthority = Omit<Authority, 'id'> & {
  readonly employeeId: number
  readonly changeRequestId: number
}

export async function insertAuthority(db: Db, a: NewAuthority): Promise<void> {
  await sql`
    INSERT INTO decision_authority (employee_id, product, regions, max_exposure, max_loan_to_value, max_debt_load, deviations,
      valid_from, valid_to, change_request_id)
    VALUES (${a.employeeId}, ${a.product}, ${[...a.regions]}::text[], ${a.maxExposure}, ${a.maxLoanToValue}, ${a.maxDebtLoad},
      ${[...a.deviations]}::text[], ${a.validFrom}, ${a.validTo}, ${a.changeRequestId})`.execute(db)
}

export async function withdrawAuthority(db: Db, id: number): Promise<void> {
  await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE id = ${id} AND withdrawn_at IS NULL`.execute(
    db,
  )
}
