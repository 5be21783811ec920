import { lowered } from '@ipoteka-office/contract/words.ts'
import { realtyGaps, realtyNeeded } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { Db } from '#db/database.ts'
import { findForGuard, findWriters } from './realty-guard.repo.ts'

/** The present objects of an application, whoever asks. */
export const presentObjects = findForGuard

/** Everybody who has ever entered or changed an object. */
export const writersOfObject = findWriters

/** How full the objects of an application are; without an object everything is missing. */
export async function realtyCompleteness(
  db: Db,
  caseId: number,
): Promise<{ filled: number; needed: number; gaps: { field: string; label: string }[] }> {
  const objects = await findForGuard(db, caseId)
  if (objects.length === 0)
    return { filled: 0, needed: realtyNeeded, gaps: [{ field: 'object', label: 'Предмет ипотеки' }] }
  const gaps = objects.flatMap((object) =>
    realtyGaps(object).map(({ field, label }) => ({ field: `${object.id}.${field}`, label })),
  )
  const needed = realtyNeeded * objects.length
  return { filled: needed - gaps.length, needed, gaps }
}

/** The condition `realty` of a full application: why its object cannot be examined yet; null when it can. */
export async function realtyGuard(db: Db, caseId: number): Promise<string | null> {
  const objects = await findForGuard(db, caseId)
  if (!objects.some(({ role }) => role === 'MORTGAGESUBJECT'))
    return 'Добавьте предмет ипотеки в разделе «Объект»'
  const { gaps } = await realtyCompleteness(db, caseId)
  if (gaps.length === 0) return null
  return `В описании объекта не заполнено: ${[...new Set(gaps.map(({ label }) => lowered(label)))].join(', ')}`
}
