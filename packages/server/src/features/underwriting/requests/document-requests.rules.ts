import type { RequestedDocument } from '@ipoteka-office/contract/underwriting/document-requests.ts'

type Lacking = Pick<RequestedDocument, 'document' | 'participant'>

const told = ({ document, participant }: Lacking): string =>
  participant === null ? document.name : `${document.name} (${participant.name})`

/** Most documents that a reason names. */
const named = 3

/** Why what was asked for is not answered yet; null when nothing lacks. */
export function lackingReason(lacking: readonly Lacking[]): string | null {
  if (lacking.length === 0) return null
  const names = lacking.slice(0, named).map(told).join(', ')
  const more = lacking.length > named ? ` и ещё ${lacking.length - named}` : ''
  return `Загрузите запрошенные документы или напишите, почему их нет: ${names}${more}`
}
