import type { RequiredOperations } from '../operations.ts'
import type { BlacklistKind } from './blacklist-kinds.ts'

/** What proves an entry belongs to it: one type of owner for each list. */
export const entryOwners = {
  BLACKLIST_INDIVIDUAL: 'Запись чёрного списка',
  BLACKLIST_LEGAL_PERSON: 'Запись чёрного списка',
  BLACKLIST_PHONE: 'Запись чёрного списка',
} as const
type EntryOwner = keyof typeof entryOwners

/** The owner of the documents of an entry, by its list. */
export const ownerOfEntries: Readonly<Record<BlacklistKind, EntryOwner>> = {
  individuals: 'BLACKLIST_INDIVIDUAL',
  legalPersons: 'BLACKLIST_LEGAL_PERSON',
  phones: 'BLACKLIST_PHONE',
}

type Rights = Readonly<Record<'read' | 'write', RequiredOperations>>
const ofIndividuals: Rights = {
  read: { IndividualBlacklist: ['Read', 'ReadReason'] },
  write: { IndividualBlacklist: ['Read', 'ReadReason', 'Update'] },
}
/** What proves an entry is part of its reason: who may not read that sees no document of it. */
export const entryOwnerRights: Readonly<Record<EntryOwner, Rights>> = {
  BLACKLIST_INDIVIDUAL: ofIndividuals,
  BLACKLIST_LEGAL_PERSON: {
    read: { LegalPersonBlacklist: ['Read', 'ReadReason'] },
    write: { LegalPersonBlacklist: ['Read', 'ReadReason', 'Update'] },
  },
  BLACKLIST_PHONE: ofIndividuals,
}

const proofs = { only: ['AUTHORITY', 'NOTIFICATION', 'OTHER'] }
/** Categories whose types of documents an entry takes. */
export const entryOwnerCategories: Readonly<Record<EntryOwner, { readonly only: readonly string[] }>> = {
  BLACKLIST_INDIVIDUAL: proofs,
  BLACKLIST_LEGAL_PERSON: proofs,
  BLACKLIST_PHONE: proofs,
}
