import { onDemand } from '#ui/overlay/on-demand.tsx'
import { type ExportFormat, exportAtOnceRows } from '@ipoteka-office/contract/exports/list-export.ts'
import { startReferenceImport } from '@ipoteka-office/contract/references/reference-imports.ts'
import {
  type Dictionary,
  type DictionaryItem,
  dictionaryKinds,
  exportDictionary,
  listDictionaryHistory,
  saveDictionary,
  saveDictionaryItem,
  startDictionaryExport,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useFeature } from '#api/features.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, ExportMenu } from '#widgets/list/export-menu.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { ImportPane } from './import/import-pane.tsx'
import { ItemsTable } from './items-table.tsx'
import styles from './dictionary-pane.module.css'

const ItemDialog = onDemand(async () => (await import('./item-dialog.tsx')).ItemDialog)

const DictionaryDialog = onDemand(async () => (await import('./dictionary-dialog.tsx')).DictionaryDialog)

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
type Opened = 'history' | 'describe' | 'add' | DictionaryItem | null

/** The file of a dictionary: what an import reads, whatever columns the list shows. */
function DictionaryFile({
  dictionary,
  total,
  shown,
  disabledReason,
}: {
  dictionary: Dictionary
  total: number
  shown: { readonly tab: 'active' | 'inactive' | 'all'; readonly text: string }
  disabledReason: string | null
}) {
  const params = { id: String(dictionary.id) }
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = { format, state: shown.tab, ...(shown.text && { query: shown.text }) }
    // Of a tree only a level is counted; the file holds all of it.
    const rows = Math.max(total, dictionary.hierarchical ? dictionary.itemsCount : 0)
    if (rows > exportAtOnceRows)
      return { kind: 'task', task: await call(startDictionaryExport, { params, body }) }
    await download(exportDictionary, { params, body })
    return { kind: 'file' }
  }
  return <ExportMenu run={run} disabledReason={disabledReason} />
}

function PaneHead({ dictionary }: { dictionary: Dictionary }) {
  return (
    <header className={styles.head}>
      <div>
        <h2>{dictionary.title}</h2>
        <Tag>{dictionary.code}</Tag>
        {dictionary.kind === 'ENUM' && <Tag tone="blue">{dictionaryKinds.ENUM}</Tag>}
        {dictionary.hierarchical && <Tag>Иерархия</Tag>}
        {dictionary.description && <p className={`muted ${styles.about}`}>{dictionary.description}</p>}
      </div>
    </header>
  )
}

/** One dictionary: what it is, its items, and what can be done with them. */
export function DictionaryPane({
  dictionary,
  dictionaries,
  load,
  onLoad,
}: {
  dictionary: Dictionary
  dictionaries: readonly Dictionary[]
  /** The import that is shown instead of the items; empty: none. */
  load: string
  onLoad: (load: string) => void
}) {
  const [opened, setOpened] = useState<Opened>(null)
  const reasons = useReasons()
  const params = { id: String(dictionary.id) }
  const close = () => setOpened(null)
  const isEnum = dictionary.kind === 'ENUM'
  return (
    <section aria-label={dictionary.title}>
      {load !== '' && reasons.import === null && !isEnum ? (
        <>
          <PaneHead dictionary={dictionary} />
          <ImportPane dictionary={dictionary} load={load} onLoad={onLoad} onClose={() => onLoad('')} />
        </>
      ) : (
        <ItemsTable
          dictionary={dictionary}
          heading={<PaneHead dictionary={dictionary} />}
          tools={(total, shown) => (
            <>
              <Button onClick={() => setOpened('history')}>История</Button>
              <Button disabledReason={reasons.describe} onClick={() => setOpened('describe')}>
                Описание
              </Button>
              <DictionaryFile
                dictionary={dictionary}
                total={total}
                shown={shown}
                disabledReason={reasons.export}
              />
              {!isEnum && (
                <Button disabledReason={reasons.import} onClick={() => onLoad('new')}>
                  Загрузить
                </Button>
              )}
            </>
          )}
          create={
            isEnum
              ? undefined
              : { text: 'Добавить', disabledReason: reasons.update, onClick: () => setOpened('add') }
          }
          noUpdate={reasons.update}
          onOpen={setOpened}
        />
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
