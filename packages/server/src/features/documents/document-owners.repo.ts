import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** What documents belong to, with the partner that decides who sees them. */
export interface OwnerRow extends DocumentOwner {
  readonly partnerId: number
  readonly title: string
}

/** The object, when the caller may see it. */
export async function findOwner(
  db: Db,
  actor: Actor,
  { ownerType, ownerId }: DocumentOwner,
): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    SELECT o.owner_type AS "ownerType", o.owner_id AS "ownerId", o.partner_id AS "partnerId", o.title
    FROM document_owner o
    WHERE o.owner_type = ${ownerType} AND o.owner_id = ${ownerId} AND ${visibleTo(actor, 'o.partner_id')}`.execute(
    db,
  )
  return rows[0]
}

/** Makes the owner's set if it is not there and locks it: places in the order are given out one at a time. */
export async function lockSet(db: Db, { ownerType, ownerId }: DocumentOwner): Promise<number> {
  await sql`INSERT INTO document_set (owner_type, owner_id) VALUES (${ownerType}, ${ownerId})
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ orderVersion: number }>`
    SELECT order_version AS "orderVersion" FROM document_set
    WHERE owner_type = ${ownerType} AND owner_id = ${ownerId} FOR UPDATE`.execute(db)
  return rows[0]?.orderVersion ?? 0
}

/** The version of the order; 0 when there was never a document. */
export async function findOrderVersion(db: Db, { ownerType, ownerId }: DocumentOwner): Promise<number> {
  const { rows } = await sql<{ orderVersion: number }>`
    SELECT order_version AS "orderVersion" FROM document_set
    WHERE owner_type = ${ownerType} AND owner_id = ${ownerId}`.execute(db)
  return rows[0]?.orderVersion ?? 0
}

/** Gives the documents their places by the order of the ids. */
export async function setOrder(
  db: Db,
  { ownerType, ownerId }: DocumentOwner,
  ids: readonly number[],
): Promise<void> {
  await sql`
    UPDATE document d SET sort = n.place::int FROM unnest(${ids}::int[]) WITH ORDINALITY AS n(id, place)
    WHERE d.id = n.id AND d.owner_type = ${ownerType} AND d.owner_id = ${ownerId}`.execute(db)
  await sql`UPDATE document_set SET order_version = order_version + 1
    WHERE owner_type = ${ownerType} AND owner_id = ${ownerId}`.execute(db)
}
