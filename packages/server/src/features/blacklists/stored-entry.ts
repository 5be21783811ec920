import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
  BlacklistObject,
  BlacklistSource,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryState } from '@ipoteka-office/contract/blacklists/entry-machine.ts'

interface Person {
  readonly id: number
  readonly fullName: string
}

/** What an entry says of whom and why, as one version of it is stored; empty when it was destroyed. */
export interface EntryContent {
  readonly data: Readonly<Record<string, unknown>>
  readonly basis: string
  readonly evidence: string
  readonly comment: string
}

/** An entry as it is stored, with the content that it says now. */
export interface StoredEntry {
  readonly id: number
  readonly kind: BlacklistKind
  readonly state: EntryState
  readonly level: BlacklistLevel
  readonly actingLevel: BlacklistLevel | null
  readonly category: BlacklistCategory
  readonly source: BlacklistSource
  readonly validFrom: string
  readonly validTo: string | null
  readonly title: string
  readonly content: EntryContent
  readonly contentNumber: number
  readonly author: Person
  readonly approver: Person | null
  readonly approvedAt: string | null
  readonly contributors: readonly number[]
  readonly endedOn: string | null
  readonly createdAt: string
  readonly destroyed: boolean
  readonly version: number
}

/** What people write of an entry. */
export interface EntryFacts {
  readonly level: BlacklistLevel
  readonly category: BlacklistCategory
  readonly source: BlacklistSource
  readonly validFrom: string
  readonly validTo: string | null
  readonly content: EntryContent
}

/** Whose rights guard the entries of a kind: phones by those of individuals. */
export const objectOf = (kind: BlacklistKind): BlacklistObject =>
  kind === 'legalPersons' ? 'LegalPersonBlacklist' : 'IndividualBlacklist'
