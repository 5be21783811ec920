import type { RecordVersion, ComparedField } from '@ipoteka-office/contract/history/history.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { labelsSeenBy } from '#features/history/card-history.rules.ts'
import { findNames } from '#features/history/card-history.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { bySection, namesNeeded, placeOf } from './case-history.rules.ts'
import { labelsOf, objectsOf } from './case-labels.ts'
import { findChangesSince, findObjects, findVersions, type FoundVersion } from './case-versions.repo.ts'
import { comparedFields, statesOf } from './case-versions.rules.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

/** Versions of the case to choose from, newest first. */
export async function listCaseVersions(
  engine: Engine,
  { db, actor }: Reader,
  caseId: number,
  query: PageQuery,
): Promise<Page<RecordVersion>> {
  const { type } = await requireCase(db, actor, caseId, 'Read')
  refuseDeepPage(query)
  const { rows, total } = await findVersions(
    db,
    actor,
    objectsOf(engine.behaviours[type], caseId, actor),
    query,
  )
  const namesOf = ({ stage, places }: FoundVersion): string[] => {
    if (stage !== null) return [stageNameFor(actor, type, stage)]
    const named = places.map((place) => placeOf(place, type)).toSorted(bySection)
    return [...new Set(named.map(({ sectionName }) => sectionName))]
  }
  const versions = rows.map((row) => ({
    at: row.at,
    kind: row.kind,
    actor: row.actor,
    names: namesOf(row),
  }))
  return toPage(versions, total, query)
}

/** More changes than this are not taken back. */
const maxTakenBack = 5_000

interface Moments {
  readonly from: string
  readonly to?: string | undefined
  readonly all: boolean
}

/** The case at two moments, by section and field; who sees numbers of persons whole is written down. */
export async function compareCase(
  engine: Engine,
  reader: Reader,
  caseId: number,
  { from, to, all }: Moments,
): Promise<ComparedField[]> {
  const { db, actor } = reader
  const { type } = await requireCase(db, actor, caseId, 'Read')
  if (to !== undefined && Date.parse(to) < Date.parse(from))
    throw invalid([{ path: 'to', message: 'Второй момент должен быть позже первого' }])
  const labels = labelsSeenBy(actor, labelsOf(engine, type))
  const changes = await findChangesSince(db, objectsOf(engine.behaviours[type], caseId, actor), {
    from,
    to,
    limit: maxTakenBack + 1,
  })
  if (changes.length > maxTakenBack)
    throw conflict('С первого момента слишком много изменений: выберите более поздний')
  const states = statesOf(await findObjects(db, caseId, Object.keys(labels)), changes)
  const names = await findNames(db, namesNeeded(labels, states))
  const fields = comparedFields(type, labels, states, names).filter(({ changed }) => all || changed)
  if (!seesPersonalData(actor)) return fields.map(({ veiled, ...field }) => ({ ...field, ...veiled }))
  if (fields.some(({ before, after, veiled }) => veiled.before !== before || veiled.after !== after))
    await recordUnmasking(
      reader,
      { type: caseTypes[type].object, id: caseId },
      { persons: 1, what: 'Сравнение версий' },
    )
  return fields
}
