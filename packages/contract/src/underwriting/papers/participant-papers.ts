import { type Document, documentTitle } from '../../documents/documents.ts'
import { holderOf } from '../../recognised-papers/paper-holder.ts'

/** Categories of `docType` whose papers speak of a person; of the rest a participant has none. */
const ofPeople: readonly string[] = [
  'IDENTITY',
  'FAMILY',
  'EMPLOYMENT',
  'INCOME',
  'ASSETS',
  'APPLICATION',
  'SUBSIDY',
  'REFINANCE',
  'AUTHORITY',
  'PAYMENT',
  'OTHER',
]

interface Holder {
  readonly id: number
  readonly role: string
  readonly name: string
}
type Paper = Pick<Document, 'type' | 'participant' | 'deletedAt'>

/**
 * Papers of a participant in their order: those that name them, and, of the main borrower, what speaks of people and names
 * nobody. A paper that nobody has sorted yet is the borrower's too, lest no one looks at it.
 */
export function papersOf<D extends Paper>(
  documents: readonly D[],
  participants: readonly Holder[],
  participantId: number,
): D[] {
  return documents.filter(({ type, participant, deletedAt }) => {
    if (deletedAt !== null) return false
    if (participant === null && type !== null && !ofPeople.includes(type.categoryCode)) return false
    const named = {
      participantRole: participant?.roleCode ?? null,
      participantName: participant?.name ?? '',
    }
    return holderOf(named, participants)?.id === participantId
  })
}

/** What the agent reads in the remark to a refused paper. */
export const refusalText = (document: Pick<Document, 'title' | 'type' | 'files'>, words: string): string =>
  words === '' ? `«${documentTitle(document)}»` : `«${documentTitle(document)}»: ${words}`
