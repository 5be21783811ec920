import type { CaseClock } from '@ipoteka-office/contract/cases.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import type { Db } from '#db/database.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { clockView } from './clock.rules.ts'
import type { Engine } from './engine.ts'
import { findClocks } from './moves.repo.ts'
import { bankOffset } from './case-calendar.service.ts'
import { offsetOf } from './working-clock.rules.ts'

/** What a list shows of a clock. */
export type ClockFigures = Pick<CaseClock, 'state' | 'dueAt' | 'share'>

const none: ClockFigures = { state: 'NONE', dueAt: null, share: 0 }

/** Clocks of the rows of a page, in two queries whatever their number. */
export async function clockFigures(
  engine: Engine,
  db: Db,
  caseIds: readonly number[],
): Promise<(caseId: number) => ClockFigures> {
  if (caseIds.length === 0) return () => none
  const special = await loadSpecialDays(db)
  const now = engine.clock.now()
  const ownOffset = bankOffset(engine.clock)
  const figures = new Map<number, ClockFigures>()
  for (const { caseId, caseType, zone, clock } of await findClocks(db, caseIds)) {
    const calendar = { offsetMinutes: offsetOf(zone) ?? ownOffset, special }
    const { state, dueAt, share } = clockView(machines[caseType as CaseType], clock, { now, calendar })
    figures.set(caseId, { state, dueAt, share })
  }
  return (caseId) => figures.get(caseId) ?? none
}
