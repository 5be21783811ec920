import { onDemand } from '#ui/overlay/on-demand.tsx'
import {
  type CalendarYear,
  getCalendarYear,
  listCalendarHistory,
  saveCalendarDay,
  saveCalendarYear,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { keyOf, mutation, query, queryClient } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './calendar.module.css'
import { dayAfterKey, type MonthDay } from './calendar-words.ts'
import { Month } from './month.tsx'

const DayDialog = onDemand(async () => (await import('./day-dialog.tsx')).DayDialog)

const CalendarFileDialog = onDemand(
  async () => (await import('./calendar-file-dialog.tsx')).CalendarFileDialog,
)

const firstYear = 2000
const lastYear = 2099

export const Route = createFileRoute('/calendar')({
  validateSearch: (search: Record<string, unknown>): { year?: number } => {
    const year = Number(search.year)
    return Number.isInteger(year) && year >= firstYear && year <= lastYear ? { year } : {}
  },
  component: CalendarPage,
})

const refresh = () => void queryClient.invalidateQueries({ queryKey: keyOf(getCalendarYear) })
const isOurs = (payload: unknown) =>
  (payload as { codes?: string[] } | undefined)?.codes?.includes('productionCalendar') ?? true

function CalendarPage() {
  usePagePlace('Производственный календарь')
  const rights = useRights()
  const today = bankDay(serverNow())
  const { year = Number(today.slice(0, 4)) } = Route.useSearch()
  const mayRead = rights.mayCall(getCalendarYear)
  useLiveRefresh(mayRead ? topics.dictionaries : null, refresh, isOurs)
  const answer = useQuery({
    ...query(getCalendarYear, { params: { year: String(year) } }),
    enabled: mayRead,
  })
  if (!mayRead) return <Forbidden />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  return <Year calendar={answer.data} year={year} today={today} mayChange={rights.mayCall(saveCalendarDay)} />
}

function YearSwitch({ year }: { year: number }) {
  const navigate = useNavigate({ from: Route.fullPath })
  const open = (next: number) => void navigate({ search: { year: next } })
  return (
    <>
      <Button
        onClick={() => open(year - 1)}
        disabledReason={year === firstYear ? 'Раньше календаря нет' : null}
      >
        ← {year - 1}
      </Button>
      <Button
        onClick={() => open(year + 1)}
        disabledReason={year === lastYear ? 'Позже календаря нет' : null}
      >
        {year + 1} →
      </Button>
    </>
  )
}

/** Says that the decree is in the calendar, or takes that back. */
function YearSource({ calendar: { year, official, version } }: { calendar: CalendarYear }) {
  const save = useMutation({
    ...mutation(saveCalendarYear),
    onSuccess: () =>
      toast.success(official ? 'Календарь снова предварительный' : 'Календарь сверен с постановлением'),
    onError: notifyFailure,
    onSettled: refresh,
  })
  return (
    <Button
      loading={save.isPending}
      onClick={() => save.mutate({ params: { year: String(year) }, body: { official: !official, version } })}
    >
      {official ? 'Вернуть в предварительные' : 'Сверено с постановлением'}
    </Button>
  )
}

function Year({
  calendar,
  year,
  today,
  mayChange,
}: {
  calendar: CalendarYear
  year: number
  today: string
  mayChange: boolean
}) {
  const [edited, setEdited] = useState<MonthDay | null>(null)
  const [history, setHistory] = useState(false)
  const [fromFile, setFromFile] = useState(false)
  const [reached, setReached] = useState(`${year}-01-01`)
  const inYear = (day: string) => (Number(day.slice(0, 4)) === year ? day : `${year}-01-01`)
  const special = new Map(calendar.days.map((day) => [day.day, day]))
  const { total } = calendar
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = (event.target as HTMLElement).dataset.day
    if (from === undefined || !event.key.startsWith('Arrow')) return
    event.preventDefault()
    const to = dayAfterKey(from, event.key)
    setReached(to)
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  return (
    <>
      <PageHead
        title={`Производственный календарь, ${year}`}
        mark={
          <Tag tone={calendar.official ? 'green' : 'amber'}>
            {calendar.official ? 'По постановлению' : 'Предварительно'}
          </Tag>
        }
      >
        <YearSwitch year={year} />
        {mayChange && <Button onClick={() => setFromFile(true)}>Загрузить из файла</Button>}
        {mayChange && <YearSource calendar={calendar} />}
        <Button onClick={() => setHistory(true)}>История</Button>
      </PageHead>
      {!calendar.official && (
        <p className={styles.source}>
          Постановления о переносах на {year} год здесь ещё нет: праздники и переносы с выходных посчитаны по
          статье 112 Трудового кодекса. Когда оно выйдет, загрузите дни из файла или поправьте те, что в нём
          другие, и отметьте «Сверено с постановлением».
        </p>
      )}
      <dl className={styles.totals}>
        {[
          ['Рабочих дней', total.workingDays],
          ['Выходных и праздников', total.daysOff],
          ['Сокращённых дней', total.shortDays],
          ['Часов при 40-часовой неделе', total.hours],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value?.toLocaleString('ru-RU')}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.legend}>
        <span className={styles.off}>выходной</span>
        <span className={styles.short}>
          короче на час<sup>*</sup>
        </span>
        <span className={styles.differs}>отличается от обычной недели</span>
        {mayChange && 'Щёлкните по дню, чтобы изменить его; по дням ведут стрелки.'}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between the buttons inside */}
      <div className={styles.year} onKeyDown={move}>
        {Array.from({ length: 12 }, (_, month) => (
          <Month
            // biome-ignore lint/suspicious/noArrayIndexKey: a month is its place
            key={month}
            year={year}
            month={month}
            total={calendar.months[month]}
            special={special}
            today={today}
            reach={inYear(reached)}
            onOpen={mayChange ? setEdited : null}
          />
        ))}
      </div>
      {edited && (
        <DayDialog
          key={edited.day}
          day={edited.day}
          known={special.get(edited.day)}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      {fromFile && <CalendarFileDialog year={year} onSaved={refresh} onClose={() => setFromFile(false)} />}
      {history && (
        <HistoryDialog
          title={`История календаря, ${year}`}
          pages={(page) => query(listCalendarHistory, { params: { year: String(year) }, query: page })}
          onClose={() => setHistory(false)}
        />
      )}
    </>
  )
}
