import {
  type Document,
  type DocumentTypeGroup,
  documentTitle,
} from '@ipoteka-office/contract/documents/documents.ts'
import { normalizeText } from '#ui/select/option-search.ts'
import { detailsText, participantText } from './document-words.ts'

/** Documents under one heading. */
export interface DocumentGroup {
  /** Category; null: «Неразобранные». */
  readonly code: string | null
  readonly name: string
  readonly documents: readonly Document[]
}

/** Documents by category in the order of the dictionary, the unassigned ones first; each group in the common order. */
export function groupsOf(
  documents: readonly Document[],
  categories: readonly Pick<DocumentTypeGroup, 'code' | 'name'>[],
): DocumentGroup[] {
  const byCode = Map.groupBy(documents, ({ type }) => type?.categoryCode ?? null)
  const known = categories.map(({ code, name }) => ({ code, name }))
  const others = [...byCode.keys()]
    .filter((code) => code !== null && !known.some((one) => one.code === code))
    .map((code) => ({ code, name: 'Прочие' }))
  return [{ code: null, name: 'Неразобранные' }, ...known, ...others].flatMap(({ code, name }) => {
    const own = byCode.get(code)
    return own ? [{ code, name, documents: own }] : []
  })
}

/** Whether a document is looked for by these words: its names, number, people, files. */
export function isFound(document: Document, text: string): boolean {
  const wanted = normalizeText(text)
  if (wanted === '') return true
  const words = [
    documentTitle(document),
    document.type?.name ?? '',
    detailsText(document),
    participantText(document.participant),
    document.comment,
    ...document.files.map(({ name }) => name),
  ]
  return words.some((word) => normalizeText(word).includes(wanted))
}

/** All ids in their new order when one takes the place of another; the one before it moves down, the one after up. */
export function movedTo(ids: readonly number[], id: number, target: number): number[] {
  const from = ids.indexOf(id)
  const to = ids.indexOf(target)
  if (from < 0 || to < 0 || from === to) return [...ids]
  const rest = ids.filter((one) => one !== id)
  rest.splice(to, 0, id)
  return rest
}
