import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { HouseRow, ObjectRow } from './address-rows.ts'

const columns = sql`s.pos, s.object_id AS "objectId", s.object_guid AS "fiasId", s.level, s.type_name AS type, s.name, s.path,
  (SELECT t.name FROM address_object_type t WHERE t.level = s.level AND t.short_name = s.type_name ORDER BY t.is_active DESC, t.id LIMIT 1) AS "typeName"`

/** Objects by position, with those above them. */
export async function findWithPaths(db: Db, positions: readonly number[]): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    SELECT ${columns} FROM address_search s WHERE s.pos IN (
      SELECT unnest(path) FROM address_search WHERE pos = ANY(${positions}::int[]))`.execute(db)
  return rows
}

/** Position of an object by its GUID or number. */
export async function findPosition(db: Db, id: string): Promise<number | undefined> {
  const isGuid = id.includes('-')
  const { rows } = await sql<{ pos: number }>`
    SELECT s.pos FROM address_search s WHERE s.object_id = ${
      isGuid
        ? sql`(SELECT o.object_id FROM address_object o WHERE o.object_guid = ${id}::uuid LIMIT 1)`
        : sql`${id}::bigint`
    }`.execute(db)
  return rows[0]?.pos
}

/** Position of the region by its two digits. */
export async function findRegion(db: Db, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ pos: number }>`
    SELECT s.pos FROM address_search s JOIN address_adm_hierarchy a USING (object_id)
    WHERE s.level = 1 AND s.pos < 1000 AND lpad(a.region_code, 2, '0') = ${code}`.execute(db)
  return rows[0]?.pos
}

/** The object above, by the municipal division. */
export async function findMunicipalParents(db: Db, objectId: string): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow & { depth: number }>`
    WITH RECURSIVE up AS (
      SELECT m.object_id, m.parent_object_id, 0 AS depth FROM address_mun_hierarchy m WHERE m.object_id = ${objectId}::bigint AND m.is_active
      UNION ALL SELECT m.object_id, m.parent_object_id, up.depth + 1 FROM up
        JOIN address_mun_hierarchy m ON m.object_id = up.parent_object_id AND m.is_active WHERE up.depth < 20)
    SELECT ${columns} FROM up JOIN address_search s USING (object_id) ORDER BY up.depth DESC`.execute(db)
  return rows
}

/** A code of an object or a house. */
export interface ParameterRow {
  readonly objectId: string
  readonly code: string
  readonly value: string
}

/** Codes of objects and houses. */
export async function findParameters(db: Db, objectIds: readonly string[]): Promise<ParameterRow[]> {
  const { rows } = await sql<ParameterRow>`
    SELECT p.object_id AS "objectId", t.code, p.value FROM address_parameter p JOIN address_parameter_type t ON t.id = p.type_id
    WHERE p.object_id = ANY(${objectIds}::bigint[])`.execute(db)
  return rows
}

/** Former names of objects. */
export async function findFormerNames(
  db: Db,
  objectIds: readonly string[],
): Promise<{ objectId: string; name: string }[]> {
  const { rows } = await sql<{ objectId: string; name: string }>`
    SELECT object_id AS "objectId", name FROM address_object
    WHERE object_id = ANY(${objectIds}::bigint[]) AND NOT is_actual ORDER BY end_date DESC, id DESC`.execute(
    db,
  )
  return rows
}

const houseColumns = sql`b.object_id AS "objectId", h.parent_object_id AS "parentId", b.object_guid AS "fiasId", b.number,
  t.short_name AS type, t.name AS "typeName", b.house_num AS base,
  a1.short_name AS "addType1", b.add_num1 AS add1, a2.short_name AS "addType2", b.add_num2 AS add2`
const houseTypes = sql`LEFT JOIN address_house_type t ON t.kind = 'HOUSE' AND t.id = b.house_type
  LEFT JOIN address_house_type a1 ON a1.kind = 'ADDITION' AND a1.id = b.add_type1
  LEFT JOIN address_house_type a2 ON a2.kind = 'ADDITION' AND a2.id = b.add_type2`

/** Houses on the streets whose number begins so: the streets in their order, the very number first, «5а» and «5к2» before «50». */
export async function findHouses(
  db: Db,
  parentIds: readonly string[],
  number: string,
  most: number,
): Promise<HouseRow[]> {
  const { rows } = await sql<HouseRow>`
    SELECT ${houseColumns} FROM unnest(${parentIds}::bigint[]) WITH ORDINALITY AS p (id, at)
    JOIN address_adm_hierarchy h ON h.parent_object_id = p.id AND h.is_active
    JOIN address_house b ON b.object_id = h.object_id AND b.is_active ${houseTypes}
    WHERE starts_with(b.number, ${number})
    ORDER BY b.number <> ${number}, p.at, substr(b.number, ${number.length + 1}, 1) BETWEEN '0' AND '9',
      length(substring(b.number from '^[0-9]*')), b.number, b.object_id LIMIT ${most}`.execute(db)
  return rows
}

/** A house by its GUID or number in the register. */
export async function findHouse(db: Db, id: string): Promise<HouseRow | undefined> {
  const { rows } = await sql<HouseRow>`
    SELECT ${houseColumns} FROM address_house b JOIN address_adm_hierarchy h ON h.object_id = b.object_id AND h.is_active ${houseTypes}
    WHERE b.is_active AND ${id.includes('-') ? sql`b.object_guid = ${id}::uuid` : sql`b.object_id = ${id}::bigint`}
    LIMIT 1`.execute(db)
  return rows[0]
}
