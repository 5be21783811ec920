import { onDemand } from '#ui/overlay/on-demand.tsx'
import {
  type CheckedApplication,
  listMyChecks,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { useMayAssign } from '#widgets/assign-by-hand/may-assign.ts'
import { AssignmentReasons } from '#widgets/assign-by-hand/assignment-reasons.tsx'
import { search } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { takeCheck } from '#widgets/take-next.ts'
import { checksColumns } from './checks.columns.tsx'
import styles from './full-applications.module.css'

const AssignDialog = onDemand(
  async () => (await import('#widgets/assign-by-hand/assign-dialog.tsx')).AssignDialog,
)

export const Route = createFileRoute('/application-checks')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ChecksListPage,
})

const checksList = serverList(listMyChecks, {
  key: 'application-checks',
  filters: [search('search', 'Поиск по номеру и клиенту', { placeholder: 'Номер, клиент' })],
  ask: ({ filter, paging }) => ({ body: { ...filter, ...paging } }),
  topics: [topics.cases('FULL_APPLICATION')],
})

const waitingText = (count: number): string =>
  count === 0
    ? 'Без исполнителя заявок нет'
    : `Без исполнителя: ${countOf(count, 'заявка', 'заявки', 'заявок')}`

function ChecksListPage() {
  const title = 'Мои заявки'
  const list = useServerList(checksList)
  const mayAssign = useMayAssign()
  const [asked, setAsked] = useState<CheckedApplication | null>(null)
  const [given, setGiven] = useState<CheckedApplication | null>(null)
  const notWorking = list.page?.notWorking ?? null
  return (
    <>
      <ListScreen
        list={list}
        title={title}
        place={[{ text: 'Заявки на ипотеку', href: '/applications/mortgage/false' }, title]}
        columns={checksColumns((row) => (
          <>
            <Button look="link" aria-label={`Почему я? Заявка ${row.number}`} onClick={() => setAsked(row)}>
              Почему я?
            </Button>
            {mayAssign(row.department) && (
              <Button look="link" aria-label={`Передать заявку ${row.number}`} onClick={() => setGiven(row)}>
                Передать
              </Button>
            )}
          </>
        ))}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ id }) => `/full-app-edit/${id}?section=REVIEW`}
        tools={
          notWorking === null && (
            <span className={`muted ${styles.waiting}`}>{waitingText(list.page?.waiting ?? 0)}</span>
          )
        }
        create={{
          text: 'Взять следующую',
          disabledReason: notWorking,
          run: async () => {
            const opened = await takeCheck()
            list.refresh()
            return opened
          },
        }}
        note={
          notWorking && (
            <p className={styles.obstacle} role="note">
              {notWorking}
            </p>
          )
        }
        empty={{
          title: 'На проверке у вас ничего нет',
          text: 'Сюда приходят заявки, которые распределены вам; «Взять следующую» берёт самую срочную.',
        }}
      />
      {asked && <AssignmentReasons application={asked} onClose={() => setAsked(null)} />}
      {given && <AssignDialog type={given.department} ids={[given.id]} onClose={() => setGiven(null)} />}
    </>
  )
}
