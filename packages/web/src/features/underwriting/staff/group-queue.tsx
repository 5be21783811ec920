import type {
  GroupQueue as Waiting,
  UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { serverNow } from '#api/server-time.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { dueText } from '#widgets/case/case-words.ts'
import styles from './staff.module.css'

/** Applications that stand at a group and that nobody has, by stages. */
export function GroupQueue({
  group: { queue },
  refusal,
  onMove,
}: {
  group: UnderwritingGroupCard
  /** Why the queue is not handed over by this person. */
  refusal: string | null
  onMove: (stage: Waiting) => void
}) {
  if (queue.length === 0)
    return <Empty title="Никто не ждёт" text="Заявки, которые передали группе и ещё не взяли, стоят здесь." />
  return (
    <table className={styles.people}>
      <thead>
        <tr>
          <th>Этап</th>
          <th className={styles.figure}>Ждут</th>
          <th className={styles.figure}>Просрочено</th>
          <th>Ближайший срок</th>
          <th>
            <span className="visually-hidden">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {queue.map((stage) => (
          <tr key={`${stage.caseType} ${stage.stage}`}>
            <td>
              {stage.stageName}
              <span className="under">{stage.typeName}</span>
            </td>
            <td className={styles.figure}>{formatCount(stage.waiting)}</td>
            <td className={styles.figure}>{formatCount(stage.overdue)}</td>
            <td>{stage.dueAt === null ? 'без срока' : dueText(stage.dueAt, serverNow())}</td>
            <td className={styles.figure}>
              <Button
                look="link"
                disabledReason={refusal}
                aria-label={`Передать: ${stage.stageName}, ${stage.typeName}`}
                onClick={() => onMove(stage)}
              >
                Передать
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
