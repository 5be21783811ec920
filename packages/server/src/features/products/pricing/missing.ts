import { type FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'

/** What is not known and would decide: a fact, or what only the client can choose. */
export interface Missing {
  readonly fact: string
  readonly label: string
  readonly isChoice: boolean
}

export const missingFact = (code: FactCode): Missing => ({
  fact: code,
  label: factOf(code).label,
  isChoice: false,
})
