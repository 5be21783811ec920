import type { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  codesFilter,
  flagFilter,
  type ListActions,
  type ListState,
  listSchema,
  textFilter,
} from '#ui/table/list-state.ts'

/** What the list of tasks may show; the names are those of the URL and of the call. */
export const tasksSchema = listSchema({
  tabs: ['MY', 'GROUPS', 'FAVORITES', 'PARTNERS', 'OVERDUE', 'TRANSFERRED', 'ALL'],
  filters: {
    search: textFilter,
    caseType: textFilter,
    stages: codesFilter,
    dueInHours: textFilter,
    assigneeIds: codesFilter,
    postponed: flagFilter,
    done: flagFilter,
  },
  sortable: ['dueAt', 'createdAt', 'priority', 'caseNumber'],
  defaultSort: { key: 'dueAt', direction: 'asc' },
})
export type TasksListState = ListState<OwnerTab, (typeof tasksSchema)['filters']>

type Filters = (typeof tasksSchema)['filters']
/** The same with what changes it. */
export type TasksList = TasksListState & ListActions<OwnerTab, Filters>

type SortField = 'dueAt' | 'createdAt' | 'priority' | 'caseNumber'

const idsOf = (codes: readonly string[]) => codes.filter((code) => /^[1-9]\d{0,8}$/.test(code)).map(Number)

/** The filters as the server takes them. */
export const toTaskFilter = ({ filters }: Pick<TasksListState, 'filters'>) => {
  const caseType = CaseType.safeParse(filters.caseType).data
  return {
    ...(caseType !== undefined && { caseType }),
    stages: filters.stages,
    search: filters.search,
    open: !filters.done,
    postponed: filters.postponed,
    assigneeIds: idsOf(filters.assigneeIds),
    ...(/^\d{1,4}$/.test(filters.dueInHours) && { dueInHours: Number(filters.dueInHours) }),
  }
}

/** The list's state as the server takes it: its pages count from 0. */
export const toTaskQuery = (state: TasksListState) => ({
  ...toTaskFilter(state),
  tab: state.tab,
  sort: `${state.sort.key as SortField},${state.sort.direction}` as const,
  page: state.page - 1,
  size: state.size,
})
