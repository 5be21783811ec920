import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { caseChangesExport, listChangeChoices } from '@ipoteka-office/contract/cases/case-changes.ts'
import { casePath, changeHistoryPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { usePageLook } from '#theme/use-page-look.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { momentsOf } from '#widgets/versions/moments.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList, withRows } from '#widgets/list/use-server-list.ts'
import { OfProduct } from '../of-product.tsx'
import { ChainCheck } from './chain-check.tsx'
import styles from './chain-check.module.css'
import { changesColumns, rowsOf, toTimeline } from './changes.columns.tsx'
import { changesList } from './changes-list.ts'

const CaseVersions = latePart(
  async () => (await import('#widgets/case-versions/case-versions.tsx')).CaseVersions,
  <PageSkeleton kind="form" />,
)

const modes = { feed: 'Лента', table: 'Таблица', versions: 'Сравнить версии' } as const
type Mode = keyof typeof modes
const isMode = (value: unknown): value is Mode => typeof value === 'string' && Object.hasOwn(modes, value)

/** «История изменений»: all that changed in an application, and whether its history is as it was written. */
export function ChangeHistoryPage({ id, path }: { id: string; path: string }) {
  return (
    <LoadedCase id={id}>
      {(head) => (
        <OfProduct address={changeHistoryPath(head.type, head.id)} path={path}>
          <Changes head={head} />
        </OfProduct>
      )}
    </LoadedCase>
  )
}

function Changes({ head }: { head: CaseHead }) {
  const isFormer = usePageLook() === 'former'
  const list = useServerList(changesList(head.id))
  const { mode: asked } = list.search
  const mode: Mode = isFormer ? 'table' : isMode(asked) ? asked : 'feed'
  const choices = useQuery({
    ...query(listChangeChoices, { params: { id: String(head.id) } }),
    enabled: list.allowed,
  })
  const entries = list.page?.content
  const versions = (
    <CaseVersions
      head={head}
      moments={momentsOf(list.search)}
      onMoments={({ from, to, all }) => list.go({ ...list.search, from, to, all }, 'replace')}
    />
  )
  return (
    <div className={styles.more}>
      <ListScreen
        list={withRows(list, entries && rowsOf(entries))}
        title={`История изменений № ${head.number}`}
        place={[{ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'История изменений']}
        columns={changesColumns}
        rowKey={({ key }) => key}
        {...(!isFormer && {
          tabs: {
            label: 'Как показать историю',
            words: modes,
            value: mode,
            onChange: (next: Mode) => list.go(next === 'feed' ? {} : { mode: next }),
          },
        })}
        note={
          <>
            <DecisionPages head={head} here="history" />
            <ChainCheck id={head.id} />
          </>
        }
        instead={mode === 'versions' && !isFormer ? versions : null}
        drawn={
          mode === 'feed' && entries
            ? () => (
                <div className={styles.feed}>
                  <Timeline entries={toTimeline(entries)} />
                </div>
              )
            : undefined
        }
        choices={{
          actorIds: (choices.data?.actors ?? []).map(({ id, fullName }) => ({
            code: String(id),
            name: fullName,
          })),
          sections: choices.data?.sections ?? [],
          fields: choices.data?.fields ?? [],
        }}
        exporting={caseChangesExport}
        empty={{ title: 'Изменений ещё не было', text: 'Здесь будет всё, что меняли в заявке.' }}
      />
      {isFormer && list.allowed && (
        <>
          <h2>Сравнить версии</h2>
          {versions}
        </>
      )}
    </div>
  )
}
