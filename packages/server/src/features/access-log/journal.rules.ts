import type { AccessAction, AccessEvent } from '@ipoteka-office/contract/access-log/access-log.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { objectTypeNames } from '@ipoteka-office/contract/roles/roles.ts'

/** An event with what its object is called. */
export interface EventRow {
  readonly id: string
  readonly at: string
  readonly action: AccessAction
  readonly employee: { id: number; fullName: string }
  readonly partner: { id: number; shortName: string }
  readonly objectType: string
  readonly objectId: number | null
  readonly rowCount: number
  readonly details: Record<string, unknown>
  readonly requestId: string | null
  readonly caseType: string | null
  readonly caseNumber: string | null
  readonly documentTitle: string | null
}

/** What is written down and is no type of the list of rights. */
const otherObjects = { document: 'Документ', AccessLog: 'Журнал доступа' } as const

const objectName = ({ objectType, caseType }: EventRow): string => {
  if (caseType !== null && Object.hasOwn(caseTypes, caseType)) return caseTypes[caseType as CaseType].name
  if (Object.hasOwn(otherObjects, objectType)) return otherObjects[objectType as keyof typeof otherObjects]
  return Object.hasOwn(objectTypeNames, objectType)
    ? objectTypeNames[objectType as keyof typeof objectTypeNames]
    : objectType
}

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** What an event took out, in words: «Раздел «Личные данные»», «XLSX, столбцов: 9». */
function whatOf({ details }: EventRow): string | null {
  if (typeof details.what === 'string') return details.what
  const parts = [
    ...(typeof details.format === 'string' ? [details.format.toUpperCase()] : []),
    ...(listLength(details.columns) > 0 ? [`столбцов: ${listLength(details.columns)}`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

/** An event as the journal shows it. */
export const toEvent = (row: EventRow): AccessEvent => ({
  id: row.id,
  at: row.at,
  action: row.action,
  employee: row.employee,
  partner: row.partner,
  object: objectName(row),
  name: row.caseNumber ?? row.documentTitle,
  link:
    row.caseType !== null && row.objectId !== null ? casePath(row.caseType as CaseType, row.objectId) : null,
  rowCount: row.rowCount,
  what: whatOf(row),
  requestId: row.requestId,
})
