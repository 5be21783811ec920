import type { RuleImpact } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#lib/digits.ts'
import { countOf } from '#lib/plural.ts'
import styles from '../document-rules.module.css'

const applications = (count: number) => countOf(count, 'заявки', 'заявок', 'заявок')

/** What a change of rules does to open applications: how many change, and a few of them. */
export function Impact({ impact }: { impact: RuleImpact }) {
  const { applications: open, looked, changed, examples } = impact
  if (open === 0) return <p className="muted">Открытых заявок нет: менять нечего.</p>
  const of =
    looked < open ? `${applications(looked)} (самых новых из ${formatCount(open)})` : applications(looked)
  return (
    <div className={styles.impact}>
      <p>
        Комплект изменится у <b>{formatCount(changed)}</b> из {of}.
      </p>
      {examples.length > 0 && (
        <ul aria-label="Примеры заявок">
          {examples.map(({ id, number, changes }) => (
            <li key={id}>
              <Link to={`/documentAdmin?mode=check&number=${encodeURIComponent(number)}&drafts=1` as '/'}>
                {number}
              </Link>
              <span className="muted"> — {countOf(changes, 'требование', 'требования', 'требований')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
