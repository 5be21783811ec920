import type { CaseHistoryEntry } from '@ipoteka-office/contract/cases.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { CaseType } from '@ipoteka-office/contract/machines/machines.ts'
import type { Db } from '#db/database.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findNames } from '#features/history/card-history.service.ts'
import { leadLabels } from '#features/leads/lead-labels.ts'
import { requireCase } from '#features/processes/cases.service.ts'
import { shortApplicationLabels } from '#features/short-applications/short-application-labels.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { masked } from '#lib/masking.ts'
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

/** Numbers of persons as the reader may see them. */
const shown = (actor: Actor, change: CaseChange): CaseChange => ({
  ...change,
  oldValues: masked(actor, change.oldValues),
  newValues: masked(actor, change.newValues),
  created: masked(actor, change.created),
})

/** Changes of the case by field, its sections and participants included, newest first. */
export async function listCaseHistory(
  db: Db,
  actor: Actor,
  caseId: number,
  body: CaseChangeFilter & PageQuery,
): Promise<Page<CaseHistoryEntry>> {
  const { type } = await requireCase(db, actor, caseId, 'Read')
  refuseDeepPage(body)
  const labels = labelsOf[type]
  const found = await findCaseChanges(db, objectsOf(type, caseId), body, body)
  const rows = found.rows.map((row) => shown(actor, row))
  const names = await findNames(db, namesNeeded(labels, rows))
  const content = rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    version: row.version,
    requestId: row.requestId,
    changes: changesOf(labels, row, names),
    ...placeOf(row),
  }))
  return toPage(content, found.total, body)
}

/** More changes than this between two moments are not put together. */
const maxCompared = 5_000

/** What differs between two moments of the case, by section and field. */
export async function compareCase(
  db: Db,
  actor: Actor,
  caseId: number,
  { from, to }: { from: string; to?: string | undefined },
) {
  const { type } = await requireCase(db, actor, caseId, 'Read')
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
  const rows = mergedChanges(changes.map((change) => shown(actor, change)))
  const names = await findNames(db, namesNeeded(labels, rows))
  return rows
    .flatMap((row) =>
      changesOf(labels, row, names).map(({ field, label, oldValue, newValue }) => ({
        ...placeOf(row),
        field,
        label,
        before: oldValue,
        after: newValue,
      })),
    )
    .toSorted(bySection)
}
