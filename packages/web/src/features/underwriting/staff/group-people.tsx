import type { GroupMember } from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { getUnderwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { formatCount } from '#lib/digits.ts'
import { Empty } from '#ui/empty.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import styles from './staff.module.css'

/** Who is in a group and how much work each of them has now. */
export function GroupPeople({ people }: { people: readonly GroupMember[] }) {
  if (people.length === 0) return <Empty title="В группе никого нет" />
  return (
    <table className={styles.people}>
      <thead>
        <tr>
          <th>Сотрудник</th>
          <th>Смена</th>
          <th className={styles.figure}>В работе</th>
          <th className={styles.figure}>Просрочено</th>
          <th className={styles.figure}>Решений сегодня</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, fullName, jobTitle, head, onShift, open, overdue, decidedToday }) => (
          <tr key={id}>
            <td>
              <div>
                <LinkIfOpen needs={[getUnderwriter]} href={`/underwriting-card/${id}`}>
                  {fullName}
                </LinkIfOpen>
              </div>
              <div className="muted small">
                {head && <Tag tone="green">руководитель</Tag>} {jobTitle}
              </div>
            </td>
            <td>
              {onShift ? <StatusDot tone="green">В смене</StatusDot> : <StatusDot tone="ring">Нет</StatusDot>}
            </td>
            <td className={styles.figure}>{formatCount(open)}</td>
            <td className={styles.figure}>{formatCount(overdue)}</td>
            <td className={styles.figure}>{formatCount(decidedToday)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
