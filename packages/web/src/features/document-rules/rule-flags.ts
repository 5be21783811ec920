import type {
  RuleIssue,
  RuleIssueKind,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'

/** What is wrong with which rule, by its id. */
export type RuleFlags = ReadonlyMap<number, ReadonlySet<RuleIssueKind>>

/** Which kinds of findings each rule has a part in. */
export function flagsOf(issues: readonly RuleIssue[]): RuleFlags {
  const flags = new Map<number, Set<RuleIssue['kind']>>()
  const mark = (id: number | null, kind: RuleIssue['kind']) => {
    if (id !== null) flags.set(id, (flags.get(id) ?? new Set()).add(kind))
  }
  for (const { kind, rule, others } of issues) {
    mark(rule.id, kind)
    // A rule that shadows another or is repeated by it is itself in order; a conflict has two sides.
    if (kind === 'CONFLICT') for (const other of others) mark(other.id, kind)
  }
  return flags
}
