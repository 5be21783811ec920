import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ColumnsDialog } from '#ui/table/columns-dialog.tsx'
import { BulkAction, type Column, type ColumnPrefs, DataTable } from '#ui/table/data-table.tsx'
import { CodesFilterChip, FilterBar, FilterChip } from '#ui/table/filter-chip.tsx'
import { codesFilter, listSchema, textFilter, useListState } from '#ui/table/list-state.ts'
import { LoadBar } from '#ui/load-bar.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type SavedView, SavedViews } from '#ui/table/saved-views.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import styles from './dev-ui.module.css'
import { type Person, partners, people, regions, searchPartners } from './dev-ui-people.ts'

const schema = listSchema({
  tabs: ['all', 'ACTIVE', 'INACTIVE', 'PAUSE'],
  filters: { name: textFilter, regions: codesFilter, partners: codesFilter },
  sortable: ['name', 'load', 'overdue'],
  defaultSort: { key: 'name', direction: 'asc' },
})
const tones = { ACTIVE: 'green', PAUSE: 'amber', INACTIVE: 'neutral' } as const
const words = { ACTIVE: 'Активный', PAUSE: 'На паузе', INACTIVE: 'Неактивный' } as const

const columns: Column<Person>[] = [
  {
    key: 'name',
    title: 'Сотрудник',
    sortable: true,
    always: true,
    link: true,
    width: 250,
    render: (p) => p.name,
  },
  { key: 'role', title: 'Роль', optional: true, width: 160, render: (p) => p.role },
  {
    key: 'status',
    title: 'Статус',
    width: 130,
    render: (p) => <StatusDot tone={tones[p.status]}>{words[p.status]}</StatusDot>,
  },
  { key: 'shift', title: 'Смена', width: 140, render: (p) => p.shift },
  {
    key: 'load',
    title: 'В работе / лимит',
    sortable: true,
    width: 170,
    render: (p) => <LoadBar used={p.used} limit={p.limit} />,
  },
  {
    key: 'levels',
    title: 'Уровни',
    width: 90,
    render: (p) => p.levels.map((level) => <Tag key={level}>{level}</Tag>),
  },
  { key: 'region', title: 'Регионы', width: 120, render: (p) => p.region },
  {
    key: 'overdue',
    title: 'Проср.',
    sortable: true,
    align: 'right',
    width: 80,
    render: (p) => (p.overdue > 0 ? <Tag tone="red">{p.overdue}</Tag> : p.overdue),
  },
]

const noop = () => {}
const fixed = { columns, rowKey: (p: Person) => p.id, page: 1, size: 20, onPage: noop }

