import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { CoverageState } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { CompletenessRule } from './completeness/needs.rules.ts'
import { findPossibility, type Goal } from './satisfiability.rules.ts'
import type { KnownCodes } from './value-sets.rules.ts'

/** One cell of the matrix: what the rules say about a document for a value of the axis. */
export interface CoverageCell {
  readonly state: CoverageState
  readonly anyOf: boolean
  readonly rules: readonly CompletenessRule[]
}

const held = ({ full }: CompletenessRule): Goal => ({ condition: full, wanted: true })
const failed = ({ full }: CompletenessRule): Goal => ({ condition: full, wanted: false })

/** Roles under which a rule of participants can be certain; a rule of the case needs none. */
function settings({ content }: CompletenessRule, roles: readonly string[]): Goal[][] {
  if (content.subject === 'CASE') return [[]]
  const wanted = content.roles.length > 0 ? content.roles : roles
  return wanted.map((value) => {
    const condition: Condition = { kind: 'fact', fact: 'participantRole', predicate: 'EQ', value }
    return [{ condition, wanted: true }]
  })
}

/** A fact that is given: the value of the axis, the kind of case. */
export interface Setting {
  readonly fact: FactCode
  readonly value: string
}

/** What the rules about one document say where the facts are as given. */
export function coverageOf(
  document: string,
  rules: readonly CompletenessRule[],
  where: readonly Setting[],
  codesOf: KnownCodes,
): CoverageCell {
  const here = where.map(({ fact, value }): Goal => {
    const condition: Condition = { kind: 'fact', fact, predicate: 'EQ', value }
    return { condition, wanted: true }
  })
  const can = (...goals: Goal[]) => findPossibility([...here, ...goals], codesOf).answer !== 'IMPOSSIBLE'
  const naming = rules.filter((rule) => rule.content.documents.includes(document) && can(held(rule)))
  const waivers = naming.filter(({ content }) => content.effect === 'NOT_REQUIRED')
  const asking = naming.filter(({ content }) => content.effect === 'REQUIRED')
  const stronger = (rule: CompletenessRule) =>
    waivers.filter(
      ({ content }) => content.subject === rule.content.subject && content.priority > rule.content.priority,
    )
  const free = (rule: CompletenessRule): Goal[] => stronger(rule).map(failed)
  const effective = asking.filter((rule) => can(held(rule), ...free(rule)))
  const always = effective.filter((rule) =>
    settings(rule, codesOf('participantRole') ?? []).some(
      (set) =>
        can(...set) &&
        !can(...set, failed(rule)) &&
        stronger(rule).every((waiver) => !can(...set, held(waiver))),
    ),
  )
  const state = (): CoverageState => {
    if (always.length > 0) return 'REQUIRED'
    if (effective.length > 0) return 'CONDITIONAL'
    return waivers.length > 0 ? 'NOT_REQUIRED' : 'NONE'
  }
  const deciding = always.length > 0 ? always : effective
  return {
    state: state(),
    anyOf: deciding.length > 0 && deciding.every(({ content }) => content.documents.length > 1),
    rules: naming,
  }
}
