import type {
  ApproverFilter,
  ApproverType,
  WorkStatus,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { approverSortFields } from '@ipoteka-office/contract/approvers/approvers.ts'
import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import {
  codesFilter,
  flagFilter,
  type FilterCodec,
  type ListActions,
  type ListState,
  listSchema,
} from '#ui/table/list-state.ts'

/** A time of day, `?from=09:00`; anything else does not restrict. */
const timeFilter: FilterCodec<string> = {
  empty: '',
  parse: (raw) => (isTime(raw) ? raw : ''),
  format: (value) => value,
}

/** Ids of rows, `?partners=3,7`; what is not an id is dropped, since the server would refuse it. */
const idsFilter: FilterCodec<string[]> = {
  ...codesFilter,
  parse: (raw) => codesFilter.parse(raw).filter((id) => /^[1-9]\d{0,8}$/.test(id)),
}

/** What the list of approvers may show; the names are those of the URL. */
export const approversListSchema = listSchema({
  tabs: ['all', 'active', 'inactive', 'pause'],
  filters: {
    levels: codesFilter,
    regions: codesFilter,
    employees: idsFilter,
    partners: idsFilter,
    from: timeFilter,
    by: timeFilter,
    overloaded: flagFilter,
    overdue: flagFilter,
    onShift: flagFilter,
  },
  sortable: approverSortFields,
  defaultSort: { key: 'fullName', direction: 'asc' },
})

/** The state of the list as its URL holds it. */
export type ApproversListState = ListState<
  (typeof approversListSchema.tabs)[number],
  (typeof approversListSchema)['filters']
>

/** The same with what changes it, as the page hands it to its parts. */
export type ApproversList = ApproversListState &
  ListActions<ApproversListState['tab'], (typeof approversListSchema)['filters']> & { active: string[] }

const statusOfTab: Record<ApproversListState['tab'], WorkStatus | null> = {
  all: null,
  active: 'ACTIVE',
  inactive: 'INACTIVE',
  pause: 'PAUSE',
}

/** The filter as the server takes it: what does not restrict is left out. */
export function toApproverFilter({
  tab,
  filters,
}: Pick<ApproversListState, 'tab' | 'filters'>): ApproverFilter {
  const workStatus = statusOfTab[tab]
  return {
    ...(workStatus && { workStatus }),
    ...(filters.employees.length > 0 && { ids: filters.employees.map(Number) }),
    ...(filters.levels.length > 0 && { mortgageApplicationLevels: filters.levels }),
    ...(filters.regions.length > 0 && { regions: filters.regions }),
    ...(filters.partners.length > 0 && { partners: filters.partners.map(Number) }),
    ...(filters.from && { workingShiftFrom: filters.from }),
    ...(filters.by && { workingShiftBy: filters.by }),
    ...(filters.overloaded && { overloaded: true }),
    ...(filters.overdue && { overdue: true }),
    ...(filters.onShift && { onShift: true }),
  }
}

/** Page, size and order as the server takes them: its pages count from 0. */
export const toApproverQuery = ({
  page,
  size,
  sort,
}: Pick<ApproversListState, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: `${sort.key},${sort.direction}`,
})

const lastSearches = new Map<ApproverType, Record<string, unknown>>()

/** Keeps the list's search, so that «Назад» of a card returns to the list as it was left. */
export function rememberApproversSearch(type: ApproverType, search: Record<string, unknown>): void {
  lastSearches.set(type, search)
}

/** The search under which the department's list was left; empty when it was not opened yet. */
export const lastApproversSearch = (type: ApproverType): Record<string, unknown> =>
  lastSearches.get(type) ?? {}
