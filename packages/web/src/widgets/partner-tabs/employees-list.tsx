import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  type EmployeeColumn,
  exportEmployees,
  startEmployeeExport,
} from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  createPartnerEmployee,
  deactivatePartnerEmployees,
  filterPartnerEmployees,
} from '@ipoteka-office/contract/employees/employees.ts'
import { listRoles } from '@ipoteka-office/contract/roles/roles.ts'
import { listWorkgroupNames } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { BulkAction, DataTable } from '#ui/table/data-table.tsx'
import {
  codesFilterOf,
  filterWords,
  linkedFilter,
  type ListFilter,
  ListFilters,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { CreateEmployeeDialog } from './create-employee-dialog.tsx'
import { employeesColumns } from './employees.columns.tsx'
import {
  employeesListSchema,
  type EmployeesList as ListOf,
  toEmployeeFilter,
  toEmployeeQuery,
} from './employees-list-state.ts'
import styles from './partner-tabs.module.css'

type Search = Record<string, unknown>
const listKey = 'employees'
const no = (what: string) => `Нет права на ${what}. Обратитесь к администратору`

/** Names of roles and groups for the chips; a person without the right to roles has no such chip. */
function useFilterOptions(partnerId: string) {
  const rights = useRights()
  const roles = useQuery({ ...query(listRoles), enabled: rights.mayCall(listRoles) })
  const groups = useQuery({
    ...query(listWorkgroupNames, { params: { partnerId } }),
    enabled: rights.mayCall(listWorkgroupNames),
  })
  const options = (list: readonly { id: number; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ code: String(id), name }))
  return { roles: options(roles.data), groups: options(groups.data) }
}

const filtersOf = (list: ListOf, options: ReturnType<typeof useFilterOptions>): ListFilter[] => [
  searchFilter(list, 'text', { label: 'Имя или логин' }),
  codesFilterOf(list, 'roles', 'Роль', { options: options.roles }),
  codesFilterOf(list, 'groups', 'Группа', { options: options.groups }),
  linkedFilter('Должность', list.filters.title || null, () => list.setFilter('title', '')),
  toggleFilter(list, 'expiring', 'Доверенность истекает', { label: 'Доверенность', value: 'истекает' }),
  // It widens the list: an empty one is never its doing.
  { ...toggleFilter(list, 'branches', 'С филиалами', { label: 'Филиалы', value: 'показаны' }), value: null },
]

function useDeactivation(partnerId: string, onDone: (refused: string[]) => void) {
  const run = useMutation({ ...mutation(deactivatePartnerEmployees), onError: notifyFailure })
  return async (ids: readonly string[]) => {
    const people = countOf(ids.length, 'сотрудника', 'сотрудников', 'сотрудников')
    const sure = await confirm({
      title: 'Отключить сотрудников',
      text: `Отключить ${people}? Вход будет закрыт, заявки в работе перейдут другим.`,
      okText: 'Отключить',
      danger: true,
    })
    if (!sure) return
    const { results } = await run.mutateAsync({ params: { partnerId }, query: { ids: ids.join(',') } })
    const refused = results.filter(({ done }) => !done)
    for (const { reason } of refused.slice(0, 3)) toast.error(reason ?? 'Не удалось отключить')
    const done = results.length - refused.length
    if (done > 0) toast.success(`Отключено: ${done}`)
    onDone(refused.map(({ id }) => String(id)))
  }
}

/** Employees of a partner: search, filters, views, export and what can be done with the chosen ones. */
export function EmployeesList({
  title,
  partnerId,
  search,
  onSearch,
}: {
  /** Heading of a page; a tab of a card has none. */
  title?: string
  partnerId: string
  search: Search
  onSearch: (search: Search) => void
}) {
  const navigate = useNavigate()
  const rights = useRights()
  const client = useQueryClient()
  const state = useListState(employeesListSchema, search, onSearch)
  const [chosen, setChosen] = useState<string[]>([])
  const [creating, setCreating] = useState(false)
  const list = useQuery({
    ...query(filterPartnerEmployees, {
      params: { partnerId },
      query: toEmployeeQuery(state),
      body: toEmployeeFilter(state),
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(filterPartnerEmployees) })
  const deactivate = useDeactivation(partnerId, (refused) => {
    setChosen(refused)
    reload()
  })
  const filters = filtersOf(state, useFilterOptions(partnerId))
  const prefs = useColumnPrefs(listKey, employeesColumns)
  const page = list.isError ? undefined : list.data
  const totals = page?.totals
  const exporting = async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter: toEmployeeFilter(state),
      sort: toEmployeeQuery(state).sort,
      columns: visibleColumns(employeesColumns, prefs).map(({ key }) => key as EmployeeColumn),
    }
    if ((page?.totalElements ?? 0) > exportAtOnceRows)
      return { kind: 'task', task: await call(startEmployeeExport, { params: { partnerId }, body }) }
    await download(exportEmployees, { params: { partnerId }, body })
    return { kind: 'file' }
  }
  const actions = (
    <>
      <Button
        look="primary"
        onClick={() => setCreating(true)}
        disabledReason={rights.mayCall(createPartnerEmployee) ? null : no('создание сотрудников')}
      >
        Создать сотрудника
      </Button>
      <ExportMenu
        run={exporting}
        disabledReason={rights.mayCall(exportEmployees) ? null : no('выгрузку сотрудников')}
      />
      <ColumnsButton listKey={listKey} columns={employeesColumns} />
    </>
  )
  return (
    <>
      {title === undefined ? (
        <div className={styles.actions}>{actions}</div>
      ) : (
        <PageHead title={title}>{actions}</PageHead>
      )}
      <TabsWithCounts
        label="Какие сотрудники"
        tabs={[
          { key: 'active', label: 'Работают', count: totals?.active },
          { key: 'absent', label: 'Отсутствуют сегодня', count: totals?.absent },
          { key: 'inactive', label: 'Отключены', count: totals?.notActive },
          { key: 'all', label: 'Все', count: totals?.all },
        ]}
        value={state.tab}
        onChange={state.setTab}
      />
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}
      />
      <DataTable
        label="Сотрудники партнёра"
        columns={employeesColumns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ fullName }) => fullName}
        rowHref={({ id, partner }) => `/partner/${partner.id}/employee/${id}`}
        onOpen={(href) => void navigate({ to: href })}
        total={page?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        sort={state.sort}
        onSort={state.setSort}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle="Сотрудников нет"
        selection={{
          keys: chosen,
          onChange: setChosen,
          actions: (
            <BulkAction
              onClick={() => void deactivate(chosen)}
              disabledReason={
                rights.mayCall(deactivatePartnerEmployees) ? null : no('отключение сотрудников')
              }
            >
              Отключить
            </BulkAction>
          ),
        }}
      />
      {creating && (
        <CreateEmployeeDialog
          partnerId={partnerId}
          onClose={() => setCreating(false)}
          onCreated={(employee) => {
            reload()
            void navigate({ to: `/partner/${partnerId}/employee/${employee.id}` })
          }}
        />
      )}
    </>
  )
}
