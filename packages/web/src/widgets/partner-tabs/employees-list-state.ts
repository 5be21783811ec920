import { type EmployeeFilter, employeeSortFields } from '@ipoteka-office/contract/employees/employees.ts'
import {
  codesFilter,
  type FilterCodec,
  flagFilter,
  type ListActions,
  type ListState,
  listSchema,
  textFilter,
} from '#ui/table/list-state.ts'

/** Ids of rows, `?roles=3,7`; what is not an id is dropped, since the server would refuse it. */
const idsFilter: FilterCodec<string[]> = {
  ...codesFilter,
  parse: (raw) => codesFilter.parse(raw).filter((id) => /^[1-9]\d{0,8}$/.test(id)),
}

/** What a list of employees may show; the names are those of the URL. */
export const employeesListSchema = listSchema({
  tabs: ['active', 'absent', 'inactive', 'all'],
  filters: {
    text: textFilter,
    roles: idsFilter,
    groups: idsFilter,
    title: textFilter,
    expiring: flagFilter,
    branches: flagFilter,
  },
  sortable: employeeSortFields,
  defaultSort: { key: 'fullName', direction: 'asc' },
})

type Schema = typeof employeesListSchema
/** The state of the list as its URL holds it. */
export type EmployeesListState = ListState<Schema['tabs'][number], Schema['filters']>
/** The same with what changes it. */
export type EmployeesList = EmployeesListState &
  ListActions<EmployeesListState['tab'], Schema['filters']> & { active: string[] }

/** The filter as the server takes it: what does not restrict is left out. */
export function toEmployeeFilter({
  tab,
  filters,
}: Pick<EmployeesListState, 'tab' | 'filters'>): Partial<EmployeeFilter> {
  return {
    ...(tab === 'active' && { notActive: false }),
    ...(tab === 'inactive' && { notActive: true }),
    ...(tab === 'absent' && { absentNow: true }),
    ...(filters.text && { text: filters.text }),
    ...(filters.title && { jobTitle: filters.title }),
    ...(filters.roles.length > 0 && { userRoleIds: filters.roles.map(Number) }),
    ...(filters.groups.length > 0 && { workgroupIds: filters.groups.map(Number) }),
    ...(filters.expiring && { procuracyExpiring: true }),
    ...(filters.branches && { includeBranches: true }),
  }
}

/** Page, size and order as the server takes them: its pages count from 0. */
export const toEmployeeQuery = ({
  page,
  size,
  sort,
}: Pick<EmployeesListState, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: `${sort.key},${sort.direction}`,
})
