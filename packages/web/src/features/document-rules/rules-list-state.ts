import {
  DocumentStage,
  documentStages,
  RuleType,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type RuleFilter, RuleState } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { z } from 'zod'
import {
  codesFilter,
  dayFilter,
  type FilterCodec,
  flagFilter,
  type ListActions,
  type ListState,
  listSchema,
  textFilter,
} from '#ui/table/list-state.ts'

/** Codes of a closed list; what is not one of them is dropped, since the server would refuse it. */
const knownFilter = <T extends string>(schema: z.ZodType<T>): FilterCodec<T[]> => ({
  empty: [],
  parse: (raw) => codesFilter.parse(raw).flatMap((code) => schema.safeParse(code).data ?? []),
  format: (value) => value.join(','),
})

/** What the list of rules may show; the names are those of the URL. */
export const rulesListSchema = listSchema({
  tabs: ['all'],
  filters: {
    text: textFilter,
    types: knownFilter(RuleType),
    documents: codesFilter,
    programmes: codesFilter,
    stages: knownFilter(DocumentStage),
    states: knownFilter(RuleState),
    drafts: flagFilter,
    on: dayFilter,
  },
  sortable: ['name', 'priority', 'stage', 'validFrom', 'documents'],
  defaultSort: { key: 'stage', direction: 'asc' },
})
type Filters = (typeof rulesListSchema)['filters']

/** The state of the list as its URL holds it. */
export type RulesListState = ListState<'all', Filters>
/** The same with what changes it. */
export type RulesList = RulesListState & ListActions<'all', Filters> & { active: (keyof Filters)[] }

/** The filter as the server takes it: what does not restrict is left out. */
export function toRuleFilter({ filters }: Pick<RulesListState, 'filters'>): Partial<RuleFilter> {
  return {
    ...(filters.text && { search: filters.text }),
    ...(filters.types.length > 0 && { ruleTypes: filters.types }),
    ...(filters.documents.length > 0 && { documents: filters.documents }),
    ...(filters.programmes.length > 0 && { programmes: filters.programmes }),
    ...(filters.stages.length > 0 && { stages: filters.stages }),
    ...(filters.states.length > 0 && { states: filters.states }),
    ...(filters.drafts && { hasDraft: true }),
    ...(filters.on && { on: filters.on }),
  }
}

/** The order as the server calls it: its column of documents is in the singular. */
export const toRuleSort = ({ sort }: Pick<RulesListState, 'sort'>): string =>
  `${sort.key === 'documents' ? 'document' : sort.key},${sort.direction}`

/** Page, size and order as the server takes them: its pages count from 0. */
export const toRuleQuery = (state: Pick<RulesListState, 'page' | 'size' | 'sort'>) => ({
  page: state.page - 1,
  size: state.size,
  sort: toRuleSort(state),
})

/** Stages of the filter. */
export const stageOptions = Object.entries(documentStages).map(([code, { name }]) => ({ code, name }))

let lastSearch: Record<string, unknown> = {}

/** Keeps the page's search, so that «Назад» of a rule returns to what was left. */
export function rememberRulesSearch(search: Record<string, unknown>): void {
  lastSearch = search
}

/** The search under which the page was left; empty when it was not opened yet. */
export const lastRulesSearch = (): Record<string, unknown> => lastSearch
