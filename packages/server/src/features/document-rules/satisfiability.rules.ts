import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { Comparable } from './fact-values.rules.ts'
import {
  answerSet,
  common,
  domainOf,
  isEmpty,
  type KnownCodes,
  someValue,
  type ValueSet,
} from './value-sets.rules.ts'

/** What must hold at once: conditions (null: always) with the answer that each shall have. */
export interface Goal {
  readonly condition: Condition | null
  readonly wanted: boolean
}

/** POSSIBLE with facts under which it happens; IMPOSSIBLE for certain; UNPROVEN: too many ways to try them all. */
export type Possibility =
  | { readonly answer: 'POSSIBLE'; readonly example: ReadonlyMap<FactCode, Comparable> }
  | { readonly answer: 'IMPOSSIBLE' | 'UNPROVEN' }

type Allowed = ReadonlyMap<FactCode, ValueSet>
type SureGoal = { readonly condition: Condition; readonly wanted: boolean }

/** Ways tried before giving up; conditions that people build take some dozens. */
const maxSteps = 20_000

/** Parts of a group that must all hold, or one of which must. */
function partsOf({ condition, wanted }: SureGoal): { every: boolean; parts: SureGoal[] } | null {
  if (condition.kind === 'fact') return null
  const { kind, items } = condition
  const part = (item: Condition): SureGoal => ({ condition: item, wanted: (kind === 'none') !== wanted })
  return { every: kind === 'any' ? !wanted : wanted, parts: items.map(part) }
}

/** Whether conditions can have the wanted answers together, over the dictionaries and the ranges of the facts. */
export function findPossibility(goals: readonly Goal[], codesOf: KnownCodes): Possibility {
  let steps = 0

  /** Takes in all that is certain; what is left are groups of which one part must hold. Null: a contradiction. */
  function narrow(
    list: readonly SureGoal[],
    allowed: Allowed,
  ): { allowed: Allowed; choices: SureGoal[][] } | null {
    const narrowed = new Map(allowed)
    const choices: SureGoal[][] = []
    const queue = [...list]
    for (let goal = queue.pop(); goal !== undefined; goal = queue.pop()) {
      steps += 1
      const { condition, wanted } = goal
      const inner = partsOf(goal)
      if (inner?.every) queue.push(...inner.parts)
      else if (inner?.parts.length === 1) queue.push(...inner.parts)
      else if (inner) choices.push(inner.parts)
      else if (condition.kind === 'fact') {
        const before = narrowed.get(condition.fact) ?? domainOf(condition.fact, codesOf)
        const after = common(before, answerSet(condition, wanted))
        if (isEmpty(after)) return null
        narrowed.set(condition.fact, after)
      }
    }
    return { allowed: narrowed, choices }
  }

  function search(
    list: readonly SureGoal[],
    allowed: Allowed,
    waiting: readonly SureGoal[][],
  ): Allowed | null | undefined {
    const state = narrow(list, allowed)
    if (state === null) return null
    // The fewest ways first: contradictions show early.
    const [choice, ...others] = [...waiting, ...state.choices].sort((a, b) => a.length - b.length)
    if (choice === undefined) return state.allowed
    for (const part of choice) {
      if (steps > maxSteps) return undefined
      const found = search([part], state.allowed, others)
      if (found !== null) return found
    }
    return null
  }

  const sure: SureGoal[] = []
  for (const { condition, wanted } of goals) {
    if (condition !== null) sure.push({ condition, wanted })
    else if (!wanted) return { answer: 'IMPOSSIBLE' }
  }
  const found = search(sure, new Map(), [])
  if (found === undefined) return { answer: 'UNPROVEN' }
  if (found === null) return { answer: 'IMPOSSIBLE' }
  return {
    answer: 'POSSIBLE',
    example: new Map([...found].map(([fact, set]) => [fact, someValue(set)])),
  }
}
