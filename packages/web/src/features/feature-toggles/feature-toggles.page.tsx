import {
  createFeatureToggle,
  type FeatureToggle,
  listFeatureToggles,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useMyFeatures } from '#api/features.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { useRuleChoices } from './rule-names.ts'
import styles from './feature-toggles.module.css'
import { toggleColumns } from './toggle.columns.tsx'
import { foundToggles, togglesOf, togglesSchema } from './toggle-state.ts'

export const Route = createFileRoute('/featureToggle')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: FeatureTogglesPage,
})

function FeatureTogglesPage() {
  usePagePlace('Справочники', 'Переключатели функций')
  return useRights().mayCall(listFeatureToggles) ? <FeatureToggles /> : <Forbidden />
}

const tabLabels = {
  all: 'Все',
  on: 'Включённые',
  off: 'Выключенные',
  rules: 'С правилами',
  stale: 'Срок истёк',
} as const

function FeatureToggles() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(togglesSchema, search, navigate)
  const mayCreate = useRights().mayCall(createFeatureToggle)
  const list = useQuery(query(listFeatureToggles))
  useLiveRefresh(topics.features, () => void list.refetch())
  const mine = useMyFeatures()
  const choices = useRuleChoices()
  const { text } = state.filters
  const found = list.data && foundToggles(list.data, text)
  const rows = found && togglesOf(found, state.tab)
  return (
    <>
      <PageHead title="Переключатели функций">
        <Button
          look="primary"
          disabledReason={
            mayCreate ? null : 'Нет права на изменение переключателей. Обратитесь к администратору'
          }
          onClick={() => void go({ to: '/featureToggle/$toggleId', params: { toggleId: 'new' } })}
        >
          Новый переключатель
        </Button>
      </PageHead>
      <TabsWithCounts
        label="Состояние переключателей"
        tabs={togglesSchema.tabs.map((key) => ({
          key,
          label: tabLabels[key],
          count: found && togglesOf(found, key).length,
        }))}
        value={state.tab}
        onChange={state.setTab}
      />
      <div className={styles.find}>
        <SearchInput
          value={text}
          onSearch={(wanted) => state.setFilters({ text: wanted })}
          label="Найти по ключу, названию или владельцу"
        />
      </div>
      <WholeTable<FeatureToggle>
        label="Переключатели функций"
        columns={toggleColumns(mine, choices)}
        rows={list.isError ? undefined : rows}
        rowKey={({ id }) => String(id)}
        rowHref={({ id }) => `/featureToggle/${id}`}
        onOpen={(href) => void go({ to: href })}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={text ? [`Поиск: ${text}`] : []}
        onReset={state.resetFilters}
        emptyTitle="Таких переключателей нет"
      />
    </>
  )
}
