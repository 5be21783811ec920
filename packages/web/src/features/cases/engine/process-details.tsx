import { listTaskHistory } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { minutesText } from '#widgets/case/case-words.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import type { Process } from './process-layout.ts'
import styles from './process.module.css'

type Way = Process['transitions'][number]

function Ways({
  ways,
  end,
  process,
  onChoose,
}: {
  ways: readonly Way[]
  end: 'to' | 'from'
  process: Process
  onChoose: (code: string) => void
}) {
  const nameOf = (code: string) => process.states.find((state) => state.code === code)?.name ?? code
  return (
    <ul className={styles.list}>
      {ways.map((way) => (
        <li key={`${way.from} ${way.action} ${way.to}`}>
          {way.label} {end === 'to' ? '→' : '←'}{' '}
          <Button look="link" onClick={() => onChoose(way[end])}>
            {nameOf(way[end])}
          </Button>
          <div className="muted small">
            {way.bySystem ? 'система' : way.by.join(', ')}
            {way.guards.length > 0 && ` · условия: ${way.guards.join(', ')}`}
            {way.taken > 0 && ` · пройдено: ${countOf(way.taken, 'раз', 'раза', 'раз')}`}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What is known of a state: its deadline and task, how long the case was there, the ways out and in. */
export function StateDetails({
  process,
  chosen,
  onChoose,
}: {
  process: Process
  chosen: string
  onChoose: (code: string) => void
}) {
  const state = process.states.find(({ code }) => code === chosen)
  if (!state) return null
  const facts = [
    ['Срок', state.deadline ?? emptyValue],
    ['Задача', state.task ?? emptyValue],
    ...(state.pause === null ? [] : [['Срок стоит', state.pause]]),
    [
      'Дело здесь было',
      state.visits === 0
        ? 'нет'
        : `${countOf(state.visits, 'раз', 'раза', 'раз')}, всего ${minutesText(state.minutes)}`,
    ],
  ]
  const out = process.transitions.filter(({ from }) => from === chosen)
  const into = process.transitions.filter(({ to }) => to === chosen)
  return (
    <FormCard>
      <FormSection title={state.name} grid={false}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3>Куда отсюда</h3>
        {out.length === 0 ? (
          <p className="muted">Некуда: состояние конечное</p>
        ) : (
          <Ways ways={out} end="to" process={process} onChoose={onChoose} />
        )}
      </FormSection>
      {into.length > 0 && (
        <FormSection title="Откуда сюда" grid={false}>
          <Ways ways={into} end="from" process={process} onChoose={onChoose} />
        </FormSection>
      )}
    </FormCard>
  )
}

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
  const answer = useQuery({
    ...query(listTaskHistory, { params: { id: String(id) } }),
    refetchOnMount: 'always',
  })
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
              {event.title}: {kinds[event.kind].toLowerCase()}
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
