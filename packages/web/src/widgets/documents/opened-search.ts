import type { Opened } from './document-open.tsx'

/** The open document in an address: `?document=12&file=…`. */
export interface OpenedSearch {
  readonly document?: number
  readonly file?: string
}

const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** What an address says of the open document; what is none is dropped. */
export function openedSearch(search: Record<string, unknown>): OpenedSearch {
  const document = Number(search.document)
  const isId = Number.isInteger(document) && document > 0
  const file = typeof search.file === 'string' && isUuid(search.file) ? { file: search.file } : {}
  return isId ? { document, ...file } : {}
}

/** The open document of an address. */
export const openedOf = ({ document, file }: OpenedSearch): Opened | null =>
  document === undefined ? null : { documentId: document, storageId: file }

/** The address of an open document. */
export const searchOf = (opened: Opened | null): OpenedSearch =>
  opened === null
    ? {}
    : { document: opened.documentId, ...(opened.storageId !== undefined && { file: opened.storageId }) }

/** Whether the page shows one document beside its fields rather than a list. */
export const isDocumentOpen = ({
  section,
  ...opened
}: OpenedSearch & { readonly section?: string }): boolean =>
  section === 'DOCUMENTS' && openedOf(opened) !== null
