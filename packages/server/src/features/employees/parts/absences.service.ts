import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  absenceIssues,
  type EmployeeAbsence,
  type EmployeeAbsenceInput,
} from '@ipoteka-office/contract/employees/employee-absences.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { moveApprovers } from '#features/approvers/approver-status.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import {
  findAbsence,
  findAbsences,
  findApproversOf,
  findDeputy,
  findDuePeople,
  findOverlap,
  insertAbsence,
  type LockedAbsence,
  lockAbsence,
  lockDue,
  markCancelled,
  markEnded,
  markStarted,
  updateAbsence,
} from './absences.repo.ts'
import { requireEmployee, takeEmployee } from '../employees.service.ts'

/** An absence of a person's card. */
export interface AbsenceKey {
  readonly employeeId: number
  readonly id: number
}

const noAbsence = () => notFound('Отсутствие не найдено')

export async function listAbsences({ db, actor }: Context, employeeId: number, clock: BankClock) {
  await requireEmployee(db, actor, employeeId)
  return findAbsences(db, employeeId, bankDay(clock))
}

async function getAbsence(
  db: Db,
  { employeeId, id }: AbsenceKey,
  clock: BankClock,
): Promise<EmployeeAbsence> {
  const absence = await findAbsence(db, employeeId, id, bankDay(clock))
  if (absence === undefined) throw noAbsence()
  return absence
}

async function refusalOfDeputy({ db, actor }: Context, employeeId: number, input: EmployeeAbsenceInput) {
  if (input.deputyId === null) return null
  if (input.deputyId === employeeId) return 'Сотрудник не может замещать сам себя'
  const deputy = await findDeputy(db, actor, input.deputyId, employeeId, input)
  if (deputy === undefined) return 'Сотрудник не найден'
  if (!deputy.sameTree) return 'Заместитель должен работать у того же партнёра, у вышестоящего или в филиале'
  if (deputy.notActive) return 'Заместитель отключён, выберите другого'
  return deputy.isAway ? 'Заместитель сам отсутствует в эти дни' : null
}

async function check(context: Context, employeeId: number, input: EmployeeAbsenceInput, id: number | null) {
  const issues = absenceIssues(input)
  if (issues.length === 0) {
    const other = await findOverlap(context.db, employeeId, input, id)
    if (other !== undefined) {
      const message = `Пересекается с отсутствием ${dayText(other.dateFrom)} – ${dayText(other.dateTo)}`
      issues.push({ path: 'dateFrom', message })
    }
    const refusal = await refusalOfDeputy(context, employeeId, input)
    if (refusal !== null) issues.push({ path: 'deputyId', message: refusal })
  }
  if (issues.length > 0) throw invalid(issues)
}

/** The person's approvers that work pause; which they were is kept. */
async function begin(db: Db, absence: LockedAbsence, clock: BankClock): Promise<void> {
  const paused = await moveApprovers(db, await findApproversOf(db, absence.employeeId), 'ACTIVE', 'PAUSE')
  await markStarted(db, absence.id, clock.now(), paused)
}

/** Those that the absence paused and that still are paused work again. */
async function giveBack(db: Db, absence: LockedAbsence): Promise<void> {
  const own = await findApproversOf(db, absence.employeeId)
  const paused = own.filter(({ id }) => absence.pausedApproverIds.includes(id))
  await moveApprovers(db, paused, 'PAUSE', 'ACTIVE')
}

async function end(db: Db, absence: LockedAbsence, clock: BankClock): Promise<void> {
  await giveBack(db, absence)
  await markEnded(db, absence.id, clock.now())
}

/** Begins and ends what this day begins and ends for one person; done again it finds nothing to do. */
async function bringUpToDate(db: Db, employeeId: number, clock: BankClock): Promise<void> {
  const today = bankDay(clock)
  for (const absence of await lockDue(db, employeeId, today)) {
    if (absence.dateTo < today) await end(db, absence, clock)
    else await begin(db, absence, clock)
  }
  await publish(db, topics.employee(employeeId))
}

/** The job of the bank's midnight; also run at start, for a midnight that was slept through. */
export async function absenceTick(db: Db, clock: BankClock): Promise<number> {
  const people = await findDuePeople(db, bankDay(clock))
  const failures: unknown[] = []
  // One person's failure does not keep the others from their turn.
  for (const id of people)
    await db
      .transaction()
      .execute((tx) => bringUpToDate(tx, id, clock))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, 'Absences of some people could not be brought up to date')
  return people.length
}

/** A new absence; one that has begun acts at once. */
export async function createAbsence(
  context: Context,
  employeeId: number,
  input: EmployeeAbsenceInput,
  clock: BankClock,
): Promise<EmployeeAbsence> {
  const { db } = context
  // The person's row makes two new absences of the same days wait for each other.
  await takeEmployee(context, { id: employeeId })
  await check(context, employeeId, input, null)
  const id = await insertAbsence(db, employeeId, input)
  await bringUpToDate(db, employeeId, clock)
  return getAbsence(db, { employeeId, id }, clock)
}

async function takeAbsence(
  context: Context,
  key: AbsenceKey,
  version: number,
  clock: BankClock,
): Promise<LockedAbsence> {
  const { db } = context
  await takeEmployee(context, { id: key.employeeId })
  const before = await lockAbsence(db, key.employeeId, key.id)
  if (before === undefined) throw noAbsence()
  if (before.version !== version)
    throw stale(
      await getAbsence(db, key, clock),
      await findLastChangeOf(db, { objectType: 'employee_absence', objectId: key.id }),
    )
  if (before.cancelledAt !== null || before.endedAt !== null)
    throw conflict('Отсутствие завершено или отменено и больше не меняется')
  return before
}

const fields = ['reason', 'dateFrom', 'dateTo', 'deputyId', 'comment'] as const

export async function saveAbsence(
  context: Context,
  key: AbsenceKey,
  { version, ...input }: EmployeeAbsenceInput & { version: number },
  clock: BankClock,
): Promise<EmployeeAbsence> {
  const { db } = context
  const before = await takeAbsence(context, key, version, clock)
  if (fields.every((field) => before[field] === input[field])) return getAbsence(db, key, clock)
  if (before.startedAt !== null && input.dateFrom !== before.dateFrom)
    throw invalid([{ path: 'dateFrom', message: 'Отсутствие уже началось, дату начала изменить нельзя' }])
  await check(context, key.employeeId, input, key.id)
  await updateAbsence(db, key.id, input)
  await bringUpToDate(db, key.employeeId, clock)
  return getAbsence(db, key, clock)
}

/** Cancels an absence; of one that goes on the approvers return now. */
export async function cancelAbsence(
  context: Context,
  key: AbsenceKey,
  version: number,
  clock: BankClock,
): Promise<void> {
  const { db } = context
  const before = await takeAbsence(context, key, version, clock)
  if (before.startedAt !== null) await giveBack(db, before)
  await markCancelled(db, key.id, clock.now())
  await publish(db, topics.employee(key.employeeId))
}
