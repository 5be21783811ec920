import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { metWhereDecided } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { Db } from '#db/database.ts'
import { allowedAction } from '#features/machines/allowed-action.rules.ts'
import { forbidden, notFound } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { machineFor, stageFor, stageNameFor } from '#lib/shown-stages.ts'
import { publish } from '#live/publish.ts'
import { chooseResponsible, type Opened } from './assignment/assignment.service.ts'
import { calendarOf } from './case-calendar.service.ts'
import {
  type CaseLock,
  type CaseRow,
  findCase,
  findHead,
  findRelated,
  findStages,
  type HeadChange,
  type HeadRow,
  insertCase,
  takeNumber,
  writeArchived,
  writeHead,
  writeLeadChanges,
} from './cases.repo.ts'
import { closedWays } from './closed-ways.service.ts'
import { clockFor } from './clock.rules.ts'
import type { Engine, Mover } from './engine.ts'
import { holds, openTo } from './machine.rules.ts'
import { endStageTask, findClock, openStage, writeClock, writeTimers } from './moves.repo.ts'
import { phasesOf, staysFor } from './phases.rules.ts'
import { enterStage } from './stage.service.ts'
import { closeByMove } from './tasks/beside-moves.service.ts'

export type { CaseRow } from './cases.repo.ts'

/** What a new case begins with. */
export interface CaseStart {
  readonly type: CaseType
  readonly partnerId: number
  readonly regionCode?: string | null
  readonly programmeCode?: string | null
  readonly programme?: string | null
  readonly clientName: string
  readonly personId?: number | null
  /** Digits. */
  readonly clientPhone?: string | null
  readonly amount?: string | null
  readonly channel?: string | null
  /** The case it is made of. */
  readonly sourceId?: number | null
  /** Who is responsible; absent: the rules of assignment choose. */
  readonly responsibleId?: number | null
  /** How the client came to know of the bank. */
  readonly source?: string | null
  /** The QR code by which it came: its campaign, and whose it is. */
  readonly qr?: { readonly campaign: string; readonly ownerId: number | null }
}

/** `И-26-000123`: the type, the year, the number in it. */
export const caseNumber = (type: CaseType, year: number, serial: number): string =>
  `${caseTypes[type].prefix}-${String(year % 100).padStart(2, '0')}-${String(serial).padStart(6, '0')}`

/** Writes the row of a new case with the next number of its type. */
async function writeCase(engine: Engine, db: Db, mover: Mover, start: CaseStart): Promise<[number, string]> {
  const at = engine.clock.now()
  const { year } = at.toTemporalInstant().toZonedDateTimeISO(engine.clock.timeZone)
  const number = caseNumber(start.type, year, await takeNumber(db, start.type, year))
  const { regionCode = null, programmeCode = null, programme = null, personId = null } = start
  const { clientPhone = null, amount = null, channel = null, sourceId = null } = start
  const id = await insertCase(db, {
    type: start.type,
    number,
    partnerId: start.partnerId,
    clientName: start.clientName,
    regionCode,
    programmeCode,
    programme,
    personId,
    clientPhone,
    amount,
    channel,
    sourceId,
    stage: machines[start.type].initial,
    createdBy: mover.actor?.employeeId ?? null,
    at,
  })
  return [id, number]
}

/** What the rules of assignment are told of a new case. */
const openedOf = ({ id, number }: { id: number; number: string }, start: CaseStart): Opened => ({
  caseId: id,
  number,
  type: start.type,
  partnerId: start.partnerId,
  regionCode: start.regionCode ?? null,
  programmeCode: start.programmeCode ?? null,
  amount: start.amount ?? null,
  channel: start.channel ?? null,
  source: start.source ?? null,
  campaign: start.qr?.campaign ?? null,
  isByQr: start.qr !== undefined,
  personId: start.personId ?? null,
  clientPhone: start.clientPhone ?? null,
  ...(start.qr !== undefined && { ownerId: start.qr.ownerId }),
})

/** Makes somebody responsible for a new case: the one named, or by the rules of assignment. */
async function assignCase(
  engine: Engine,
  db: Db,
  mover: Mover,
  made: { id: number; number: string },
  start: CaseStart,
): Promise<void> {
  const caseId = made.id
  const chosen =
    start.responsibleId === undefined
      ? await chooseResponsible(db, mover, openedOf(made, start), engine)
      : { employeeId: start.responsibleId, workgroupId: null, rule: null }
  if (chosen.employeeId === null && chosen.workgroupId === null) return
  await writeLeadChanges(db, [
    {
      caseId,
      actorId: start.responsibleId === undefined ? null : (mover.actor?.employeeId ?? null),
      fromId: null,
      toId: chosen.employeeId,
      workgroupId: chosen.workgroupId,
      comment: chosen.rule,
      at: engine.clock.now(),
    },
  ])
}

/** Opens a case: its number, first stage, clock, task and the responsible. */
export async function createCase(
  engine: Engine,
  db: Db,
  mover: Mover,
  start: CaseStart,
): Promise<{ id: number; number: string }> {
  const [id, number] = await writeCase(engine, db, mover, start)
  await assignCase(engine, db, mover, { id, number }, start)
  const stage = machines[start.type].initial
  await openStage(db, id, stage, engine.clock.now())
  const row = await findCase(db, null, id)
  if (row === undefined) throw new Error(`The case ${id} was not written`)
  await enterStage(engine, db, row, stage, mover)
  await publish(db, topics.cases(start.type), {}, { partnerIds: [start.partnerId] })
  return { id, number }
}

