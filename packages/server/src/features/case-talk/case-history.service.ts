import type { CaseHistoryEntry } from '@ipoteka-office/contract/cases.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/machines/machines.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findNames } from '#features/history/card-history.service.ts'
import { leadLabels } from '#features/leads/lead-labels.ts'
import { type CaseRow, requireCase } from '#features/processes/cases.service.ts'
import { shortApplicationLabels } from '#features/short-applications/short-application-labels.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import {
  type CaseChangeFilter,
  type CaseObjects,
  findCaseChanges,
  findChangesBetween,
} from './case-history.repo.ts'
import {
  bySection,
  type CaseChange,
  changesOf,
  mergedChanges,
  namesNeeded,
  placeOf,
} from './case-history.rules.ts'
import { caseLabels } from './case-labels.ts'

/** What is told of the cases of each type beside their sections. */
const labelsOf: Readonly<Record<CaseType, CardLabels>> = {
  LEAD: { ...caseLabels, ...leadLabels },
  SHORT_APPLICATION: { ...caseLabels, ...shortApplicationLabels },
  FULL_APPLICATION: caseLabels,
  LOAN_APPLICATION: caseLabels,
}

function objectsOf(type: CaseType, caseId: number): CaseObjects {
  const known = Object.entries(labelsOf[type]).flatMap(([object, { fields }]) =>
    Object.keys(fields).map((field) => `${object}.${field}`),
  )
  return { caseId, own: Object.keys(labelsOf[type]).filter((object) => object !== 'caseParticipant'), known }
}

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

const hidden = (change: CaseChange): CaseChange => ({
  ...change,
  oldValues: maskAll(change.oldValues),
  newValues: maskAll(change.newValues),
  created: maskAll(change.created),
})

/** Numbers of persons as the reader may see them; who sees them whole is written down. */
async function shown(reader: Reader, found: CaseRow, changes: readonly CaseChange[]): Promise<CaseChange[]> {
  const masked = changes.map(hidden)
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
  reader: Reader,
  caseId: number,
  body: CaseChangeFilter & PageQuery,
): Promise<Page<CaseHistoryEntry>> {
  const { db, actor } = reader
  const row = await requireCase(db, actor, caseId, 'Read')
  const { type } = row
  refuseDeepPage(body)
  const labels = labelsOf[type]
  const found = await findCaseChanges(db, objectsOf(type, caseId), body, body)
  const rows = await shown(reader, row, found.rows)
  const names = await findNames(db, namesNeeded(labels, rows))
  const content = rows.map((change) => ({
    id: change.id,
    at: change.at,
    actor: change.actor,
    action: change.action,
    version: change.version,
    requestId: change.requestId,
    changes: changesOf(labels, change, names),
    ...placeOf(change),
  }))
  return toPage(content, found.total, body)
}

/** More changes than this between two moments are not put together. */
const maxCompared = 5_000

/** What differs between two moments of the case, by section and field. */
export async function compareCase(
  reader: Reader,
  caseId: number,
  { from, to }: { from: string; to?: string | undefined },
) {
  const { db, actor } = reader
  const row = await requireCase(db, actor, caseId, 'Read')
  const { type } = row
  if (to !== undefined && Date.parse(to) <= Date.parse(from))
    throw invalid([{ path: 'to', message: 'Второй момент должен быть позже первого' }])
  const labels = labelsOf[type]
  const changes = await findChangesBetween(db, objectsOf(type, caseId), {
    from,
    to,
    limit: maxCompared + 1,
  })
  if (changes.length > maxCompared)
    throw conflict('Между этими моментами слишком много изменений: выберите ближе друг к другу')
  const rows = mergedChanges(await shown(reader, row, changes))
  const names = await findNames(db, namesNeeded(labels, rows))
  return rows
    .flatMap((change) =>
      changesOf(labels, change, names).map(({ field, label, oldValue, newValue }) => ({
        ...placeOf(change),
        field,
        label,
        before: oldValue,
        after: newValue,
      })),
    )
    .toSorted(bySection)
}
