import type { CaseHistoryEntry } from '@ipoteka-office/contract/cases/cases.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { labelsSeenBy } from '#features/history/card-history.rules.ts'
import { findNames } from '#features/history/card-history.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { type CaseChangeFilter, findCaseChanges } from './case-history.repo.ts'
import { type CaseChange, changesOf, namesNeeded, placeOf } from './case-history.rules.ts'
import { labelsOf, objectsOf } from './case-labels.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

/** A change with numbers of persons masked. */
export const hidden = <C extends CaseChange>(change: C): C => ({
  ...change,
  oldValues: maskAll(change.oldValues),
  newValues: maskAll(change.newValues),
  created: maskAll(change.created),
})

/** Numbers of persons as the reader may see them; who sees them whole is written down. */
export async function shown<C extends CaseChange>(
  reader: Reader,
  found: CaseRow,
  changes: readonly C[],
): Promise<C[]> {
  const masked = changes.map((change) => hidden(change))
  if (!seesPersonalData(reader.actor)) return masked
  if (JSON.stringify(masked) !== JSON.stringify(changes))
    await recordUnmasking(
      reader,
      { type: caseTypes[found.type].object, id: found.id },
      { persons: 1, what: 'История изменений' },
    )
  return [...changes]
}

/** Changes of the case by field, its sections and participants included, newest first. */
export async function listCaseHistory(
  engine: Engine,
  reader: Reader,
  caseId: number,
  body: CaseChangeFilter & PageQuery,
): Promise<Page<CaseHistoryEntry>> {
  const { db, actor } = reader
  const row = await requireCase(db, actor, caseId, 'Read')
  const { type } = row
  refuseDeepPage(body)
  const labels = labelsSeenBy(actor, labelsOf(engine, type))
  const found = await findCaseChanges(db, objectsOf(engine.behaviours[type], caseId, actor), body, body)
  const rows = await shown(reader, row, found.rows)
  const names = await findNames(db, namesNeeded(labels, rows))
  const content = rows.map((change) => ({
    id: change.id,
    at: change.at,
    actor: change.actor,
    action: change.action,
    version: change.version,
    requestId: change.requestId,
    source: change.source ?? null,
    changes: changesOf(labels, change, names),
    ...placeOf(change, type),
  }))
  return toPage(content, found.total, body)
}