/** The case held for the system's own work until the transaction ends; undefined: there is none. */
export const holdCase = (db: Db, caseId: number): Promise<CaseRow | undefined> =>
  findCase(db, null, caseId, 'update')

/** The case for the system's own reading; undefined: there is none. */
export const readCase = (db: Db, caseId: number): Promise<CaseRow | undefined> => findCase(db, null, caseId)

/** The one way to a case by its id: 404 when the person does not see it, 403 without the operation on its type. */
export async function requireCase(
  db: Db,
  actor: Actor,
  caseId: number,
  operation: string,
  lock?: CaseLock,
): Promise<CaseRow> {
  const row = await findCase(db, actor, caseId, lock)
  if (row === undefined || !holds(actor, row.type, 'Read')) {
    if (row !== undefined) throw forbidden()
    throw notFound('Дело не найдено')
  }
  if (!holds(actor, row.type, operation)) throw forbidden()
  return row
}

async function actionsOf(engine: Engine, db: Db, actor: Actor, row: HeadRow): Promise<AllowedAction[]> {
  const mover: Mover = { actor, requestId: null }
  const actions: AllowedAction[] = []
  const reasonAgainst = closedWays(engine, db, row, mover)
  for (const transition of openTo(actor, row.type, row.stage)) {
    const failed = await reasonAgainst(transition)
    const isMetThere = metWhereDecided.has(failed?.code ?? '')
    actions.push(
      allowedAction(transition, {
        toStage: stageNameFor(actor, row.type, transition.to),
        reasonDisabled: isMetThere ? null : (failed?.reason ?? null),
      }),
    )
  }
  return actions
}

function editableOf(engine: Engine, actor: Actor, row: HeadRow): CaseHead['editable'] {
  const no = (reasonDisabled: string) => ({ enabled: false, reasonDisabled })
  if (!holds(actor, row.type, 'Update')) return no('Нет права изменять данные')
  return engine.behaviours[row.type].editableStages.includes(row.stage)
    ? { enabled: true, reasonDisabled: null }
    : no(`На этапе «${stageNameFor(actor, row.type, row.stage)}» данные не меняются`)
}

/** The head of a case's page: stage, deadline, what the person may do and why not. */
export async function caseHead(engine: Engine, db: Db, actor: Actor, caseId: number): Promise<CaseHead> {
  const row = await findHead(db, actor, caseId)
  if (row === undefined) throw notFound('Дело не найдено')
  if (!holds(actor, row.type, 'Read')) throw forbidden()
  const { type } = row
  const stage = stageFor(actor, type, row.stage)
  const now = engine.clock.now()
  const calendar = await calendarOf(engine, db, row.regionCode)
  const clock = clockFor(actor, row, await findClock(db, caseId), { now, calendar })
  const stays = staysFor(actor, type, await findStages(db, caseId))
  const phases = phasesOf(machineFor(actor, type), stage, stays, now)
  const actions = await actionsOf(engine, db, actor, row)
  const related = await findRelated(db, actor, row)
  return {
    id: row.id,
    type,
    number: row.number,
    clientName: row.clientName,
    programme: row.programme,
    amount: row.amount,
    stage,
    stageName: stageNameFor(actor, type, stage),
    stageSince: stays.at(-1)?.enteredAt ?? row.stageSince,
    closed: row.closed,
    archived: row.archivedAt !== null,
    partner: row.partner,
    region: row.region,
    responsible: row.responsible,
    workgroup: row.workgroup,
    checker: row.checker,
    favourite: row.favourite,
    clock,
    phases,
    actions,
    editable: editableOf(engine, actor, row),
    decision: await engine.decisions.shownFor(db, row),
    related: related
      .filter((other) => holds(actor, other.type, 'Read'))
      .map((other) => ({
        id: other.id,
        type: other.type,
        number: other.number,
        stageName: stageNameFor(actor, other.type, other.stage),
        relation: other.relation,
      })),
    createdAt: row.createdAt,
    version: row.version,
  }
}

/** Keeps the head in step with what a section says. */
export async function updateCaseHead(db: Db, caseId: number, change: HeadChange): Promise<void> {
  await writeHead(db, caseId, change)
}

/** Puts a case away without a move of its machine, or brings it back; its task and its clock end and begin with it. */
export async function archiveCase(
  engine: Engine,
  db: Db,
  mover: Mover,
  caseId: number,
  archived: boolean,
): Promise<void> {
  const row = await findCase(db, mover.actor, caseId, 'update')
  if (row === undefined) throw notFound('Дело не найдено')
  if ((row.archivedAt !== null) === archived) return
  const at = engine.clock.now()
  const actorId = mover.actor?.employeeId ?? null
  await writeArchived(db, caseId, archived ? at : null)
  await writeClock(db, caseId, null)
  await writeTimers(db, caseId, [])
  await endStageTask(db, { caseId, actorId, state: 'STOPPED', outcome: 'В архив', comment: null, at })
  if (archived) await closeByMove(db, row, { actorId, label: 'В архив', isEnd: true, isLent: false, at })
  if (!archived) await enterStage(engine, db, row, row.stage, mover)
  await publish(db, topics.cases(row.type), {}, { partnerIds: [row.partnerId] })
}
