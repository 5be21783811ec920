import { type CaseFilter, caseSortFields } from '@ipoteka-office/contract/cases/case-lists.ts'
import { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import {
  type CaseList,
  caseLists,
  CaseTab,
  machines,
} from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  checkedFilter,
  codesFilter,
  dayFilter,
  type FilterCodec,
  flagFilter,
  type ListActions,
  type ListState,
  listSchema,
  moneyFilter,
  textFilter,
} from '#ui/table/list-state.ts'
import type { Option } from '#ui/select/option-search.ts'

const ownerFilter: FilterCodec<OwnerTab> = {
  empty: 'ALL',
  parse: (raw) => OwnerTab.safeParse(raw).data ?? 'ALL',
  format: (value) => (value === 'ALL' ? '' : value),
}
const hoursFilter = checkedFilter((raw) => /^\d{1,4}$/.test(raw))
const idsFilter: FilterCodec<string[]> = {
  ...codesFilter,
  parse: (raw) => codesFilter.parse(raw).filter((id) => /^[1-9]\d{0,8}$/.test(id)),
}

/** What a list of cases may show; the names are those of the URL and of the server's filter. */
export const caseListSchema = listSchema({
  tabs: ['all'],
  filters: {
    owner: ownerFilter,
    search: textFilter,
    stages: codesFilter,
    regions: codesFilter,
    channels: codesFilter,
    programmes: codesFilter,
    partnerIds: idsFilter,
    responsibleIds: idsFilter,
    unassigned: flagFilter,
    createdFrom: dayFilter,
    createdTo: dayFilter,
    amountFrom: moneyFilter,
    amountTo: moneyFilter,
    dueInHours: hoursFilter,
    reached: codesFilter,
    reachedFrom: dayFilter,
    reachedTo: dayFilter,
  },
  sortable: caseSortFields,
  defaultSort: { key: 'createdAt', direction: 'desc' },
})
type Filters = (typeof caseListSchema)['filters']

/** The state of a list as its URL holds it, with what changes it. */
export type CaseListState = ListState<'all', Filters> &
  ListActions<'all', Filters> & { active: (keyof Filters)[] }

/** What of the filter stands in the path. */
export interface CasePlace {
  readonly tab: CaseTab
  readonly archived: boolean
}

const given = <K extends string>(name: K, value: string) =>
  (value === '' ? {} : { [name]: value }) as { readonly [N in K]?: string }

/** The filter as the server takes it. */
export function toCaseFilter({ filters }: Pick<CaseListState, 'filters'>, place: CasePlace): CaseFilter {
  const { partnerIds, responsibleIds, dueInHours, createdFrom, createdTo, amountFrom, amountTo } = filters
  return {
    ...place,
    owner: filters.owner,
    search: filters.search,
    stages: filters.stages,
    regions: filters.regions,
    channels: filters.channels,
    programmes: filters.programmes,
    partnerIds: partnerIds.map(Number),
    responsibleIds: responsibleIds.map(Number),
    unassigned: filters.unassigned,
    ...given('createdFrom', createdFrom),
    ...given('createdTo', createdTo),
    ...given('amountFrom', amountFrom),
    ...given('amountTo', amountTo),
    ...(dueInHours !== '' && { dueInHours: Number(dueInHours) }),
    reached: filters.reached,
    ...given('reachedFrom', filters.reachedFrom),
    ...given('reachedTo', filters.reachedTo),
  }
}

/** Page, size and order as the server takes them: its pages count from 0. */
export const toCaseQuery = ({ page, size, sort }: Pick<CaseListState, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: `${sort.key},${sort.direction}`,
})

/** Stages that the cases of a list can be in; what two types call alike is one choice. */
export function stageOptions(list: CaseList, tab: CaseTab): Option[] {
  const { types: all, tabs } = caseLists[list]
  const { types: wanted = all } = tabs?.[tab] ?? {}
  const types = all.filter((type) => wanted.includes(type))
  const names = new Map<string, string>()
  for (const type of types)
    for (const [code, { name }] of Object.entries(machines[type].states))
      if (!names.has(code)) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name }))
}
