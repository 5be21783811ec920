import {
  realtySortFields,
  type RealtyFilter,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  codesFilter,
  type FilterCodec,
  type ListActions,
  type ListState,
  listSchema,
  moneyFilter,
  textFilter,
} from '#ui/table/list-state.ts'

const roles = ['MORTGAGESUBJECT', 'PURCHASEOBJECT'] as const
type Role = (typeof roles)[number]
/** Roles of the URL; what is none is dropped, since the server would refuse it. */
const rolesFilter: FilterCodec<Role[]> = {
  empty: [],
  parse: (raw) => codesFilter.parse(raw).filter((code): code is Role => roles.some((role) => role === code)),
  format: (value) => value.join(','),
}

/** What the list of objects may show; the names are those of the URL. */
export const realtyListSchema = listSchema({
  tabs: ['all', 'duplicates', 'appraisal', 'encumbered', 'removed'],
  filters: {
    text: textFilter,
    types: codesFilter,
    regions: codesFilter,
    roles: rolesFilter,
    priceFrom: moneyFilter,
    priceTo: moneyFilter,
  },
  sortable: realtySortFields,
  defaultSort: { key: 'createdAt', direction: 'desc' },
})
type Filters = (typeof realtyListSchema)['filters']
type Tab = (typeof realtyListSchema.tabs)[number]

/** The state of the list with what changes it. */
export type RealtyList = ListState<Tab, Filters> & ListActions<Tab, Filters> & { active: (keyof Filters)[] }

/** The filter as the server takes it, without the tab. */
export const toRealtyFilter = ({ filters }: Pick<RealtyList, 'filters'>): Omit<RealtyFilter, 'tab'> => ({
  search: filters.text,
  types: filters.types,
  regions: filters.regions,
  roles: filters.roles,
  ...(filters.priceFrom !== '' && { priceFrom: filters.priceFrom }),
  ...(filters.priceTo !== '' && { priceTo: filters.priceTo }),
})

/** Page, size and order as the server takes them: its pages count from 0. */
export const toRealtyQuery = ({ page, size, sort }: Pick<RealtyList, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: `${sort.key},${sort.direction}`,
})
