import type { ConnectionKind } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'

/** Somebody in one case. */
export interface Place {
  readonly caseId: number
  readonly participantId: number
  /** Null: nobody knows who it is but by name. */
  readonly personId: number | null
  readonly name: string
  /** What is of the case itself is the main borrower's. */
  readonly isMain: boolean
}

/** Something that somebody has in a case. */
export interface TieRow {
  readonly kind: Exclude<ConnectionKind, 'PERSON'>
  readonly value: string
  readonly label: string
  readonly role: string
  readonly participantId: number
}

/** Somebody who has a thing, and how many have it: `counted` is where the counting ended. */
export interface HolderRow extends Place, Omit<TieRow, 'participantId'> {
  readonly people: number
  readonly counted: number
}

/** By what it is known that two rows are one human being. */
export interface PersonRow {
  readonly id: number
  readonly fullName: string
  readonly birthDate: string | null
  readonly passports: string[]
  readonly snils: string | null
  readonly inn: string | null
}

/** What is known against people and cases of a graph. */
export interface Marks {
  /** Participants whom an acting entry of a blacklist is exactly of, or was said to be of, with its level. */
  readonly listed: readonly { readonly participantId: number; readonly level: string }[]
  readonly confirmed: readonly number[]
}
