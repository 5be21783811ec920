import type { NameOf } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { type FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { RuleReason } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { explain } from '../condition.rules.ts'
import type { KnownFacts } from '../fact-values.rules.ts'
import type { Need } from './needs.rules.ts'

/** «Зависит от: семейное положение, детей до 18 лет». */
export const dependsText = (facts: readonly FactCode[]): string =>
  `Зависит от: ${facts.map((fact) => factOf(fact).label).join(', ')}`

/** The rules that spoke, each with its why. */
export const needReasons = ({ rules }: Need, facts: KnownFacts, nameOf: NameOf): RuleReason[] =>
  rules.map(({ id, content: { name, basis }, when }) => ({
    ruleId: id,
    name,
    text: explain(when, facts, nameOf),
    basis,
  }))

const verdicts = {
  REQUIRED: ['Нужен', 'Нужен один из документов'],
  NOT_REQUIRED: ['Не нужен', 'Ни один из документов не нужен'],
} as const

/** «Нужен, потому что …», «Не нужен, потому что …» or «Зависит от: …». */
export function needText(
  { state, asked, dependsOn, conflict }: Need,
  [reason]: readonly RuleReason[],
): string {
  if (state === 'UNKNOWN') return dependsText(dependsOn)
  const verdict = verdicts[state][asked.length > 1 ? 1 : 0]
  const text = reason?.text ? `${verdict}, потому что ${reason.text}` : `${verdict} всегда`
  return conflict ? `${text}. Другое правило с тем же приоритетом говорит, что не нужен` : text
}
