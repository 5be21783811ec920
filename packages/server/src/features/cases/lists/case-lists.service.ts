import type { CaseCounts, CaseFilter, CaseRow, CaseSort } from '@ipoteka-office/contract/cases/case-lists.ts'
import { type CaseList, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { Db } from '#db/database.ts'
import { calendarsOf } from '#features/cases/engine/case-calendar.service.ts'
import { clockFor } from '#features/cases/engine/clock.rules.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import type { WorkCalendar } from '#features/cases/engine/working-clock.rules.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { knownTotal } from '#lib/paging.ts'
import { type Reader, stageFor, stageNameFor } from '#lib/shown-stages.ts'
import { countFound, countTabs } from './case-counts.repo.ts'
import { type CaseScope, findVisiblePartners } from './case-filters.repo.ts'
import { findIds, findPage, findRows, type ListedCase, type ListSort } from './case-lists.repo.ts'

export type { CaseScope } from './case-filters.repo.ts'

/** The scope of a list for a person: what they see of it. */
export async function scopeOf(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  list: CaseList,
  filter: CaseFilter,
): Promise<CaseScope> {
  return {
    list,
    filter,
    employeeId: actor.employeeId,
    partnerId: actor.partnerId,
    partners: await findVisiblePartners(db, actor),
    types: caseLists[list].types.filter((type) => holds(actor, type, 'List')),
    timeZone: engine.clock.timeZone,
    reader: actor,
  }
}

function toRow(reader: Reader, row: ListedCase, calendar: WorkCalendar, now: Date): CaseRow {
  const { clockStage, targetMinutes, spentMinutes, runningSince, dueAt, regionCode: _, ...rest } = row
  const stored =
    clockStage === null
      ? null
      : {
          stage: clockStage,
          targetMinutes,
          spentMinutes: spentMinutes ?? 0,
          runningSince: runningSince === null ? null : new Date(runningSince),
          dueAt: dueAt === null ? null : new Date(dueAt),
          segments: [],
        }
  const { state, share } = clockFor(reader, row, stored, { now, calendar })
  const stage = stageFor(reader, row.type, row.stage)
  return { ...rest, stage, stageName: stageNameFor(reader, row.type, stage), clock: { state, share, dueAt } }
}

/** Rows with their deadlines; the calendars of all their regions are asked for together. */
export async function listedRows(
  engine: Engine,
  db: Db,
  actor: Pick<Actor, 'employeeId' | 'isAhml'>,
  ids: readonly number[],
): Promise<CaseRow[]> {
  const rows = await findRows(db, actor, ids)
  if (rows.length === 0) return []
  const calendarIn = await calendarsOf(
    engine,
    db,
    rows.map(({ regionCode }) => regionCode),
  )
  const now = engine.clock.now()
  return rows.map((row) => toRow(actor, row, calendarIn(row.regionCode), now))
}

/** A page of a scope; phones in lists are masked for everybody. */
export async function searchScope(
  engine: Engine,
  { db, actor }: Context,
  scope: CaseScope,
  query: PageQuery & { sort: ListSort },
): Promise<Page<CaseRow>> {
  const { ids, total } = await findPage(db, scope, query)
  const rows = await listedRows(engine, db, actor, ids)
  const count = total ?? knownTotal(ids.length, query) ?? (await countFound(db, scope))
  return toPage(maskAll(rows), count, query)
}

/** A page of a list. */
export const searchCases = async (
  engine: Engine,
  context: Context,
  list: CaseList,
  filter: CaseFilter,
  query: PageQuery & { sort: CaseSort },
): Promise<Page<CaseRow>> => searchScope(engine, context, await scopeOf(engine, context, list, filter), query)

/** How many cases a scope has. */
export const countScope = (db: Db, scope: CaseScope): Promise<number> => countFound(db, scope)

/** All cases of a scope in its order. */
export const idsOfScope = (db: Db, scope: CaseScope, sort: ListSort): Promise<number[]> =>
  findIds(db, scope, sort)

/** Counts of the tabs, each under the same filter but its own dimension. */
export async function countCases(
  engine: Engine,
  context: Context,
  list: CaseList,
  filter: CaseFilter,
): Promise<CaseCounts> {
  return countTabs(context.db, await scopeOf(engine, context, list, filter))
}
