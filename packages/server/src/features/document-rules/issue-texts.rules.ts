import type { NameOf } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { questionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type {
  RuleIssue,
  RuleIssueKind,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { EngineNames } from './completeness/completeness.rules.ts'
import { type Comparable, shownValue } from './fact-values.rules.ts'
import type { FoundIssue } from './rule-issues.rules.ts'
import type { ActiveRule } from './rule-set.rules.ts'
import { decisionText } from './rule-texts.rules.ts'

const named = (rules: readonly ActiveRule[]): string =>
  rules.map(({ content }) => `«${content.name}»`).join(', ')

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const texts: Record<RuleIssueKind, (issue: FoundIssue) => string> = {
  CONFLICT: ({ rule, others }) =>
    `Возможен конфликт: при одном приоритете ${rule.content.priority} это правило говорит ` +
    `«${lower(decisionText(rule.content))}», а ${named(others)} — ` +
    `«${others.map(({ content }) => lower(decisionText(content))).join(', ')}»`,
  IMPOSSIBLE: () => 'Условие не выполняется ни при каких данных: правило никогда не сработает',
  SHADOWED: ({ others }) =>
    `Правило никогда не решает: при тех же данных всегда раньше действует ${named(others)}`,
  DUPLICATE: ({ others }) => `При тех же данных то же самое уже говорит ${named(others)}`,
  IDLE: () => 'Правило ничего не отменяет: ни одно правило не спрашивает эти документы при таких данных',
  UNPROVEN: () => 'Условие слишком разветвлённое: проверить его на конфликты не удалось, упростите его',
}

const exampleText = (fact: FactCode, value: Comparable, nameOf: NameOf): string =>
  value === null
    ? questionText({ kind: 'fact', fact, predicate: 'IS_NULL' }, nameOf)
    : questionText({ kind: 'fact', fact, predicate: 'EQ', value: shownValue(fact, value) ?? '' }, nameOf)

const brief = ({ id, content }: ActiveRule) => ({ id, name: content.name })

/** An issue as people read it. */
export const toIssue = (issue: FoundIssue, { ofFact, ofDocument }: EngineNames): RuleIssue => ({
  kind: issue.kind,
  ruleType: issue.rule.content.ruleType,
  rule: brief(issue.rule),
  others: issue.others.map(brief),
  documents: issue.documents.map((code) => ({ code, name: ofDocument(code) })),
  text: texts[issue.kind](issue),
  example: [...issue.example].map(([fact, value]) => ({
    fact,
    value: shownValue(fact, value),
    text: exampleText(fact, value, ofFact),
  })),
})
