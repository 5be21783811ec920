import type { CaseFilter, CaseList } from './case-lists.ts'
import type { OwnerTab } from './case-tasks.ts'

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

const paths: Readonly<Record<Exclude<CaseList, 'applications'>, string>> = {
  leads: '/leads',
  loans: '/loan-applications/',
}

/** Address of the page of a list of cases under a filter: the names in the address are those of the filter. */
export function caseListPath(list: CaseList, filter: Partial<CaseFilter> = {}): string {
  const { tab = 'all', archived = false, ...rest } = filter
  const path = list === 'applications' ? `/applications/${tab}/${archived}` : paths[list]
  return path + searchText({ ...rest, ...(list !== 'applications' && { archived }) })
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
export const unassignedPath = (type: string): string => `/list-workload-employees/${type}?unassigned=1`
