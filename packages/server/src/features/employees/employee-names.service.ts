import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import { processOperations, workProcesses } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  findByOperation,
  findHeadOfPartner,
  findServiceEmployees,
  type OperationKey,
} from './employee-names.repo.ts'
import { requirePartner } from './employees.service.ts'

const isKey = (table: object, name: string) => Object.hasOwn(table, name)

/** `PartnerEmployee.Update`, `UNDERWRITING.EDIT` or `EDIT`; 400 for what there is not. */
export function parseOperation(text: string): OperationKey {
  const [first = '', second] = text.split('.')
  if (second === undefined && isKey(processOperations, first))
    return { kind: 'process', process: null, operation: first }
  if (second !== undefined && isKey(workProcesses, first) && isKey(processOperations, second))
    return { kind: 'process', process: first, operation: second }
  // The bank may have operations of its own beside the product's: their object types are known only to the database.
  if (second !== undefined && !isKey(workProcesses, first) && !isUnknownRight(first, second))
    return { kind: 'right', objectType: first, operation: second }
  throw invalid([{ path: 'operation', message: 'Нет такой операции' }])
}

const isUnknownRight = (objectType: string, operation: string) =>
  isKey(operations, objectType) && !isKey(operations[objectType as keyof typeof operations], operation)

export async function listByOperation(
  { db, actor }: Context,
  { partnerId, operation, includeHead }: { partnerId: number; operation: string; includeHead: boolean },
  query: PageQuery,
) {
  await requirePartner(db, actor, partnerId)
  return findByOperation(db, actor, partnerId, { operation: parseOperation(operation), includeHead }, query)
}

export async function listServiceEmployees(
  { db, actor }: Context,
  { partnerId, operation }: { partnerId: number; operation: string },
  query: PageQuery,
) {
  await requirePartner(db, actor, partnerId)
  return findServiceEmployees(db, parseOperation(operation), query)
}

export async function getHeadEmployee({ db, actor }: Context, partnerId: number) {
  await requirePartner(db, actor, partnerId)
  return { head: await findHeadOfPartner(db, actor, partnerId) }
}
