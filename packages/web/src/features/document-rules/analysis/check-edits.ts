import type {
  CaseParticipant,
  Completeness,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { valueIssue } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  type FactCode,
  type Facts,
  type FactValue,
  factOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'

/** Values put in the place of those known, as they are being typed. */
export type FactEdits = Readonly<Partial<Record<FactCode, FactValue>>>

/** A participant as the check is asked about: one of the application's, or one that was added here. */
export interface PersonEdits extends CaseParticipant {
  readonly facts: FactEdits
}

/** What a check takes beside the application itself; `people` null: the application's own. */
export interface CheckEdits {
  readonly facts: FactEdits
  readonly people: readonly PersonEdits[] | null
}

export const noEdits: CheckEdits = { facts: {}, people: null }

type Known = Pick<Completeness, 'groups' | 'facts'>

/** Participants of the answer with what is known of each; the role is not a fact to change beside the role itself. */
export function peopleOf({ groups, facts }: Known): PersonEdits[] {
  const people = groups.flatMap(({ participant }) => participant ?? [])
  return people.map(({ key, role, name }) => ({
    key,
    role,
    name,
    facts: Object.fromEntries(
      facts
        .filter(({ participantKey, fact }) => participantKey === key && fact !== 'participantRole')
        .map(({ fact, value }) => [fact, value]),
    ),
  }))
}

const without = (facts: FactEdits, code: FactCode): FactEdits =>
  Object.fromEntries(Object.entries(facts).filter(([fact]) => fact !== code))

/** The edits with one fact given, or taken back where the value is undefined. */
export function withFact(
  edits: CheckEdits,
  known: Known,
  code: FactCode,
  personKey: string | null,
  value: FactValue | undefined,
): CheckEdits {
  const change = (facts: FactEdits) =>
    value === undefined ? without(facts, code) : { ...facts, [code]: value }
  if (personKey === null) return { ...edits, facts: change(edits.facts) }
  const people = edits.people ?? peopleOf(known)
  return {
    ...edits,
    people: people.map((person) =>
      person.key === personKey ? { ...person, facts: change(person.facts) } : person,
    ),
  }
}

/** The edits with a participant of this role more. */
export function withPerson(edits: CheckEdits, known: Known, role: string, key: string): CheckEdits {
  const people = edits.people ?? peopleOf(known)
  return { ...edits, people: [...people, { key, role, name: '', facts: {} }] }
}

/** The edits without a participant. */
export function withoutPerson(edits: CheckEdits, known: Known, key: string): CheckEdits {
  return { ...edits, people: (edits.people ?? peopleOf(known)).filter((person) => person.key !== key) }
}

/** Only what the server would take: a date that is being typed waits until it is one. */
export function readyFacts(facts: FactEdits): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter(([code, value]) => {
      const fact = factOf(code as FactCode)
      return value === null ? fact.nullable === true : valueIssue(fact, value) === null
    }),
  )
}

/** The part of the check's body that the edits make. */
export const editsBody = ({ facts, people }: CheckEdits) => ({
  facts: readyFacts(facts),
  ...(people && { participants: people.map((person) => ({ ...person, facts: readyFacts(person.facts) })) }),
})

/** Whether a fact was given here rather than read from the application. */
export function isEdited({ facts, people }: CheckEdits, code: FactCode, personKey: string | null): boolean {
  if (personKey === null) return Object.hasOwn(facts, code)
  const person = people?.find(({ key }) => key === personKey)
  return person !== undefined && Object.hasOwn(person.facts, code)
}

/** Fields in the order in which they came: those chosen by hand first, new ones at the end, gone ones left out. */
export function keptOrder(
  before: readonly FactCode[],
  asked: readonly FactCode[],
  others: readonly FactCode[],
): FactCode[] {
  const wanted = new Set([...asked, ...others])
  const known = before.filter((code) => wanted.has(code))
  const chosen = asked.filter((code) => !known.includes(code))
  const added = others.filter((code) => !known.includes(code) && !chosen.includes(code))
  return [...chosen, ...known, ...new Set(added)]
}
