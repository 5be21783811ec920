import { lowered } from '#lib/words.ts'
import { type getBusinessProcess, listTaskHistory } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from '#widgets/process/process.module.css'

type Process = ResponseOf<typeof getBusinessProcess>

type Event = ResponseOf<typeof listTaskHistory>[number]

const kinds: Readonly<Record<Event['kind'], string>> = {
  CREATED: 'Создана',
  TAKEN: 'Взята',
  RETURNED: 'Возвращена в очередь',
  TRANSFERRED: 'Передана',
  POSTPONED: 'Отложена',
  CAME_BACK: 'Вернулась',
  PRIORITY: 'Изменён приоритет',
  COMPLETED: 'Завершена',
  STOPPED: 'Снята',
  FAILED: 'Не выполнена',
}

/** What will happen by itself, and what happened to the tasks of the process. */
export function ProcessEvents({ process }: { process: Process }) {
  const { id } = process.head
  const answer = useQuery(query(listTaskHistory, { params: { id: String(id) } }))
  useCaseRefresh(id, ['tasks', 'head'], () => void answer.refetch())
  return (
    <FormCard>
      {process.timers.length > 0 && (
        <FormSection title="Произойдёт само" grid={false}>
          <ul className={styles.list}>
            {process.timers.map(({ action, label, at }) => (
              <li key={action}>
                {label}: {formatDateTime(at)}
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      <FormSection title="История задач" grid={false}>
        {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <SkeletonLine width={60} />}
        {answer.data?.length === 0 && <p className="muted">Задач ещё не было</p>}
        <ol className={styles.list}>
          {answer.data?.map((event) => (
            <li key={event.id}>
              {event.title}: {lowered(kinds[event.kind])}
              {event.assignee && ` — ${shortName(event.assignee.fullName)}`}
              {event.comment && <div>{event.comment}</div>}
              <div className="muted small">
                {shortName(event.actor)}, {formatDateTime(event.at)}
              </div>
            </li>
          ))}
        </ol>
      </FormSection>
    </FormCard>
  )
}
