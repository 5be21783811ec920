import { type CaseCounts, type CaseRow, casesExport } from '@ipoteka-office/contract/cases/case-lists.ts'
import { type CaseList, type CaseTab, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { ownerTabs } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { useRights } from '#api/rights.ts'
import type { Option } from '#ui/select/option-search.ts'
import { formatCount } from '#lib/digits.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useServerList } from '../list/use-server-list.ts'
import { type CasePlace, caseList, stageOptions } from './case-list.ts'
import { caseListColumns } from './case-list.columns.tsx'
import { useProductNames } from './use-product-names.ts'
import { useCreateCase } from './create-case.tsx'

/** What a page hands to the list; the state lies in the address of the page. */
export interface CaseListPageProps {
  readonly list: CaseList
  readonly place: CasePlace
  /** Goes into the archive or out of it. */
  readonly onArchive: (archived: boolean) => void
  /** Tabs that stand in the path. */
  readonly tabs?: {
    readonly label: string
    readonly words: Readonly<Partial<Record<CaseTab, string>>>
    readonly onChange: (tab: CaseTab) => void
  }
}

const archiveText = 'Сюда уходят закрытые дела; вернуть дело из архива можно в его карточке.'

const responsibleOf = (rows: readonly CaseRow[] | undefined): Option[] => {
  const people = new Map(
    (rows ?? []).flatMap(({ responsible: r }) => (r ? [[String(r.id), r.fullName]] : [])),
  )
  return [...people].map(([code, name]) => ({ code, name }))
}

const ownersWith = (counts: CaseCounts | undefined): Option[] =>
  Object.entries(ownerTabs).flatMap(([code, name]) => {
    const count = counts?.owners[code as keyof typeof ownerTabs]
    if (code === 'ALL') return []
    return [{ code, name: count === undefined ? name : `${name} · ${formatCount(count)}` }]
  })

/** A list of cases: whose they are, filters, views, columns, favourites, export and archive. */
export function CaseListPage({ list: name, place, tabs, onArchive }: CaseListPageProps) {
  const { archived, tab } = place
  const { title, empty: emptyTitles, about } = caseLists[name]
  const list = useServerList(caseList(name, { tab, archived }))
  const stages = stageOptions(useRights(), name, tab)
  const people = responsibleOf(list.page?.content)
  const hasPeople = people.length > 0 || (list.state.filters.responsibleIds as string[]).length > 0
  const products = useProductNames(list.state.filters.productIds as string[])
  const { actions, dialog } = useCreateCase(name)
  const [create, ...others] = actions
  return (
    <>
      <ListScreen
        list={list}
        title={archived ? `${title}: архив` : title}
        columns={caseListColumns(name, list.refresh)}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ type, id }) => casePath(type, id)}
        {...(tabs && { tabs: { ...tabs, value: tab, counts: list.counted?.tabs ?? undefined } })}
        choices={{
          owner: ownersWith(list.counted),
          stages,
          reached: stages,
          responsibleIds: people,
          productIds: products,
        }}
        without={hasPeople ? [] : ['responsibleIds']}
        exporting={casesExport}
        more={[...others, { text: archived ? 'К активным' : 'Архив', onClick: () => onArchive(!archived) }]}
        {...(create && { create })}
        empty={{ title: emptyTitles[archived ? 1 : 0], text: archived ? archiveText : about }}
      />
      {dialog}
    </>
  )
}
