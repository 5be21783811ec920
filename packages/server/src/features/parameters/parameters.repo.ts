import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import type { Timelines } from '@ipoteka-office/contract/parameters/figures.ts'
import type { ParameterValue } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StoredParameter } from './stored-parameters.ts'

/** All values that have not been withdrawn, in the order of their days. */
export async function findTimelines(db: Db): Promise<Timelines> {
  const { rows } = await sql<{ code: ParameterCode; timeline: Timelines[ParameterCode] }>`
    SELECT p.code, jsonb_agg(jsonb_build_object('from', v.valid_from, 'value', v.value) ORDER BY v.valid_from) AS timeline
    FROM parameter p JOIN parameter_value v ON v.parameter_id = p.id
    WHERE v.withdrawn_at IS NULL GROUP BY p.code`.execute(db)
  return Object.fromEntries(rows.map(({ code, timeline }) => [code, timeline]))
}

/** The parameters with these codes. */
export async function findParameters(db: Db, codes: readonly ParameterCode[]): Promise<StoredParameter[]> {
  const { rows } = await sql<StoredParameter>`
    SELECT p.id, p.code, p.version,
      (SELECT c.id FROM change_request c WHERE c.object_type = 'parameter' AND c.object_id = p.id
        AND c.status = 'PENDING' AND c.expires_at > now()) AS "pendingRequestId",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'validFrom', v.valid_from, 'value', v.value,
          'source', v.source, 'reason', v.reason, 'withdrawn', v.withdrawn_at IS NOT NULL,
          'request', CASE WHEN c.id IS NOT NULL THEN
            jsonb_build_object('id', c.id, 'maker', m.full_name, 'checker', coalesce(k.full_name, '')) END)
          ORDER BY v.valid_from, v.id), '[]')
        FROM parameter_value v LEFT JOIN change_request c ON c.id = v.change_request_id
        LEFT JOIN employee m ON m.id = c.maker_id LEFT JOIN employee k ON k.id = c.checker_id
        WHERE v.parameter_id = p.id) AS values
    FROM parameter p WHERE p.code = ANY(${codes}::text[])`.execute(db)
  return rows
}

/** What a change of a parameter is checked against. */
export interface ParameterHead {
  readonly id: number
  readonly code: ParameterCode
  readonly version: number
}

export async function findHead(db: Db, id: number): Promise<ParameterHead | undefined> {
  const { rows } = await sql<ParameterHead>`SELECT id, code, version FROM parameter WHERE id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The same, held until the transaction ends. */
export async function lockHead(db: Db, id: number): Promise<ParameterHead | undefined> {
  const { rows } =
    await sql<ParameterHead>`SELECT id, code, version FROM parameter WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0]
}

/** A value of the parameter that has not been withdrawn, by its id. */
export async function findLiveValue(
  db: Db,
  parameterId: number,
  id: number,
): Promise<{ readonly validFrom: string } | undefined> {
  const { rows } = await sql<{
    validFrom: string
  }>`SELECT valid_from::text AS "validFrom" FROM parameter_value
    WHERE id = ${id} AND parameter_id = ${parameterId} AND withdrawn_at IS NULL`.execute(db)
  return rows[0]
}

export interface NewStoredValue {
  readonly parameterId: number
  readonly validFrom: string
  readonly value: ParameterValue
  readonly source: string
  readonly reason: string
  readonly changeRequestId: number
}

/** Puts a value in; one that begins on the same day makes room for it. */
export async function insertValue(db: Db, value: NewStoredValue): Promise<void> {
  await sql`UPDATE parameter_value SET withdrawn_at = now() WHERE parameter_id = ${value.parameterId}
    AND valid_from = ${value.validFrom}::date AND withdrawn_at IS NULL`.execute(db)
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, reason, change_request_id)
    VALUES (${value.parameterId}, ${value.validFrom}, ${JSON.stringify(value.value)}::text::jsonb, ${value.source},
      ${value.reason}, ${value.changeRequestId})`.execute(db)
  await raiseVersion(db, value.parameterId)
}

export async function withdrawValue(db: Db, parameterId: number, id: number): Promise<void> {
  await sql`UPDATE parameter_value SET withdrawn_at = now()
    WHERE id = ${id} AND parameter_id = ${parameterId}`.execute(db)
  await raiseVersion(db, parameterId)
}

const raiseVersion = (db: Db, id: number) =>
  sql`UPDATE parameter SET version = version + 1 WHERE id = ${id}`.execute(db)
