import { recordExport } from '#features/access-log/access-log.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type SheetColumn, type SheetFormat, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { listOperations } from './operations.service.ts'
import { operationKey } from './role-changes.rules.ts'
import { findOperationsByRole, findRoles } from './roles.repo.ts'

/** The matrix as a file: a row an operation, a column a role. */
export async function exportRoles(
  { db, actor, requestId }: Context,
  { format, withDisabled }: { format: SheetFormat; withDisabled: boolean },
  bank: BankFigures,
): Promise<FileReply> {
  const roles = await findRoles(db, actor, { query: '', ...(!withDisabled && { isDisabled: false }) })
  const byRole = await findOperationsByRole(
    db,
    roles.map(({ id }) => id),
  )
  const operations = await listOperations(db, { query: '' })
  await recordExport({ db, actor, requestId }, 'UserRole', operations.length, { format, withDisabled })
  const columns: SheetColumn<(typeof operations)[number]>[] = [
    { heading: 'Тип объекта', width: 32, value: (row) => row.objectTypeName },
    { heading: 'Операция', width: 44, value: (row) => row.descriptor },
    { heading: 'Код', width: 36, value: operationKey },
    ...roles.map(({ id, name, isDisabled }) => {
      const held = new Set((byRole.get(id) ?? []).map(operationKey))
      return {
        heading: isDisabled ? `${name} (отключена)` : name,
        width: 18,
        value: (row: (typeof operations)[number]) => (held.has(operationKey(row)) ? 'Да' : null),
      }
    }),
  ]
  async function* rows() {
    yield* operations
  }
  return {
    name: `Роли и операции.${format}`,
    contentType: sheetContentTypes[format],
    body: toSpreadsheet(format, columns, rows(), { sheetName: 'Роли', timeZone: bank.clock.timeZone }),
  }
}
