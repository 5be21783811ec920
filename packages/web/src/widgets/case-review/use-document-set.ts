import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { useCompleteness } from '#widgets/completeness/use-completeness.ts'
import type { SectionMark } from '../case/section-list.tsx'

/** The set of documents of a case: how much of it is there, and the mark of its topic. */
export function useDocumentSet(owner: DocumentOwner) {
  const { data } = useCompleteness(owner)
  const mark: SectionMark | null = data
    ? data.percent === 100
      ? { kind: 'done' }
      : { kind: 'text', text: `${data.percent}\u00a0%`, words: `комплект собран на ${data.percent} %` }
    : null
  return { data, mark }
}