function FullList() {
  const [search, setSearch] = useState<Record<string, unknown>>({ regions: '77,78,16' })
  const [keys, setKeys] = useState<string[]>(['2'])
  const [prefs, setPrefs] = useState<ColumnPrefs | null>(null)
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable')
  const [choosing, setChoosing] = useState(false)
  const [views, setViews] = useState<SavedView[]>([
    { id: '1', name: 'Ночная смена', own: true, shared: false, isDefault: true },
    { id: '2', name: 'Перегруженные', own: false, shared: true, isDefault: false },
  ])
  const list = useListState(schema, search, setSearch)
  const found = people.filter(
    (p) =>
      (list.tab === 'all' || p.status === list.tab) &&
      p.name.toLowerCase().includes(list.filters.name.toLowerCase()),
  )
  const count = (tab: string) => people.filter((p) => tab === 'all' || p.status === tab).length
  return (
    <section aria-label="Список целиком">
      <PageHead title="Сотрудники НИС" mark={<Tag>обновлено 14:02</Tag>}>
        <Button onClick={() => toast.info('Выгрузка началась')}>Выгрузить</Button>
        <Button onClick={() => setChoosing(true)}>Столбцы</Button>
      </PageHead>
      <TabsWithCounts
        label="Статус"
        value={list.tab}
        onChange={list.setTab}
        tabs={[
          { key: 'all', label: 'Все', count: count('all') },
          { key: 'ACTIVE', label: 'Активные', count: count('ACTIVE') },
          { key: 'INACTIVE', label: 'Неактивные', count: count('INACTIVE') },
          { key: 'PAUSE', label: 'На паузе' },
        ]}
      />
      <FilterBar
        end={
          <SavedViews
            views={views}
            onApply={(view) => toast.success(`Представление «${view.name}»`)}
            onSave={(view) => setViews([...views, { ...view, id: String(views.length + 1), own: true }])}
            onChange={(view, values) =>
              setViews(views.map((one) => (one.id === view.id ? { ...one, ...values } : one)))
            }
            onOverwrite={(view) => {
              toast.success(`Представление «${view.name}» заменено`)
            }}
            onDelete={(view) => setViews(views.filter((one) => one.id !== view.id))}
          />
        }
      >
        <CodesFilterChip
          label="Регион"
          options={regions}
          value={list.filters.regions}
          onChange={(codes) => list.setFilter('regions', codes)}
        />
        <CodesFilterChip
          label="Партнёр"
          options={partners.slice(0, 20)}
          search={searchPartners}
          known={partners}
          value={list.filters.partners}
          onChange={(codes) => list.setFilter('partners', codes)}
        />
        <FilterChip
          label="Сотрудник"
          value={list.filters.name || null}
          onClear={() => list.setFilter('name', '')}
        >
          {() => (
            <TextInput
              aria-label="Сотрудник"
              value={list.filters.name}
              onChange={(name) => list.setFilter('name', name)}
            />
          )}
        </FilterChip>
        {list.active.length > 0 && (
          <Button look="link" onClick={list.resetFilters}>
            Сбросить
          </Button>
        )}
      </FilterBar>
      <DataTable
        {...fixed}
        label="Сотрудники"
        prefs={prefs}
        density={density}
        rows={found.slice((list.page - 1) * list.size, list.page * list.size)}
        rowLabel={(p) => p.name}
        rowHref={(p) => `#${p.id}`}
        onOpen={(href) => toast.info(`Открыта строка ${href}`, { key: 'row' })}
        total={found.length}
        page={list.page}
        size={list.size}
        sort={list.sort}
        onSort={list.setSort}
        onPage={list.setPage}
        onSize={list.setSize}
        filters={list.filters.name ? [`Сотрудник: ${list.filters.name}`] : []}
        onReset={list.resetFilters}
        selection={{
          keys,
          onChange: setKeys,
          actions: (
            <>
              <BulkAction onClick={() => toast.success('Поставлены на паузу')}>Поставить на паузу</BulkAction>
              <BulkAction onClick={noop} disabledReason="Нет права изменять сотрудников">
                Изменить лимит
              </BulkAction>
            </>
          ),
        }}
      />
      {choosing && (
        <ColumnsDialog
          columns={columns}
          prefs={prefs}
          density={density}
          onClose={() => setChoosing(false)}
          onSave={(next, height) => {
            setPrefs(next)
            setDensity(height)
            setChoosing(false)
          }}
        />
      )}
    </section>
  )
}

/** Lists: the whole of one, and a table in each of its states. */
export function DevLists() {
  return (
    <>
      <FullList />
      <section aria-label="Таблица в разных состояниях" className={styles.stack}>
        <h2>Таблица: первая загрузка</h2>
        <DataTable {...fixed} label="Первая загрузка" rows={undefined} total={0} size={3} />
        <h2>Таблица: обновляется</h2>
        <DataTable {...fixed} label="Обновление" rows={people.slice(0, 2)} total={2} loading />
        <h2>Таблица: ничего не подошло</h2>
        <DataTable
          {...fixed}
          label="Пусто"
          rows={[]}
          total={0}
          filters={['Уровень: Уровень 2', 'Регион: Москва']}
          onReset={noop}
        />
        <h2>Таблица: ошибка</h2>
        <DataTable
          {...fixed}
          label="Ошибка"
          rows={undefined}
          total={0}
          error={{ status: 503, notification: { message: 'База данных недоступна' }, requestId: '8f14e45f' }}
          onRetry={noop}
        />
      </section>
    </>
  )
}
