import type { CaseCounts, CaseFilter, CaseRow, CaseSort } from '@ipoteka-office/contract/cases/case-lists.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { type CaseList, caseLists, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { calendarsOf } from '#features/cases/engine/case-calendar.service.ts'
import { clockView } from '#features/cases/engine/clock.rules.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds, stageName } from '#features/cases/engine/machine.rules.ts'
import type { WorkCalendar } from '#features/cases/engine/working-clock.rules.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { knownTotal } from '#lib/paging.ts'
import { countFound, countTabs } from './case-counts.repo.ts'
import { type CaseScope, findVisiblePartners } from './case-filters.repo.ts'
import { findPage, findRows, type ListedCase } from './case-lists.repo.ts'

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
  }
}

function toRow(row: ListedCase, calendar: WorkCalendar, now: Date): CaseRow {
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
  const { state, share } = clockView(machines[row.type], stored, { now, calendar })
  return { ...rest, stageName: stageName(row.type, row.stage), clock: { state, share, dueAt } }
}

/** Rows with their deadlines; the calendars of all their regions are asked for together. */
export async function listedRows(
  engine: Engine,
  db: Db,
  actor: Pick<Actor, 'employeeId'>,
  ids: readonly number[],
): Promise<CaseRow[]> {
  const rows = await findRows(db, actor.employeeId, ids)
  if (rows.length === 0) return []
  const calendarIn = await calendarsOf(
    engine,
    db,
    rows.map(({ regionCode }) => regionCode),
  )
  const now = engine.clock.now()
  return rows.map((row) => toRow(row, calendarIn(row.regionCode), now))
}

/** A page of a list; phones in lists are masked for everybody. */
export async function searchCases(
  engine: Engine,
  context: Context,
  list: CaseList,
  filter: CaseFilter,
  query: PageQuery & { sort: CaseSort },
): Promise<Page<CaseRow>> {
  const { db, actor } = context
  const scope = await scopeOf(engine, context, list, filter)
  const { ids, total } = await findPage(db, scope, query)
  const rows = await listedRows(engine, db, actor, ids)
  const count = total ?? knownTotal(ids.length, query) ?? (await countFound(db, scope))
  return toPage(maskAll(rows), count, query)
}

/** Counts of the tabs, each under the same filter but its own dimension. */
export async function countCases(
  engine: Engine,
  context: Context,
  list: CaseList,
  filter: CaseFilter,
): Promise<CaseCounts> {
  return countTabs(context.db, await scopeOf(engine, context, list, filter))
}
