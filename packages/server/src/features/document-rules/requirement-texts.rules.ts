import type { RuleReason } from '@ipoteka-office/contract/document-completeness.ts'
import type { NameOf } from '@ipoteka-office/contract/document-condition-texts.ts'
import { type FactCode, factOf } from '@ipoteka-office/contract/document-facts.ts'
import { explain } from './condition.rules.ts'
import type { KnownFacts } from './fact-values.rules.ts'
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

/** «Нужен, потому что …», «Не нужен, потому что …» or «Зависит от: …». */
export function needText(need: Need, facts: KnownFacts, nameOf: NameOf): string {
  if (need.state === 'UNKNOWN') return dependsText(need.dependsOn)
  const several = need.asked.length > 1
  const verdict =
    need.state === 'REQUIRED'
      ? several
        ? 'Нужен один из документов'
        : 'Нужен'
      : several
        ? 'Ни один из документов не нужен'
        : 'Не нужен'
  const [reason] = needReasons(need, facts, nameOf)
  const text = reason?.text ? `${verdict}, потому что ${reason.text}` : `${verdict} всегда`
  return need.conflict ? `${text}. Другое правило с тем же приоритетом говорит, что не нужен` : text
}
