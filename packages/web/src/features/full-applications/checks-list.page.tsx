import {
  type CheckedApplication,
  listMyChecks,
  takeNextCheck,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { listSchema, textFilter, useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { AssignDialog } from '#widgets/assign-by-hand/assign-dialog.tsx'
import { useMayAssign } from '#widgets/assign-by-hand/may-assign.ts'
import { AssignmentReasons } from '#widgets/assign-by-hand/assignment-reasons.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { checksColumns } from './checks.columns.tsx'
import styles from './full-applications.module.css'

export const Route = createFileRoute('/application-checks')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ChecksListPage,
})

const schema = listSchema({
  tabs: ['mine'],
  filters: { search: textFilter },
  sortable: [],
  defaultSort: { key: 'dueAt', direction: 'asc' },
})

function ChecksListPage() {
  return useRights().mayCall(listMyChecks) ? <ChecksList /> : <Forbidden />
}

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

function ChecksList() {
  const title = 'Мои заявки'
  usePagePlace({ text: 'Заявки на ипотеку', href: '/applications/mortgage/false' }, title)
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const state = useListState(schema, search, (next) => void go({ search: next }))
  const [asked, setAsked] = useState<CheckedApplication | null>(null)
  const list = useQuery({
    ...query(listMyChecks, {
      body: { search: state.filters.search, page: state.page - 1, size: state.size },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  useLiveRefresh(topics.cases('FULL_APPLICATION'), () => void list.refetch())
  const mayAssign = useMayAssign()
  const [given, setGiven] = useState<CheckedApplication | null>(null)
  const columns = checksColumns(setAsked, setGiven, ({ department }) => mayAssign(department))
  const page = list.isError ? undefined : list.data
  return (
    <>
      <PageHead title={title}>
        <TakeNext waiting={page?.waiting ?? 0} notWorking={page?.notWorking ?? null} />
      </PageHead>
      {page?.notWorking && (
        <p className={styles.obstacle} role="note">
          {page.notWorking}
        </p>
      )}
      <div className={styles.search}>
        <SearchInput
          label="Поиск по номеру и клиенту"
          value={state.filters.search}
          onSearch={(text) => state.setFilter('search', text)}
        />
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ id }) => `/full-app-edit/${id}?section=REVIEW`}
        onOpen={(href) => void go({ to: href })}
        total={page?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={state.active.length > 0 ? ['Поиск'] : []}
        onReset={state.resetFilters}
        emptyTitle="На проверке у вас ничего нет"
      />
      {asked && <AssignmentReasons application={asked} onClose={() => setAsked(null)} />}
      {given && <AssignDialog type={given.department} ids={[given.id]} onClose={() => setGiven(null)} />}
    </>
  )
}
