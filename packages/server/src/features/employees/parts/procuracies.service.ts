import {
  type Procuracy,
  type ProcuracyInput,
  procuracyIssues,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { attachFile, openStored } from '#files/attach-file.ts'
import type { FileStore } from '#files/file-store.ts'
import type { FileGate } from '#files/receive.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { employeeFileRules } from '../employees.rules.ts'
import { requireEmployee } from '../employees.service.ts'
import {
  findProcuracies,
  findProcuracy,
  findProcuracyFile,
  hideProcuracy,
  insertProcuracy,
  isNumberTaken,
  type LockedProcuracy,
  lockProcuracy,
  setProcuracyFile,
  updateProcuracy,
} from './procuracies.repo.ts'

/** A power of attorney of a person's card. */
export interface ProcuracyKey {
  readonly employeeId: number
  readonly id: number
}

const noProcuracy = () => notFound('Доверенность не найдена')

export async function listProcuracies({ db, actor }: Context, employeeId: number, bank: BankFigures) {
  await requireEmployee(db, actor, employeeId)
  return findProcuracies(db, employeeId, await papersHorizon(bank))
}

export async function getProcuracy(
  { db, actor }: Context,
  { employeeId, id }: ProcuracyKey,
  bank: BankFigures,
): Promise<Procuracy> {
  await requireEmployee(db, actor, employeeId)
  const procuracy = await findProcuracy(db, employeeId, id, await papersHorizon(bank))
  if (procuracy === undefined) throw noProcuracy()
  return procuracy
}

async function check(db: Db, employeeId: number, input: ProcuracyInput, id: number | null): Promise<void> {
  const issues = procuracyIssues(input)
  if (await isNumberTaken(db, employeeId, input.number, id))
    issues.push({ path: 'number', message: 'У сотрудника уже есть доверенность с таким номером' })
  if (issues.length > 0) throw invalid(issues)
}

export async function createProcuracy(
  context: Context,
  employeeId: number,
  input: ProcuracyInput,
  bank: BankFigures,
): Promise<Procuracy> {
  const { db, actor } = context
  await requireEmployee(db, actor, employeeId)
  await check(db, employeeId, input, null)
  const id = await insertProcuracy(db, employeeId, input)
  await publish(db, topics.employee(employeeId))
  return getProcuracy(context, { employeeId, id }, bank)
}

async function takeProcuracy(
  context: Context,
  key: ProcuracyKey,
  version: number | null,
  bank: BankFigures,
): Promise<LockedProcuracy> {
  const { db, actor } = context
  await requireEmployee(db, actor, key.employeeId)
  const before = await lockProcuracy(db, key.employeeId, key.id)
  if (before === undefined) throw noProcuracy()
  if (version !== null && version !== before.version)
    throw stale(
      await getProcuracy(context, key, bank),
      await findLastChangeOf(db, { objectType: 'procuracy', objectId: key.id }),
    )
  return before
}

const fields = ['number', 'dateFrom', 'dateTo', 'scope', 'issuer', 'notary', 'revokedOn'] as const

export async function saveProcuracy(
  context: Context,
  key: ProcuracyKey,
  { version, ...input }: ProcuracyInput & { version: number },
  bank: BankFigures,
): Promise<Procuracy> {
  const { db } = context
  const before = await takeProcuracy(context, key, version, bank)
  if (fields.some((field) => before[field] !== input[field])) {
    await check(db, key.employeeId, input, key.id)
    await updateProcuracy(db, key.id, input)
    await publish(db, topics.employee(key.employeeId))
  }
  return getProcuracy(context, key, bank)
}

export async function deleteProcuracy(
  context: Context,
  key: ProcuracyKey,
  version: number,
  bank: BankFigures,
): Promise<void> {
  await takeProcuracy(context, key, version, bank)
  await hideProcuracy(context.db, key.id)
  await publish(context.db, topics.employee(key.employeeId))
}

export async function uploadProcuracyFile(
  context: Context,
  key: ProcuracyKey,
  file: IncomingFile,
  { gate, bank }: { gate: FileGate; bank: BankFigures },
): Promise<Procuracy> {
  await getProcuracy(context, key, bank)
  const owner = { type: 'procuracy', id: key.id }
  await attachFile(context, gate, file, { ...employeeFileRules, owner }, async (tx, fileId) => {
    await takeProcuracy({ ...context, db: tx }, key, null, bank)
    await setProcuracyFile(tx, key.id, fileId)
    await publish(tx, topics.employee(key.employeeId))
  })
  return getProcuracy(context, key, bank)
}

export async function downloadProcuracyFile(
  { db, actor }: Context,
  { employeeId, id }: ProcuracyKey,
  files: FileStore,
): Promise<FileReply> {
  await requireEmployee(db, actor, employeeId)
  return openStored(files, await findProcuracyFile(db, employeeId, id))
}
