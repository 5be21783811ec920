import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { DocumentStage } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'

/** A participant of a case; `key` tells participants apart, documents name it as the participant's name. */
export interface CasePerson {
  readonly key: string
  readonly role: string
  readonly name: string
  readonly facts: Facts
}

/**
 * What is known of a case. A fact that is absent is not known; null says that it is empty for good (there is no seller in a
 * refinancing). A field that nobody has filled in yet is absent.
 */
export interface CaseData {
  readonly title: string
  readonly facts: Facts
  readonly participants: readonly CasePerson[]
  /** False: others may take part of whom the system does not know. */
  readonly participantsKnown: boolean
  readonly stage: DocumentStage | null
}

const markets: Readonly<Record<string, string>> = {
  PRIMARY_MARKET: 'PRIMARY',
  PRIMARY_MARKET_FINISHED: 'PRIMARY',
  SECONDARY_MARKET: 'SECONDARY',
}
const coBorrowers: readonly string[] = ['CO_BORROWER', 'SPOUSE']

/** Whether somebody of the roles takes part; not known while others may take part. */
const presence = ({ participants, participantsKnown }: CaseData, roles: readonly string[]) => {
  const isThere = participants.some(({ role }) => roles.includes(role))
  return isThere || participantsKnown ? isThere : undefined
}

const defined = (facts: Record<string, unknown>): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** The facts of a case with those that follow from others; what was given is never replaced. */
export function withDerivedFacts(data: CaseData): CaseData {
  const { goal } = data.facts
  const facts = {
    ...defined({
      market: typeof goal === 'string' ? markets[goal] : undefined,
      hasCoBorrower: presence(data, coBorrowers),
      hasGuarantor: presence(data, ['GUARANTOR']),
    }),
    ...data.facts,
  }
  const spouse = presence(data, ['SPOUSE'])
  const participants = data.participants.map((person) => ({
    ...person,
    facts: {
      ...defined({ spouseParticipates: person.role === 'MAIN_BORROWER' ? spouse : undefined }),
      ...person.facts,
      participantRole: person.role,
    },
  }))
  return { ...data, facts, participants }
}
