import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type {
  ContentOf,
  RuleContent,
  RuleType,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type Compiled, compile, fullCondition } from './condition.rules.ts'

/** A rule as the engine asks it; `id` is null for one that is not saved. */
export interface ActiveRule<C extends RuleContent = RuleContent> {
  readonly id: number | null
  readonly content: C
  /** When it speaks: programmes, roles and condition in one. */
  readonly full: Condition | null
  readonly when: Compiled
  /** Its documents in one text, whatever their order. */
  readonly documentsKey: string
}

/** The rules of a day by type, the strongest first; of equals the older one. */
export type RuleSet = { readonly [T in RuleType]: readonly ActiveRule<ContentOf<T>>[] }

export interface StoredContent {
  readonly id: number | null
  readonly content: RuleContent
}

function activate({ id, content }: StoredContent): ActiveRule {
  const full = fullCondition(content)
  return { id, content, full, when: compile(full), documentsKey: content.documents.toSorted().join('+') }
}

const unsaved = 2_147_483_647

export function toRuleSet(rules: readonly StoredContent[]): RuleSet {
  const sorted = rules
    .map(activate)
    .sort((a, b) => b.content.priority - a.content.priority || (a.id ?? unsaved) - (b.id ?? unsaved))
  const of = <T extends RuleType>(type: T) =>
    sorted.filter(({ content }) => content.ruleType === type) as unknown as readonly ActiveRule<
      ContentOf<T>
    >[]
  return {
    COMPLETENESS: of('COMPLETENESS'),
    LEAD_USAGE: of('LEAD_USAGE'),
    VALIDITY: of('VALIDITY'),
    SIGNERS: of('SIGNERS'),
  }
}
