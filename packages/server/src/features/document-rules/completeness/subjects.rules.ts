import { type KnownFacts, knownFacts } from '../fact-values.rules.ts'
import type { RuleSet } from '../rule-set.rules.ts'
import type { CaseData, CasePerson } from './case-facts.rules.ts'
import { type Need, needsOf } from './needs.rules.ts'

/** The case itself (`person` null) or one participant, with what is needed. */
export interface Subject {
  readonly person: CasePerson | null
  readonly facts: KnownFacts
  readonly needs: readonly Need[]
}

/** Subjects of a case with their needs, the case itself first. */
export function subjectsOf(rules: RuleSet, data: CaseData): [Subject, ...Subject[]] {
  const facts = knownFacts(data.facts)
  const people = data.participants.map((person): Subject => {
    const own = knownFacts(data.facts, person.facts)
    return { person, facts: own, needs: needsOf(rules.COMPLETENESS, 'PARTICIPANT', own) }
  })
  return [{ person: null, facts, needs: needsOf(rules.COMPLETENESS, 'CASE', facts) }, ...people]
}
