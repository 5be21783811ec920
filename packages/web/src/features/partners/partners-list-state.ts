import {
  AccreditationState,
  accreditationStates,
  type PartnerFilter,
  partnerSortFields,
} from '@ipoteka-office/contract/partners/partners.ts'
import {
  codesFilter,
  type FilterCodec,
  flagFilter,
  type ListActions,
  type ListState,
  listSchema,
  textFilter,
} from '#ui/table/list-state.ts'

/** Words of the filter by accreditation. */
export const accreditationOptions = [
  ...Object.entries(accreditationStates).map(([code, name]) => ({ code, name })),
  { code: 'NONE', name: 'Без аккредитации' },
]

const isState = (code: string): code is AccreditationState | 'NONE' =>
  code === 'NONE' || AccreditationState.safeParse(code).success

/** States of the URL; what is none is dropped, since the server would refuse it. */
const statesFilter: FilterCodec<(AccreditationState | 'NONE')[]> = {
  empty: [],
  parse: (raw) => codesFilter.parse(raw).filter(isState),
  format: (value) => value.join(','),
}
/** One id of a row, `?parent=12`. */
const idFilter: FilterCodec<string> = {
  empty: '',
  parse: (raw) => (/^[1-9]\d{0,8}$/.test(raw) ? raw : ''),
  format: (value) => value,
}

/** What the list of partners may show; the names are those of the URL. */
export const partnersListSchema = listSchema({
  tabs: ['active', 'inactive', 'all'],
  filters: {
    text: textFilter,
    roles: codesFilter,
    regions: codesFilter,
    accreditation: statesFilter,
    parent: idFilter,
    heads: flagFilter,
  },
  sortable: partnerSortFields,
  defaultSort: { key: 'shortName', direction: 'asc' },
})
type Filters = (typeof partnersListSchema)['filters']
type Tab = (typeof partnersListSchema.tabs)[number]

/** The state of the list as its URL holds it. */
export type PartnersListState = ListState<Tab, Filters>
/** The same with what changes it. */
export type PartnersList = PartnersListState & ListActions<Tab, Filters> & { active: (keyof Filters)[] }

const notActiveOf: Record<Tab, boolean | null> = { active: false, inactive: true, all: null }

/** The filter as the server takes it, of any tab: what does not restrict is left out. */
export function toPartnerFilter({ filters }: Pick<PartnersListState, 'filters'>, tab: Tab): PartnerFilter {
  const notActive = notActiveOf[tab]
  return {
    ...(filters.text && { search: filters.text }),
    ...(filters.roles.length > 0 && { roles: filters.roles }),
    ...(filters.regions.length > 0 && { regions: filters.regions }),
    ...(filters.accreditation.length > 0 && { accreditation: filters.accreditation }),
    ...(filters.parent && { parentId: Number(filters.parent) }),
    ...(filters.heads && { level: 'HEAD' as const }),
    ...(notActive !== null && { notActive }),
  }
}

/** Page, size and order as the server takes them: its pages count from 0. */
export const toPartnerQuery = ({ page, size, sort }: Pick<PartnersListState, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: `${sort.key},${sort.direction}`,
})

let lastSearch: Record<string, unknown> = {}

/** Keeps the list's search, so that «Назад» of a card returns to the list as it was left. */
export function rememberPartnersSearch(search: Record<string, unknown>): void {
  lastSearch = search
}

/** The search under which the list was left; empty when it was not opened yet. */
export const lastPartnersSearch = (): Record<string, unknown> => lastSearch
