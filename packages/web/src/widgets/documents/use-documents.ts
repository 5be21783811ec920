import { getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listDocumentFiles } from '@ipoteka-office/contract/documents/document-files.ts'
import {
  type Document,
  type DocumentOwner,
  getDocument,
  getPackageStatus,
  listDocumentHistory,
  listDocuments,
  listUsableDocumentTypes,
} from '@ipoteka-office/contract/documents/documents.ts'
import { getRecognisedPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '#api/failure.ts'
import { keyOf, query, queryOnce, queryClient } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { lateCommandOf } from '../record/late-command.ts'
import { useRecordRefresh } from '../live-refresh.ts'
import { notifyFailure } from '../notify-failure.ts'

const answers = [
  // What the moves of a case ask follows its documents.
  getCase,
  listDocuments,
  getDocument,
  getPackageStatus,
  listDocumentFiles,
  listDocumentHistory,
  // Whose a paper is stands in the details of its document.
  getRecognisedPaper,
] as const

/** Whatever shows documents reads them again. */
export function refreshDocuments(): void {
  for (const endpoint of answers) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
  // The completeness of a case follows its documents.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.includes('/completeness'),
  })
}

/** The documents of an owner as they are now; what others change appears by itself. */
export function useDocuments({ ownerType, ownerId }: DocumentOwner, deleted = false) {
  const answer = useQuery(
    query(listDocuments, {
      query: { ownerType, ownerId: String(ownerId), ...(deleted && { deleted: 'true' as const }) },
    }),
  )
  useRecordRefresh(topics.documents(ownerType, ownerId), answer, refreshDocuments)
  return answer
}

/** Types that documents of the owner may have, by category. */
export function useDocumentTypes({ ownerType }: Pick<DocumentOwner, 'ownerType'>) {
  const { data } = useQuery(queryOnce(listUsableDocumentTypes, { query: { ownerType } }))
  return data ?? []
}

/** Says why a change of a document did not go through; one that came too late shows what is there now. */
export function tellFailure(failure: unknown): void {
  const late = lateCommandOf(failure)
  if (late || statusOf(failure) === 409) {
    refreshDocuments()
    toast.warning(
      late
        ? `Документ уже изменил другой сотрудник${late.changedBy ? `: ${late.changedBy}` : ''}. Показано, как есть сейчас`
        : 'Список документов уже изменился. Показано, как есть сейчас',
      { key: 'documents-late', description: 'Проверьте и повторите' },
    )
    return
  }
  if (statusOf(failure) === 404) {
    refreshDocuments()
    toast.warning('Документа уже нет: его удалил другой сотрудник', { key: 'documents-gone' })
    return
  }
  notifyFailure(failure)
}

/** Runs a change and shows what came of it; answers whether it went through. */
export async function changeDocuments(change: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await change()
    if (done) toast.success(done)
    refreshDocuments()
    return true
  } catch (failure) {
    tellFailure(failure)
    return false
  }
}

/** The query client's place of a list, for an order that is shown before the server has answered. */
export function useListCache(owner: DocumentOwner) {
  const client = useQueryClient()
  return (change: (ids: readonly Document[]) => Document[]) => {
    client.setQueriesData<{ documents: Document[] }>(
      {
        queryKey: [...keyOf(listDocuments)],
        predicate: ({ queryKey: [, , request] }) => isOf(request, owner),
      },
      (list) => list && { ...list, documents: change(list.documents) },
    )
  }
}

const isOf = (request: unknown, { ownerType, ownerId }: DocumentOwner): boolean => {
  const { query: asked } = request as { query?: { ownerType?: string; ownerId?: string } }
  return asked?.ownerType === ownerType && asked.ownerId === String(ownerId)
}
