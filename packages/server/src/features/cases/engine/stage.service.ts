import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import { caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { deadlineIn, type Terms } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Db } from '#db/database.ts'
import { bankDay } from '#lib/bank-time.ts'
import { isVeiledFrom } from '#lib/shown-stages.ts'
import { calendarOf } from './case-calendar.service.ts'
import type { CaseRow } from './cases.repo.ts'
import { clockAfter } from './clock.rules.ts'
import type { Engine, Mover } from './engine.ts'
import { timersOf } from './machine.rules.ts'
import { barredFrom } from './own-work.service.ts'
import {
  findClock,
  findFormerAssignee,
  findLastEntry,
  insertTask,
  writeClock,
  writeTimers,
} from './moves.repo.ts'
import { endOf, type WorkCalendar } from './working-clock.rules.ts'

interface Entry {
  readonly row: CaseRow
  readonly stage: string
  readonly machine: Machine
  readonly calendar: WorkCalendar
  readonly now: Date
  readonly terms: Terms
}

async function setTimers(
  engine: Engine,
  db: Db,
  { row, stage, machine, calendar, now, terms }: Entry,
): Promise<Date | null> {
  const timers: { action: string; at: Date }[] = []
  for (const { action, after, since, endsWithDecision } of timersOf(machine, stage)) {
    const from = since === stage ? now : ((await findLastEntry(db, row.id, since)) ?? now)
    const at = endOf(from, deadlineIn(terms, after), calendar)
    const lastMoment = endsWithDecision ? await engine.decisions.endOf(engine, db, row.id) : null
    timers.push({ action, at: lastMoment !== null && lastMoment < at ? lastMoment : at })
  }
  await writeTimers(db, row.id, timers)
  return timers.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/** Operations of those who bring the client: their tasks are the responsible's. */
const ofResponsible = new Set(['Send', 'Update'])

async function assigneeOf(
  db: Db,
  { row, stage }: Entry,
  operation: string,
  barredIds: readonly number[],
): Promise<number | null> {
  if (caseTypes[row.type].queuedStages?.includes(stage)) return null
  if (ofResponsible.has(operation)) return row.responsibleId
  const ofBank = isVeiledFrom({ isAhml: false }, row.type, stage)
  return findFormerAssignee(db, row.id, stage, { barredIds, ofBank })
}

/** What comes with a stage that the case has just entered: its clock, what happens by itself, the task. */
export async function enterStage(
  engine: Engine,
  db: Db,
  row: CaseRow,
  stage: string,
  mover: Mover,
): Promise<void> {
  const machine = machines[row.type]
  const now = engine.clock.now()
  const calendar = await calendarOf(engine, db, row.regionCode)
  // A term that changes concerns whoever enters a stage from its day on: what runs already keeps its end.
  const terms = await engine.parameters.figuresOn(bankDay(engine.clock))
  const entry = { row, stage, machine, calendar, now, terms }
  const clock = clockAfter(machine, await findClock(db, row.id), stage, { now, calendar, terms })
  await writeClock(db, row.id, clock)
  const firstTimer = await setTimers(engine, db, entry)
  const state = machine.states[stage]
  if (state?.task === undefined) return
  const { title, operation } = state.task
  // The clock may stand while the task has a term of its own: the client's, or the decision's.
  const ownTerm =
    state.deadline === undefined ? firstTimer : endOf(now, deadlineIn(terms, state.deadline), calendar)
  const barredIds = await barredFrom(db, row.type, row.id, stage)
  const assigneeId = await assigneeOf(db, entry, operation, barredIds)
  await insertTask(
    db,
    {
      caseId: row.id,
      caseType: row.type,
      partnerId: row.partnerId,
      stage,
      title,
      operation,
      assigneeId,
      workgroupId: ofResponsible.has(operation) ? row.workgroupId : null,
      barredIds,
      dueAt: clock?.dueAt ?? ownTerm,
      at: now,
    },
    mover.actor?.employeeId ?? null,
  )
}
