import type { StoredRule } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { RuleFinding } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { type Condition, questionsOf } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { findPossibility } from '#features/document-rules/satisfiability.rules.ts'

const noCodes = () => undefined

/** Whether a rule can pass a case on by what it says itself, not only for want of people. */
const passesOn = ({ strategy, limit }: StoredRule): boolean =>
  strategy === 'STICKY' || strategy === 'AUTHOR' || limit !== null

/** Whether a rule holds at any hour of any day. */
const isTimeless = ({ schedule, validFrom, validTo }: StoredRule): boolean =>
  schedule === null && validFrom === null && validTo === null

const factsIn = (condition: Condition | null): string[] =>
  condition === null ? [] : questionsOf(condition).map(({ fact }) => fact)

/** Whether whatever meets one condition meets the other: asked only where it could be so. */
function implies(one: Condition | null, other: Condition | null): boolean {
  const asked = new Set(factsIn(one))
  if (!factsIn(other).every((fact) => asked.has(fact))) return false
  return (
    findPossibility(
      [
        { condition: one, wanted: true },
        { condition: other, wanted: false },
      ],
      noCodes,
    ).answer === 'IMPOSSIBLE'
  )
}

const same = (one: StoredRule, other: StoredRule): boolean =>
  JSON.stringify([one.condition, one.schedule, one.validFrom, one.validTo]) ===
  JSON.stringify([other.condition, other.schedule, other.validFrom, other.validTo])

function findingOf(rule: StoredRule, earlier: readonly StoredRule[]): RuleFinding | null {
  if (
    rule.condition !== null &&
    findPossibility([{ condition: rule.condition, wanted: true }], noCodes).answer === 'IMPOSSIBLE'
  )
    return { kind: 'IMPOSSIBLE', text: 'Условие не выполнится никогда', otherId: null }
  const twin = earlier.find((other) => !passesOn(other) && same(other, rule))
  if (twin !== undefined)
    return {
      kind: 'EQUAL',
      text: `Спрашивает о том же, что правило «${twin.name}» выше: сработает, только когда по тому отдать некому`,
      otherId: twin.id,
    }
  const cover = earlier.find(
    (other) => !passesOn(other) && isTimeless(other) && implies(rule.condition, other.condition),
  )
  return cover === undefined
    ? null
    : {
        kind: 'SHADOWED',
        text: `Такие дела раньше забирает правило «${cover.name}»: до этого дойдёт, только когда по тому отдать некому`,
        otherId: cover.id,
      }
}

/** What is wrong with rules in their order: conditions that never hold, rules that others stand before. */
export function findingsOf(rules: readonly StoredRule[]): Map<number, RuleFinding> {
  const found = new Map<number, RuleFinding>()
  const earlier: StoredRule[] = []
  for (const rule of rules) {
    if (!rule.enabled) continue
    const finding = findingOf(rule, earlier)
    if (finding !== null) found.set(rule.id, finding)
    earlier.push(rule)
  }
  return found
}
