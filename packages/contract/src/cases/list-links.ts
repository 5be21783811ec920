import type { CaseFilter } from './case-lists.ts'
import type { OwnerTab } from './case-tasks.ts'
import { type CaseList, caseLists } from './types/case-types.ts'

type Value = string | number | boolean | readonly (string | number)[]

function searchText(filter: Readonly<Record<string, Value | undefined>>): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    if (
      value === undefined ||
      value === '' ||
      value === false ||
      (Array.isArray(value) && value.length === 0)
    )
      return []
    return [`${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`]
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Address of the page of a list of cases under a filter: the names in the address are those of the filter. */
export function caseListPath(list: CaseList, filter: Partial<CaseFilter> = {}): string {
  const { tab = 'all', archived = false, ...rest } = filter
  const { path, tabs } = caseLists[list]
  return tabs === undefined
    ? path + searchText({ ...rest, archived })
    : `${path}/${tab}/${archived}${searchText(rest)}`
}

/** What the page of tasks takes in its address. */
export interface TaskLink {
  readonly tab: OwnerTab
  readonly dueInHours?: number
  readonly assigneeIds?: readonly number[]
}

/** Address of the page of tasks under a filter. */
export const tasksPath = (filter: TaskLink): string => `/tasks${searchText({ ...filter })}`

/** Address of the list of what the distribution has found nobody for. */
/** The list of a department's people; underwriters have their own. */
export const departmentPath = (type: string): string =>
  type === 'uw' ? '/underwriting-employees' : `/list-workload-employees/${type}`

export const unassignedPath = (type: string): string => `${departmentPath(type)}?unassigned=1`
