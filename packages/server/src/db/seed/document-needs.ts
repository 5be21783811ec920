import type { Facts, FactValue } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { DocumentStage } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { CaseData } from '#features/document-rules/completeness/case-facts.rules.ts'
import { assess } from '#features/document-rules/completeness/completeness.rules.ts'
import { toRuleSet } from '#features/document-rules/rule-set.rules.ts'
import { blocksStage } from '#features/document-rules/completeness/stage-gates.rules.ts'
import type { DeliveredRule } from './document-rules.ts'

/** A document that a case has to have; the person by their place among the participants, null: the case's own. */
export interface NeededDocument {
  readonly typeCode: string
  readonly person: number | null
}
type Group = ReturnType<typeof assess>['groups'][number]

const neededIn = (group: Group, behind: DocumentStage): NeededDocument[] =>
  blocksStage({ groups: [group] }, behind).missing.flatMap(({ documents, quantity }) =>
    Array.from({ length: quantity }, () => ({
      typeCode: documents[0]?.code ?? 'OTHER',
      person: group.participant === null ? null : Number(group.participant.key.slice(1)),
    })),
  )

const names = {
  ofFact: (_: unknown, code: unknown) => String(code),
  ofDocument: (code: string) => code,
  ofRole: (code: string) => code,
  daysOf: () => null,
  leadUsages: new Map(),
}

/** What the rules compare each fact with. */
function collect(node: unknown, found: Map<string, Set<string>>): void {
  if (typeof node !== 'object' || node === null) return
  if ('fact' in node && typeof node.fact === 'string') {
    const values = found.get(node.fact) ?? new Set()
    if ('value' in node && !Array.isArray(node.value)) values.add(String(node.value))
    found.set(node.fact, values)
  }
  for (const part of Object.values(node)) collect(part, found)
}

const isNumber = (value: FactValue) => /^-?\d+(\.\d+)?$/.test(String(value))

/**
 * What cases of the demo bank have to have. Thousands of them differ in nothing that the rules ask for: of those that are
 * alike to the rules, one is worked out.
 */
export class DocumentNeeds {
  readonly #rules: ReturnType<typeof toRuleSet>
  readonly #asked = new Map<string, Set<string>>()
  readonly #known = new Map<string, readonly NeededDocument[]>()
  readonly #today: string

  constructor(delivered: readonly DeliveredRule[], today: string) {
    this.#rules = toRuleSet(delivered.map(({ content }, index) => ({ id: index + 1, content })))
    this.#today = today
    collect(delivered, this.#asked)
  }

  /** A fact as the rules see it: a number by which of their limits it is above. */
  #seen(fact: string, value: FactValue): unknown {
    const limits = [...(this.#asked.get(fact) ?? [])]
    if (!isNumber(value)) return value
    return limits.map((limit) => Math.sign(Number(value) - Number(limit)))
  }

  #facts(facts: Facts): unknown[] {
    return Object.entries(facts).flatMap(([fact, value]) =>
      this.#asked.has(fact) && value !== undefined ? [[fact, this.#seen(fact, value)]] : [],
    )
  }

  /** What has to lie in the case when it has a stage of documents behind it. */
  of(data: CaseData, behind: DocumentStage): readonly NeededDocument[] {
    const participants = data.participants.map((one, at) => ({ ...one, key: `p${at}`, name: '' }))
    const key = JSON.stringify([
      behind,
      data.stage,
      this.#facts(data.facts),
      participants.map(({ role, facts }) => [role, this.#facts(facts)]),
    ])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const all = { ...data, participants }
    // Nothing lies in the case yet that could end.
    const horizon = { today: this.#today, soon: this.#today }
    const { groups } = assess({ rules: this.#rules, data: all, documents: [], horizon, names })
    const needed = groups.flatMap((group) => neededIn(group, behind))
    this.#known.set(key, needed)
    return needed
  }
}
