import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#http/route.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import {
  type Card,
  findCardChanges,
  findCodeNames,
  findLastChangeOf as findLast,
  findRowNames,
  type RawChange,
} from './card-history.repo.ts'
import { type CardLabels, labelsSeenBy, mentioned, readableChanges } from './card-history.rules.ts'

/** A change as it was written, before it is put into words. */
export type CardChange = RawChange

/**
 * The history of a card and of its parts as the reader may read it: without the fields that the reader does not see. Who
 * may see the card is the caller's to check.
 */
export async function listCardHistory(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  card: Card,
  all: CardLabels,
  query: PageQuery,
  /** What becomes of the changes before they are put into words: something beside them, or something hidden. */
  prepare: (changes: CardChange[]) => CardChange[] | Promise<CardChange[]> = (changes) => changes,
): Promise<Page<HistoryEntry>> {
  refuseDeepPage(query)
  const labels = labelsSeenBy(actor, all)
  const known = Object.entries(labels).flatMap(([type, { fields }]) =>
    Object.keys(fields).map((field) => `${type}.${field}`),
  )
  const found = await findCardChanges(db, card, known, query)
  const { total } = found
  const rows = await prepare(found.rows)
  const names = await findNames(
    db,
    mentioned(
      labels,
      rows.map(({ objectType, oldValues, newValues, created }) => ({
        objectType,
        values: [oldValues, newValues, created],
      })),
    ),
  )
  const entries = rows.map(({ objectType, objectId: _, oldValues, newValues, created, ...row }) => ({
    ...row,
    changes: readableChanges(labels[objectType] ?? { fields: {} }, { oldValues, newValues, created }, names),
  }))
  return toPage(entries, total, query)
}

/** Names of the codes and rows that values speak of. */
export async function findNames(
  db: Db,
  { codes, ids }: Pick<ReturnType<typeof mentioned>, 'codes' | 'ids'>,
): Promise<Map<string, string>> {
  const names = new Map(await findCodeNames(db, codes))
  for (const [table, list] of ids)
    for (const [key, name] of await findRowNames(db, table, [...list])) names.set(key, name)
  return names
}

/** Who made the last change of an object and when: the `by` of a 409. */
export const findLastChangeOf = (db: Db, card: Card) => findLast(db, card)
