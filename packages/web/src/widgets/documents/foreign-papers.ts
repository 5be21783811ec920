import { type DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import {
  type ForeignPaper,
  listForeignPapers,
} from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { ownersWithPapers } from '@ipoteka-office/contract/recognition/recognition.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useWholeCaseRefresh } from '../case/case-data.ts'

const none: ReadonlyMap<number, ForeignPaper> = new Map()

/** By documents: which of them name somebody else than the questionnaire; kept fresh while either changes. */
export function useForeignPapers({ ownerType, ownerId }: DocumentOwner): ReadonlyMap<number, ForeignPaper> {
  const may = useRights().mayCall(listForeignPapers)
  const answer = useQuery({
    ...query(listForeignPapers, { params: { id: String(ownerId) } }),
    enabled: may && ownersWithPapers.includes(ownerType),
  })
  // Nobody listens to a case that has turned out not to be theirs to see.
  useWholeCaseRefresh(answer.data === undefined ? null : ownerId, () => void answer.refetch())
  return answer.data === undefined ? none : new Map(answer.data.map((one) => [one.documentId, one]))
}
