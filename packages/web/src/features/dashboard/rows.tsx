import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseRow } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { Link } from '@tanstack/react-router'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './dashboard.module.css'

function Due({ dueAt, overdue }: { dueAt: string | null; overdue: boolean }) {
  if (dueAt === null) return null
  const words = formatMoment(dueAt, serverNow())
  return <Tag tone={overdue ? 'red' : 'neutral'}>{overdue ? `просрочено, ${words}` : `до ${words}`}</Tag>
}

/** The person's tasks by deadline. */
export function TaskRows({ tasks }: { tasks: readonly CaseTask[] }) {
  return (
    <ul className={styles.list}>
      {tasks.map(({ id, caseId, caseType, title, caseNumber, clientName, dueAt, overdue }) => (
        <li key={id}>
          <Link to={casePath(caseType, caseId) as '/'} className={styles.line}>
            <span>
              {title}
              <span className={styles.under}>
                {caseNumber}, {clientName}
              </span>
            </span>
            <Due dueAt={dueAt} overdue={overdue} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Cases in a few words. */
export function CaseRows({ rows }: { rows: readonly CaseRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map(({ id, type, number, clientName, stageName, amount }) => (
        <li key={id}>
          <Link to={casePath(type, id) as '/'} className={styles.line}>
            <span>
              {clientName}
              <span className={styles.under}>
                {number}, {stageName}
              </span>
            </span>
            {amount !== null && <span className={styles.amount}>{formatMoney(amount)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
