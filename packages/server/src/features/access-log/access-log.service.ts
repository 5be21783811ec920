import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { DocumentAccess } from '@ipoteka-office/contract/documents/document-access.ts'
import type { ObjectType } from '@ipoteka-office/contract/operations.ts'
import type { Db } from '#db/database.ts'
import { writeReading } from '#db/readings.ts'
import type { Context } from '#http/route.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import {
  findOpenings,
  hasOpened,
  insertExport,
  insertListsAsked,
  insertOpenings,
  insertReasonReading,
  insertReportReading,
  insertUnmasking,
  type OpeningEvent,
} from './access-log.repo.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

/** Writes down an export before its first row leaves: who, how many rows of what, by which filter, in which columns. */
export async function recordExport(
  { db, actor, requestId }: Reader,
  objectType: string,
  rowCount: number,
  details: object,
): Promise<void> {
  const event = { actorId: actor.employeeId, requestId, objectType, rowCount, details }
  await writeReading(db, (to) => insertExport(to, event))
}

/** Writes down who opened or took out which objects, one entry an object. */
export async function recordOpenings(
  { db, actor, requestId }: Reader,
  action: OpeningEvent['action'],
  objectType: string,
  objects: OpeningEvent['objects'],
): Promise<void> {
  const event = { actorId: actor.employeeId, requestId, action, objectType, objects }
  await writeReading(db, (to) => insertOpenings(to, event))
}

/** A viewer reads a file piece by piece for as long as it is open; longer than this and it counts anew. */
const openingMinutes = 60

/**
 * Writes down that a file was opened. A reading that begins at the first byte is an opening; a later piece is one only
 * when there was no opening before, so that a viewer leaves one entry and nobody reads on the quiet from the middle.
 */
export async function recordReading(
  { db, actor, requestId }: Reader,
  action: 'VIEW' | 'DOWNLOAD',
  objectType: string,
  object: { readonly id: number; readonly storageId: string },
  { isBeginning }: { readonly isBeginning: boolean },
): Promise<void> {
  const event = { actorId: actor.employeeId, requestId, action, objectType }
  if (!isBeginning && (await hasOpened(db, event, object, openingMinutes))) return
  await writeReading(db, (to) => insertOpenings(to, { ...event, objects: [{ ...object, files: 1 }] }))
}

/** Who opened the object, newest first; who may ask is the caller's to check. */
export async function listOpenings(
  db: Db,
  object: { readonly type: string; readonly id: number },
  query: PageQuery,
): Promise<Page<DocumentAccess>> {
  refuseDeepPage(query)
  const { rows, total } = await findOpenings(db, object, query)
  return toPage(rows, total, query)
}

/** A person who works with a questionnaire reads it all day; longer than this and it counts anew. */
const unmaskingMinutes = 60

/**
 * Writes down that a person with the right saw the personal numbers of a case or an object: `details` names the fields or
 * the section. What is read again within the hour in the same way leaves one entry; a click on «Показать» is always one.
 */
export async function recordUnmasking(
  { db, actor, requestId }: Omit<Reader, 'requestId'> & { readonly requestId: string | null },
  object: { readonly type: ObjectType; readonly id: number },
  details: { readonly persons: number; readonly what: string; readonly always?: true },
): Promise<void> {
  const event = {
    actorId: actor.employeeId,
    requestId,
    objectType: object.type,
    objectId: object.id,
    persons: details.persons,
    what: details.what,
    unlessSince: details.always === true ? 0 : unmaskingMinutes,
  }
  await writeReading(db, (to) => insertUnmasking(to, event))
}

/** Writes down that somebody read why a person or a firm is in a blacklist: every reading, none is one with another. */
export async function recordReasonReading(
  { db, actor, requestId }: Reader,
  object: { readonly type: ObjectType; readonly id: number },
  what: string,
): Promise<void> {
  const event = {
    actorId: actor.employeeId,
    requestId,
    objectType: object.type,
    objectId: object.id,
    what,
  }
  await writeReading(db, (to) => insertReasonReading(to, event))
}

/** Writes down that somebody read a credit report as the bureau gave it: every reading. */
export async function recordReportReading(
  { db, actor, requestId }: Reader,
  object: { readonly type: ObjectType; readonly id: number },
  what: string,
): Promise<void> {
  const event = { actorId: actor.employeeId, requestId, objectType: object.type, objectId: object.id, what }
  await writeReading(db, (to) => insertReportReading(to, event))
}

/** Writes down that somebody asked a blacklist outside any application: for what, and how many entries agreed. */
export async function recordListsAsked(
  { db, actor, requestId }: Reader,
  objectType: ObjectType,
  asked: { readonly purpose: string; readonly found: number },
): Promise<void> {
  const event = { actorId: actor.employeeId, requestId, objectType, ...asked }
  await writeReading(db, (to) => insertListsAsked(to, event))
}
