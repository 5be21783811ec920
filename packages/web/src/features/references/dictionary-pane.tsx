import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import { startReferenceImport } from '@ipoteka-office/contract/references/reference-imports.ts'
import {
  type Dictionary,
  type DictionaryItem,
  dictionaryKinds,
  exportDictionary,
  listDictionaryHistory,
  listDictionaryItems,
  saveDictionary,
  saveDictionaryItem,
  startDictionaryExport,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useFeature } from '#api/features.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { DictionaryDialog } from './dictionary-dialog.tsx'
import { ImportPane } from './import/import-pane.tsx'
import { columnShapes } from './item-columns.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { ItemsTable } from './items-table.tsx'
import styles from './references.module.css'
import { type ItemsState, toItemsQuery } from './references-state.ts'

const noUpdateText = 'Нет права на изменение справочников. Обратитесь к администратору'

function useReasons() {
  const rights = useRights()
  const canImport = useFeature('references.import')
  return {
    update: rights.mayCall(saveDictionaryItem) ? null : noUpdateText,
    describe: rights.mayCall(saveDictionary) ? null : noUpdateText,
    export: rights.mayCall(exportDictionary)
      ? null
      : 'Нет права на выгрузку справочников. Обратитесь к администратору',
    import: !rights.mayCall(startReferenceImport)
      ? 'Нет права на загрузку справочников. Обратитесь к администратору'
      : canImport
        ? null
        : 'Загрузка из файла выключена переключателем функций references.import',
  }
}
type Reasons = ReturnType<typeof useReasons>

type Opened = 'history' | 'describe' | 'add' | DictionaryItem | null

function PaneHead({
  dictionary,
  state,
  total,
  reasons,
  onOpen,
  onImport,
}: {
  dictionary: Dictionary
  state: ItemsState
  total: number
  reasons: Reasons
  onOpen: (what: Opened) => void
  onImport: () => void
}) {
  const params = { id: String(dictionary.id) }
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = { format, state: state.tab, ...(state.filters.text && { query: state.filters.text }) }
    // Of a tree only a level is counted; the file holds all of it.
    const rows = Math.max(total, dictionary.hierarchical ? dictionary.itemsCount : 0)
    if (rows > exportAtOnceRows)
      return { kind: 'task', task: await call(startDictionaryExport, { params, body }) }
    await download(exportDictionary, { params, body })
    return { kind: 'file' }
  }
  const isEnum = dictionary.kind === 'ENUM'
  return (
    <header className={styles.head}>
      <div>
        <h2>{dictionary.title}</h2>
        <Tag>{dictionary.code}</Tag>
        {isEnum && <Tag tone="blue">{dictionaryKinds.ENUM}</Tag>}
        {dictionary.hierarchical && <Tag>Иерархия</Tag>}
        {dictionary.description && <p className={`muted ${styles.about}`}>{dictionary.description}</p>}
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onOpen('history')}>История</Button>
        <Button disabledReason={reasons.describe} onClick={() => onOpen('describe')}>
          Описание
        </Button>
        <ExportMenu run={run} disabledReason={reasons.export} />
        {!isEnum && (
          <>
            <Button disabledReason={reasons.import} onClick={onImport}>
              Загрузить
            </Button>
            <Button look="primary" disabledReason={reasons.update} onClick={() => onOpen('add')}>
              Добавить
            </Button>
          </>
        )}
      </div>
    </header>
  )
}

const filterWords = ({ filters }: ItemsState): string[] => [
  ...(filters.text ? [`Поиск: ${filters.text}`] : []),
  ...(filters.parent ? [`Родитель: ${filters.parent}`] : []),
]

/** Counts of the tabs; while something restricts the rows only that of the tab that is open is known. */
function tabsOf(dictionary: Dictionary, { tab, filters }: ItemsState, total: number | undefined) {
  const all: Record<ItemsState['tab'], number> = {
    active: dictionary.activeCount,
    inactive: dictionary.itemsCount - dictionary.activeCount,
    all: dictionary.itemsCount,
  }
  const restricted = filters.text !== '' || filters.parent !== ''
  const count = (key: ItemsState['tab']) => {
    if (!restricted) return all[key]
    return key === tab ? total : undefined
  }
  return [
    { key: 'active', label: 'Действующие', count: count('active') },
    { key: 'inactive', label: 'Отключённые', count: count('inactive') },
    { key: 'all', label: 'Все', count: count('all') },
  ] as const
}

/** One dictionary: what it is, its items, and what can be done with them. */
export function DictionaryPane({
  dictionary,
  dictionaries,
  state,
  load,
  onLoad,
}: {
  dictionary: Dictionary
  dictionaries: readonly Dictionary[]
  state: ItemsState
  /** The import that is shown instead of the items; empty: none. */
  load: string
  onLoad: (load: string) => void
}) {
  const [opened, setOpened] = useState<Opened>(null)
  const columns = useMemo(() => columnShapes(dictionary), [dictionary])
  const reasons = useReasons()
  const listKey = `references.${dictionary.id}`
  const prefs = useColumnPrefs(listKey, columns)
  const params = { id: String(dictionary.id) }
  const list = useQuery({
    ...query(listDictionaryItems, { params, query: toItemsQuery(state, dictionary.hierarchical) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled: load === '',
  })
  const total = list.data?.totalElements
  const close = () => setOpened(null)
  return (
    <section aria-label={dictionary.title}>
      <PaneHead
        dictionary={dictionary}
        state={state}
        total={total ?? 0}
        reasons={reasons}
        onOpen={setOpened}
        onImport={() => onLoad('new')}
      />
      {load !== '' && reasons.import === null && dictionary.kind === 'DICTIONARY' ? (
        <ImportPane dictionary={dictionary} load={load} onLoad={onLoad} onClose={() => onLoad('')} />
      ) : (
        <>
          <TabsWithCounts
            label="Состояние записей"
            tabs={tabsOf(dictionary, state, total)}
            value={state.tab}
            onChange={state.setTab}
          />
          <div className={styles.bar}>
            <SearchInput
              value={state.filters.text}
              onSearch={(text) => state.setFilters({ text })}
              label="Найти запись по названию или коду"
            />
            {state.filters.parent && (
              <span>
                <span className="muted">Внутри: </span>
                {state.filters.parent}{' '}
                <Button look="link" onClick={() => state.setFilters({ parent: '' })}>
                  Весь справочник
                </Button>
              </span>
            )}
            <span className={styles.end}>
              <ColumnsButton listKey={listKey} columns={columns} />
            </span>
          </div>
          <ItemsTable
            dictionary={dictionary}
            list={list}
            state={state}
            prefs={prefs}
            noUpdate={reasons.update}
            filters={filterWords(state)}
            onOpen={setOpened}
          />
        </>
      )}
      {opened === 'history' && (
        <HistoryDialog
          title={`История: ${dictionary.title}`}
          pages={(page) => query(listDictionaryHistory, { params, query: page })}
          onClose={close}
        />
      )}
      {opened === 'describe' && (
        <DictionaryDialog
          dictionary={dictionary}
          dictionaries={dictionaries}
          onSaved={close}
          onClose={close}
        />
      )}
      {opened === 'add' && <ItemDialog dictionary={dictionary} item={null} noUpdate={null} onClose={close} />}
      {opened !== null && typeof opened === 'object' && (
        <ItemDialog dictionary={dictionary} item={opened} noUpdate={reasons.update} onClose={close} />
      )}
    </section>
  )
}
