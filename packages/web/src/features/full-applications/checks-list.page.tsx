import { onDemand } from '#ui/overlay/on-demand.tsx'
import {
  type CheckedApplication,
  listMyChecks,
  takeNextCheck,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyOf, mutation } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useMayAssign } from '#widgets/assign-by-hand/may-assign.ts'
import { AssignmentReasons } from '#widgets/assign-by-hand/assignment-reasons.tsx'
import { search } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
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

/** The most urgent application that fits goes to the person and opens at once. */
function TakeNext({ waiting, notWorking }: { waiting: number; notWorking: string | null }) {
  const go = useNavigate()
  const client = useQueryClient()
  const take = useMutation(mutation(takeNextCheck))
  const run = async () => {
    try {
      const { id, message } = await take.mutateAsync({})
      await client.invalidateQueries({ queryKey: keyOf(listMyChecks) })
      if (id === null) return toast.warning(message, { key: 'take next' })
      toast.success(message, { key: 'take next' })
      await go({
        to: '/full-app-edit/$fullAppId',
        params: { fullAppId: String(id) },
        search: { section: 'REVIEW' },
      })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <>
      {notWorking === null && (
        <span className={`muted ${styles.waiting}`}>
          {waiting === 0
            ? 'Без исполнителя заявок нет'
            : `Без исполнителя: ${countOf(waiting, 'заявка', 'заявки', 'заявок')}`}
        </span>
      )}
      <Button look="primary" loading={take.isPending} disabledReason={notWorking} onClick={() => void run()}>
        Взять следующую
      </Button>
    </>
  )
}

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
        columns={checksColumns(setAsked, setGiven, ({ department }) => mayAssign(department))}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ id }) => `/full-app-edit/${id}?section=REVIEW`}
        create={<TakeNext waiting={list.page?.waiting ?? 0} notWorking={notWorking} />}
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
