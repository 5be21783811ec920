import {
  type RuleIssue,
  ruleIssueKinds,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { Link } from '@tanstack/react-router'
import { Tag } from '#ui/tag.tsx'
import styles from './findings.module.css'
import { capital } from '#widgets/condition/fact-book.ts'
import { issueMarks, rulePath } from '../rule-words.ts'

type Named = RuleIssue['rule']

/** A rule's name, a link where the rule is saved. */
export function RuleLink({ rule, type }: { rule: Named; type: RuleType }) {
  if (rule.id === null) return <b>{rule.name || 'Это правило'}</b>
  return <Link to={rulePath(rule.id, type) as '/'}>{rule.name}</Link>
}

/** One finding: what, between which rules, and an example of when it happens. */
export function Finding({ issue, own = null }: { issue: RuleIssue; own?: number | null }) {
  const { kind, ruleType, rule, others, text, example } = issue
  const { tone } = issueMarks[kind]
  const named = [rule, ...others].filter(({ id }) => id !== own)
  return (
    <article className={styles.finding}>
      <div className={styles.findingHead}>
        <Tag tone={tone}>{ruleIssueKinds[kind]}</Tag>
        <span>
          {named.map((one, at) => (
            <span key={one.id ?? 'new'}>
              {at > 0 && ', '}
              <RuleLink rule={one} type={ruleType} />
            </span>
          ))}
        </span>
      </div>
      <p>{capital(text.replace(`${ruleIssueKinds[kind]}: `, ''))}</p>
      {example.length > 0 && (
        <p className="muted small">Например: {example.map((one) => one.text).join('; ')}</p>
      )}
    </article>
  )
}
