import type {
  Operation,
  OperationInput,
  OperationRef,
} from '@ipoteka-office/contract/roles/role-operations.ts'
import { objectTypeNames } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  deleteOperationRow,
  findOperation,
  findOperations,
  insertOperation,
  isTaken,
  lockOperation,
  type OperationRow,
  updateOperationRow,
} from './operations.repo.ts'
import { type OperationCode, objectTypeName, operationKey } from './role-changes.rules.ts'
import { requireOperator } from './role-guards.service.ts'

const typeOrder = new Map(Object.keys(objectTypeNames).map((type, index) => [type, index]))
const orderOf = (objectType: string) => typeOrder.get(objectType) ?? typeOrder.size

/** In the order of the menu, object types of the bank's own last. */
const byType = (a: { objectType: string }, b: { objectType: string }) =>
  orderOf(a.objectType) - orderOf(b.objectType) || a.objectType.localeCompare(b.objectType)

const toOperation = (row: OperationRow): Operation => ({
  ...row,
  objectTypeName: objectTypeName(row.objectType),
})

export async function listOperations(
  db: Db,
  query: { query: string; objectType?: string | undefined },
): Promise<Operation[]> {
  const rows = await findOperations(db, { query: query.query, objectType: query.objectType ?? null })
  return rows.map(toOperation).sort(byType)
}

/** Every object type with its operations: the rows of the matrix. */
export async function listObjectTypes(db: Db) {
  const groups = Map.groupBy((await findOperations(db)).sort(byType), ({ objectType }) => objectType)
  return [...groups].map(([objectType, operations]) => ({
    objectType,
    name: objectTypeName(objectType),
    operations: operations.map(({ id, code, descriptor, builtin }) => ({ id, code, descriptor, builtin })),
  }))
}

/** Turns codes into what people read; codes that the catalogue has lost keep their own names. */
export async function describer(db: Db): Promise<(operation: OperationCode) => OperationRef> {
  const known = new Map((await findOperations(db)).map((row) => [operationKey(row), row.descriptor]))
  return ({ objectType, code }) => ({
    objectType,
    code,
    objectTypeName: objectTypeName(objectType),
    descriptor: known.get(operationKey({ objectType, code })) ?? code,
  })
}

export async function getOperation(db: Db, id: number): Promise<Operation> {
  const row = await findOperation(db, id)
  if (row === undefined) throw notFound('Операция не найдена')
  return toOperation(row)
}

export async function createOperation({ db, actor }: Context, input: OperationInput): Promise<Operation> {
  requireOperator(actor)
  await refuseTaken(db, input, null)
  return getOperation(db, await insertOperation(db, input))
}

async function refuseTaken(db: Db, input: OperationInput, exceptId: number | null): Promise<void> {
  if (await isTaken(db, input, exceptId))
    throw invalid([{ path: 'code', message: 'У этого типа объектов такая операция уже есть' }])
}

async function takeOperation(db: Db, id: number, version: number): Promise<OperationRow> {
  const row = await lockOperation(db, id)
  if (row === undefined) throw notFound('Операция не найдена')
  if (row.version !== version) throw stale(toOperation(row), undefined)
  return row
}

export async function updateOperation(
  { db, actor }: Context,
  id: number,
  { version, ...input }: OperationInput & { version: number },
): Promise<Operation> {
  requireOperator(actor)
  const row = await takeOperation(db, id, version)
  const isRenamed = row.objectType !== input.objectType || row.code !== input.code
  if (isRenamed && row.builtin) throw conflict('Коды операций системы не меняются: измените только название')
  if (isRenamed && row.rolesCount > 0)
    throw conflict(`Операция есть у ролей (${row.rolesCount}): сначала снимите её с них`)
  if (!isRenamed && row.descriptor === input.descriptor) return toOperation(row)
  await refuseTaken(db, input, id)
  await updateOperationRow(db, id, input)
  return getOperation(db, id)
}

export async function deleteOperation({ db, actor }: Context, id: number, version: number): Promise<void> {
  requireOperator(actor)
  const row = await takeOperation(db, id, version)
  if (row.builtin) throw conflict('Операцию системы удалить нельзя')
  if (row.rolesCount > 0)
    throw conflict(`Операция есть у ролей (${row.rolesCount}): сначала снимите её с них`)
  await deleteOperationRow(db, id)
}
