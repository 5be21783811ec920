import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { GroupMember } from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { getUnderwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { Empty } from '#ui/empty.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import styles from './staff.module.css'

/** What may be done with somebody of the group. */
export interface PeopleActions {
  /** Why nothing of it may be done by this person. */
  readonly refusal: string | null
  readonly onSend: (person: PersonRef) => void
  readonly onMove: (person: PersonRef) => void
  readonly onEnd: (helpId: number) => void
}

/** Where somebody helps now, in words under the name. */
function Helping({ helps, helpsElsewhere }: Pick<GroupMember, 'helps' | 'helpsElsewhere'>) {
  return (
    <>
      {helps && <Tag tone="blue">помогает до {formatDateTime(helps.until)}</Tag>}
      {helpsElsewhere.map(({ id, group, until }) => (
        <span key={id} className="under">
          помогает группе «{group.name}» до {formatDateTime(until)}
        </span>
      ))}
    </>
  )
}

/** Who is in a group or helps it, and how much work each of them has now. */
export function GroupPeople({
  people,
  actions: { refusal, onSend, onMove, onEnd },
}: {
  people: readonly GroupMember[]
  actions: PeopleActions
}) {
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
          <th>
            <span className="visually-hidden">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => {
          const { id, fullName, jobTitle, head, helps, helpsElsewhere, onShift } = person
          const member = { id, fullName }
          return (
            <tr key={id}>
              <td>
                <div>
                  <LinkIfOpen needs={[getUnderwriter]} href={`/underwriting-card/${id}`}>
                    {fullName}
                  </LinkIfOpen>
                </div>
                <div className="muted small">
                  {head && <Tag tone="green">руководитель</Tag>} {jobTitle}{' '}
                  <Helping helps={helps} helpsElsewhere={helpsElsewhere} />
                </div>
              </td>
              <td>
                {onShift ? (
                  <StatusDot tone="green">В смене</StatusDot>
                ) : (
                  <StatusDot tone="ring">Нет</StatusDot>
                )}
              </td>
              <td className={styles.figure}>{formatCount(person.open)}</td>
              <td className={styles.figure}>{formatCount(person.overdue)}</td>
              <td className={styles.figure}>{formatCount(person.decidedToday)}</td>
              <td className={styles.figure}>
                <Menu
                  label={`Действия: ${fullName}`}
                  floating
                  items={
                    helps === null
                      ? [
                          { label: 'Помощь другой группе', reason: refusal, onClick: () => onSend(member) },
                          {
                            label: 'Перевести в другую группу',
                            reason:
                              refusal ?? (head ? 'Сначала назначьте группе другого руководителя' : null),
                            onClick: () => onMove(member),
                          },
                        ]
                      : [{ label: 'Закончить помощь', reason: refusal, onClick: () => onEnd(helps.id) }]
                  }
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
