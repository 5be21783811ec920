import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { documentOwnerCategories } from '@ipoteka-office/contract/documents/document-owners.ts'
import {
  type Document,
  type DocumentOwnerType,
  type DocumentStatus,
  type DocumentTypeGroup,
  documentStatuses,
  type PackageStatus,
} from '@ipoteka-office/contract/documents/documents.ts'

/** A type of the dictionary with its category. */
export interface TypeRow {
  readonly code: string
  readonly name: string
  readonly categoryCode: string
  readonly categoryName: string
  readonly validDays: number | null
  readonly leadUsageTypeCode: string | null
}

/** Whether documents of the owner may be of the category. */
export function takesCategory(ownerType: DocumentOwnerType, categoryCode: string): boolean {
  const { only, notFor } = documentOwnerCategories[ownerType]
  return (only?.includes(categoryCode) ?? true) && !(notFor?.includes(categoryCode) ?? false)
}

/** The types that documents of the owner may have, under their categories. */
export function groupTypes(ownerType: DocumentOwnerType, rows: readonly TypeRow[]): DocumentTypeGroup[] {
  const groups = Map.groupBy(
    rows.filter(({ categoryCode }) => takesCategory(ownerType, categoryCode)),
    ({ categoryCode }) => categoryCode,
  )
  return [...groups].map(([code, types]) => ({ code, name: types[0]?.categoryName ?? code, types }))
}

/** Why the document may not be changed as it is; null: it may. */
export function lockedReason({ deleted, status }: { deleted: boolean; status: DocumentStatus }) {
  if (deleted) return 'Документ помечен на удаление, сначала верните его'
  if (status === 'ACCEPTED')
    return 'Документ принят и не меняется. Чтобы изменить его, проверяющий возвращает его на проверку'
  return null
}

type Reviewed = Pick<Document, 'type' | 'files' | 'validity' | 'status'>

/** Why the decision may not be made; the paths are those of the request. */
export function reviewIssues(
  document: Reviewed,
  { status, reason }: { status: DocumentStatus; reason: string },
): FieldError[] {
  const wrong = (path: string, message: string) => [{ path, message }]
  if (status === document.status)
    return wrong('status', `Документ уже в состоянии «${documentStatuses[status]}»`)
  if (status === 'REJECTED') return reason === '' ? wrong('reason', 'Укажите, почему документ отклонён') : []
  if (reason !== '') return wrong('reason', 'Причина указывается только при отклонении')
  if (status === 'UPLOADED') return []
  if (document.files.length === 0) return wrong('status', 'У документа нет файлов')
  if (status === 'CHECKING') return []
  if (document.type === null) return wrong('status', 'Назначьте документу тип, затем принимайте его')
  return document.validity === 'EXPIRED'
    ? wrong('status', 'Срок действия документа истёк: исправьте даты или отклоните его')
    : []
}

/** What the package of an owner's documents is like. */
export function packageStatusOf(documents: readonly Document[]): PackageStatus {
  const count = (fits: (document: Document) => boolean) => documents.filter(fits).length
  const of = (status: DocumentStatus) => count((d) => d.status === status)
  const files = documents.flatMap((d) => d.files)
  const byStatus = {
    UPLOADED: of('UPLOADED'),
    CHECKING: of('CHECKING'),
    ACCEPTED: of('ACCEPTED'),
    REJECTED: of('REJECTED'),
  }
  const unassigned = count((d) => d.type === null)
  const expired = count((d) => d.validity === 'EXPIRED')
  const tried: [PackageStatus['status'], boolean][] = [
    ['EMPTY', documents.length === 0],
    ['REJECTED', byStatus.REJECTED > 0],
    ['EXPIRED', expired > 0],
    ['UNASSIGNED', unassigned > 0],
    ['UPLOADED', byStatus.UPLOADED > 0],
    ['CHECKING', byStatus.CHECKING > 0],
  ]
  const moments = documents
    .flatMap((d) => [d.createdAt, d.reviewedAt, ...d.files.map((file) => file.uploadedAt)])
    .filter((at) => at !== null)
    .map((at) => new Date(at).toISOString())
  return {
    status: tried.find(([, fits]) => fits)?.[0] ?? 'ACCEPTED',
    total: documents.length,
    unassigned,
    withoutFiles: count((d) => d.files.length === 0),
    expires: count((d) => d.validity === 'EXPIRES'),
    expired,
    byStatus,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changedAt: moments.toSorted().at(-1) ?? null,
  }
}

/** Whether two lists hold the same values, each once, in whatever order. */
export const isSameSet = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && new Set(one).size === one.length && one.every((item) => other.includes(item))
