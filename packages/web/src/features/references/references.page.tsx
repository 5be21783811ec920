import { onDemand } from '#ui/overlay/on-demand.tsx'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  createDictionary,
  type Dictionary,
  listDictionaries,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { CatalogueLayout } from '#ui/catalogue/catalogue.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { keepDictionariesFresh } from '#widgets/fields/reference-options.ts'
import { DictionaryCatalogue, foundDictionaries } from './catalogue.tsx'
import { DictionaryPane } from './dictionary-pane.tsx'
import { type CatalogueState, catalogueSearch, parseCatalogue } from './references-state.ts'
import { useReloadItems } from './use-item-form.tsx'

const DictionaryDialog = onDemand(async () => (await import('./dictionary-dialog.tsx')).DictionaryDialog)

export const Route = createFileRoute('/references')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ReferencesPage,
})

function ReferencesPage() {
  const rights = useRights()
  usePagePlace('Справочники')
  const mayList = rights.mayCall(listDictionaries)
  const answer = useQuery({
    ...query(listDictionaries, { query: {} }),
    enabled: mayList,
  })
  const reload = useReloadItems()
  useLiveRefresh(topics.dictionaries, reload)
  useEffect(keepDictionariesFresh, [])
  if (!mayList) return <Forbidden />
  if (answer.data) return <References dictionaries={answer.data} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="list" />
}

function NothingChosen({ code }: { code: string }) {
  return (
    <div className="card">
      {code === '' ? (
        <Empty
          title="Выберите справочник"
          text="Его записи можно искать, менять прямо в строке, переставлять, отключать, выгружать и загружать из файла."
        />
      ) : (
        <Empty
          title="Нет такого справочника"
          text={`Код «${code}» не найден. Выберите справочник в каталоге.`}
        />
      )}
    </div>
  )
}

const noCreate = 'Нет права на изменение справочников. Обратитесь к администратору'

function References({ dictionaries }: { dictionaries: readonly Dictionary[] }) {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useRights().mayCall(createDictionary)

  const catalogue = parseCatalogue(search)
  const change = (next: Partial<CatalogueState>) => navigate(catalogueSearch(search, next))
  const found = foundDictionaries(dictionaries, catalogue.find)
  const shown = catalogue.kind === 'ALL' ? found : found.filter(({ kind }) => kind === catalogue.kind)
  const chosen = dictionaries.find(({ code }) => code === catalogue.dictionary)
  const countOf = (kind: Dictionary['kind']) => found.filter((dictionary) => dictionary.kind === kind).length
  return (
    <>
      <PageHead title="Справочники">
        <Button disabledReason={mayCreate ? null : noCreate} onClick={() => setCreating(true)}>
          Новый справочник
        </Button>
      </PageHead>
      <TabsWithCounts
        label="Виды справочников"
        tabs={[
          { key: 'ALL', label: 'Все', count: found.length },
          { key: 'DICTIONARY', label: 'Справочники', count: countOf('DICTIONARY') },
          { key: 'ENUM', label: 'Перечисления', count: countOf('ENUM') },
        ]}
        value={catalogue.kind}
        onChange={(kind) => change({ kind })}
      />
      <CatalogueLayout isWide>
        <DictionaryCatalogue
          dictionaries={shown}
          search={search}
          state={catalogue}
          onFind={(find) => change({ find })}
        />
        {chosen ? (
          <DictionaryPane
            key={chosen.id}
            dictionary={chosen}
            dictionaries={dictionaries}
            load={catalogue.load}
            onLoad={(load) => change({ load })}
          />
        ) : (
          <NothingChosen code={catalogue.dictionary} />
        )}
      </CatalogueLayout>
      {isCreating && (
        <DictionaryDialog
          dictionary={null}
          dictionaries={dictionaries}
          onClose={() => setCreating(false)}
          onSaved={({ code }) => {
            setCreating(false)
            change({ dictionary: code, find: '', kind: 'ALL', load: '' })
          }}
        />
      )}
    </>
  )
}
