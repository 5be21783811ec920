import type { ConnectionKind } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'

/** Something of this application, and who else has it. */
export interface SharedTie {
  readonly kind: ConnectionKind
  readonly value: string
  readonly label: string
  /** What it is to the application: «телефон», «живёт». */
  readonly role: string
  readonly participantId: number | null
  readonly source: string
  /** Applications of different people that have it, this one included, up to a bound. */
  readonly people: number
  readonly caseIds: readonly number[]
  /** Roles in which others have it, and employers of those people: of an employer's address those alone who work there. */
  readonly roles: readonly string[]
  readonly employers: number
}

/** From where the application was filled in, and who else works from there. */
export interface SharedMark {
  readonly kind: 'DEVICE' | 'NETWORK'
  readonly label: string
  /** Different sign-ins of partners' people. */
  readonly people: number
  readonly partners: number
  readonly caseIds: readonly number[]
}

/** Decided applications of somebody of a partner. */
export interface AgentRecord {
  readonly name: string
  readonly decided: number
  readonly rejected: number
}

/** What a PDF among the documents says of its making. */
export interface PaperOrigin {
  readonly documentId: number
  readonly name: string
  readonly isPdf: boolean
  readonly origin: {
    readonly producer: string
    readonly creator: string
    readonly createdAt: string | null
    readonly modifiedAt: string | null
  } | null
}

/** A certificate that was read, and what does not add up in it. */
export interface ReadCertificate {
  readonly documentId: number
  readonly person: string
  readonly failed: readonly string[]
}

/** What the register says of an employer; null date: it was not told. */
export interface EmployerAnswer {
  readonly participantId: number
  readonly state: string
  readonly text: string
  readonly registeredOn: string | null
  /** How many organisations the register has at its address; null: it was not told. */
  readonly addressCompanies: number | null
  /** Who heads it and how many organisations beside it; null: not told. */
  readonly headName: string | null
  readonly headCompanies: number | null
}

/** Where the loan is to be paid out to, and what the directory of banks says of it. */
export interface PayoutAccount {
  readonly bic: string
  readonly account: string
  /** Null: the directory has none by this БИК. */
  readonly bank: { readonly name: string; readonly leftOn: string | null } | null
}

/** The median of cases that resemble this one, and how many they are. */
export interface Median {
  readonly value: number
  readonly count: number
}

/** All that the signs of fraud are computed of; `own` is what the questionnaire says. */
export interface FraudFacts {
  readonly today: string
  /** The day on which the application was opened. */
  readonly openedOn: string
  readonly own: StoredQuestionnaire
  readonly ties: readonly SharedTie[]
  readonly marks: readonly SharedMark[] | null
  readonly agents: readonly AgentRecord[]
  readonly confirmed: readonly {
    readonly caseId: number
    readonly number: string
    readonly shared: readonly string[]
  }[]
  readonly papers: readonly PaperOrigin[]
  readonly certificates: readonly ReadCertificate[]
  readonly employers: readonly EmployerAnswer[]
  /** Null: no account is named. `UNKNOWN`: the bank has no directory of banks. */
  readonly payout: PayoutAccount | 'UNKNOWN' | null
  readonly incomeMedian: Median | null
  readonly object: {
    readonly name: string
    readonly perMetre: number | null
    readonly median: Median | null
  } | null
  /** What forms of control of individuals found, by participant; null: nobody was controlled. */
  readonly control: readonly { readonly name: string; readonly signs: readonly string[] }[] | null
}
