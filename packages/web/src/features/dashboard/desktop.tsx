import { type Dashboard, getDashboard } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { keyOf, query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { takeTask } from '#widgets/take-next.ts'
import { DayChart } from './day-chart.tsx'
import styles from './dashboard.module.css'
import { FigureList, FigureStrip, LoadBars, Part } from './figures.tsx'
import { CaseRows, TaskRows } from './rows.tsx'

function useDesktop() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(getDashboard) })
  useLiveRefresh(CaseType.options.map(topics.cases), refresh)
  return useQuery({ ...query(getDashboard, {}), refetchInterval: 60_000 })
}

/** What waits for the person, what is late, how the work goes: every number opens its list. */
export function Desktop() {
  const { data, error, refetch } = useDesktop()
  if (error && !data) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  if (!data) return <DelayedLoader />
  const { tasks, group, unassigned, risk, charts, latest, favourites } = data
  if (tasks === null && unassigned.length === 0 && favourites.figures.length === 0) return null
  return (
    <div className={styles.desktop}>
      <div className={styles.column}>
        {tasks !== null && <Tasks tasks={tasks} />}
        {charts.map((chart) => (
          <Part key={chart.title} title={`${chart.title}: 14 дней`}>
            <DayChart chart={chart} />
          </Part>
        ))}
        {group !== null && (
          <Part title="Загрузка группы">
            <p className={styles.about}>Больше всего открытых задач: {group.name}</p>
            <LoadBars members={group.members} />
          </Part>
        )}
        {latest.length > 0 && (
          <Part title="Недавно открытые">
            <CaseRows rows={latest} />
          </Part>
        )}
      </div>
      <div className={styles.column}>
        {risk.length > 0 && (
          <Part title="Сроки под угрозой">
            <p className={styles.about}>Просрочены или истекают за два часа</p>
            <FigureList figures={risk} loud />
          </Part>
        )}
        {unassigned.length > 0 && (
          <Part title="Без исполнителя">
            <FigureList figures={unassigned} />
          </Part>
        )}
        {favourites.figures.length > 0 && <Favourites favourites={favourites} />}
      </div>
    </div>
  )
}

function Tasks({ tasks }: { tasks: NonNullable<Dashboard['tasks']> }) {
  return (
    <Part title="Мои задачи" end={<TakeNext free={tasks.free} />}>
      <FigureStrip figures={tasks.figures} loud={['Просрочено']} />
      {tasks.next.length > 0 ? (
        <TaskRows tasks={tasks.next} />
      ) : (
        <p className={styles.about}>Ваших задач нет. Возьмите следующую или загляните в свободные.</p>
      )}
    </Part>
  )
}

function Favourites({ favourites: { figures, rows } }: { favourites: Dashboard['favourites'] }) {
  return (
    <Part title="Избранное">
      <FigureList figures={figures} />
      {rows.length > 0 ? (
        <CaseRows rows={rows} />
      ) : (
        <p className={styles.about}>Отмечайте дела звёздочкой, чтобы они были под рукой.</p>
      )}
    </Part>
  )
}

function TakeNext({ free }: { free: number }) {
  const router = useRouter()
  const take = useMutation({
    mutationFn: () => takeTask(),
    onSuccess: (href) => href !== null && router.navigate({ href }),
    onError: notifyFailure,
  })
  return (
    <Button
      look="primary"
      loading={take.isPending}
      disabledReason={free === 0 ? 'Свободных задач для вас сейчас нет' : null}
      onClick={() => take.mutate()}
    >
      Взять следующую
    </Button>
  )
}
