import type {
  CaseChangeEntry,
  ChangesFilter,
  listChangeChoices,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import { caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { toldTasks } from '#features/cases/engine/tasks/told-tasks.service.ts'
import { hasOwnerRights } from '#features/documents/document-owners.service.ts'
import { asReaderSees } from '#features/documents/paper-numbers.service.ts'
import { type CardLabels, labelsSeenBy } from '#features/history/card-history.rules.ts'
import { findNames } from '#features/history/card-history.service.ts'
import { requireDecidable } from '#features/underwriting/decisions.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { isReasonHeld } from '#lib/held-reasons.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { namesNeeded } from './case-history.rules.ts'
import { shown } from './case-history.service.ts'
import { labelsOf, objectsOf } from './case-labels.ts'
import {
  type ChangesScope,
  countChanges,
  findChangeIds,
  findChanges,
  findChangesByIds,
  findChoices,
} from './changes.repo.ts'
import { type AnyChange, fieldChoice, labelsBeside, placeName, toEntry } from './changes.rules.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>
type Asked = Pick<Context, 'db' | 'actor'>

const fieldsOf = (labels: CardLabels): string[] =>
  Object.entries(labels).flatMap(([type, { fields }]) => Object.keys(fields).map((name) => `${type}.${name}`))

/** Where the history of a case is looked for, as far as this person sees it. */
export function scopeOf(engine: Engine, actor: Actor, { id, type }: CaseRow): ChangesScope {
  const { owner } = caseTypes[type].documents
  const readsDocuments = hasAllOperations(actor.operations, { Document: ['Read'] })
  return {
    objects: objectsOf(engine.behaviours[type], id, actor),
    documentsOf: readsDocuments && hasOwnerRights(actor, owner, 'read') ? owner : null,
    documentsOfRealty: hasOwnerRights(actor, 'REALTY_OBJECT', 'read'),
    known: fieldsOf(labelsSeenBy(actor, labelsBeside(type))),
    timed: machines[type].transitions.flatMap(({ after, action }) => (after === undefined ? [] : [action])),
    tasks: toldTasks(actor),
    timeZone: engine.clock.timeZone,
  }
}

const labelsFor = (engine: Engine, actor: Actor, { type }: CaseRow): CardLabels =>
  labelsSeenBy(actor, { ...labelsBeside(type), ...labelsOf(engine, type) })

/** A held reason leaves the change as the one code that stands for all of them. */
function withoutHeldReasons<C extends Pick<AnyChange, 'oldValues' | 'newValues'>>(
  actor: Actor,
  change: C,
): C {
  const { newValues } = change
  const hide = (code: unknown) => (typeof code === 'string' && isReasonHeld(actor, code) ? heldWords : code)
  const { reason, reasons } = newValues ?? {}
  if (hide(reason) === reason && !(Array.isArray(reasons) && reasons.some((code) => hide(code) !== code)))
    return change
  return {
    ...change,
    newValues: {
      ...newValues,
      ...(reason !== undefined && { reason: hide(reason) }),
      ...(Array.isArray(reasons) && { reasons: reasons.map(hide) }),
    },
  }
}

/** Changes in words, with numbers of persons as the reader may see them. */
async function toEntries(
  engine: Engine,
  reader: Reader,
  row: CaseRow,
  found: readonly AnyChange[],
): Promise<CaseChangeEntry[]> {
  const labels = labelsFor(engine, reader.actor, row)
  const changes = (await shown(reader, row, found)).map((change) => withoutHeldReasons(reader.actor, change))
  const seen = await asReaderSees(
    reader,
    changes.map((change) => ({ ...change, changes: [] })),
    ['document'],
    { type: caseTypes[row.type].object, id: row.id },
  )
  const rows = changes.map((change, at) => ({ ...change, ...values(seen[at] ?? change) }))
  const names = await findNames(reader.db, namesNeeded(labels, rows))
  return rows.map((change) => toEntry(row.type, labels, change, names))
}

const values = ({
  oldValues,
  newValues,
  created,
}: Pick<AnyChange, 'oldValues' | 'newValues' | 'created'>) => ({ oldValues, newValues, created })

/** A page of everything that changed in an application, newest first. */
export async function searchChanges(
  engine: Engine,
  reader: Reader,
  caseId: number,
  filter: ChangesFilter,
  query: PageQuery,
): Promise<Page<CaseChangeEntry>> {
  refuseDeepPage(query)
  const row = await requireDecidable(reader, caseId)
  const { rows, total } = await findChanges(reader.db, scopeOf(engine, reader.actor, row), filter, query)
  return toPage(await toEntries(engine, reader, row, rows), total, query)
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'ru')

/** What the filters may be set to: nothing that the reader is not told of. */
export async function changeChoices(
  engine: Engine,
  { db, actor }: Asked,
  caseId: number,
): Promise<ReplyOf<typeof listChangeChoices>> {
  const row = await requireDecidable({ db, actor }, caseId)
  const { actors, sections, fields } = await findChoices(db, scopeOf(engine, actor, row))
  const labels = labelsFor(engine, actor, row)
  return {
    actors,
    sections: sections.map((code) => ({ code, name: placeName(row.type, code) })).toSorted(byName),
    fields: fields.flatMap((field) => fieldChoice(row.type, labels, field) ?? []).toSorted(byName),
  }
}

/** A file leaves the bank: nobody's personal numbers go with it whole. */
const veiled = (actor: Actor): Actor => ({
  ...actor,
  operations: { ...actor.operations, PersonalData: [] },
})

/** The reading of the history of one application for its file. */
export const changesReading = (engine: Engine, caseId: number) => ({
  count: async ({ db, actor }: Asked, filter: ChangesFilter) =>
    countChanges(db, scopeOf(engine, actor, await requireDecidable({ db, actor }, caseId)), filter),
  findIds: async ({ db, actor }: Asked, filter: ChangesFilter) =>
    findChangeIds(db, scopeOf(engine, actor, await requireDecidable({ db, actor }, caseId)), filter),
  findRows: async ({ db, actor }: Asked, ids: readonly string[]) => {
    const row = await requireDecidable({ db, actor }, caseId)
    const found = await findChangesByIds(db, scopeOf(engine, actor, row), ids)
    return toEntries(engine, { db, actor: veiled(actor), requestId: '' }, row, found)
  },
})
