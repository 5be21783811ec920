import { caseKinds, usualCaseKind } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  type CoverageAxis,
  type CoverageMatrix,
  coverageAxes,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { dayFilter } from '#ui/table/list-state.ts'

type CaseKind = keyof typeof caseKinds
type Search = Readonly<Record<string, unknown>>
export type CoverageRow = CoverageMatrix['rows'][number]
export type CoverageCell = CoverageRow['cells'][number]

/** What the matrix shows, as the address holds it. */
export interface CoverageState {
  readonly axis: CoverageAxis
  readonly caseKind: CaseKind
  readonly on: string
  readonly drafts: boolean
  readonly all: boolean
  readonly category: string
  readonly text: string
  /** Codes of the columns to show; empty: every one. */
  readonly columns: readonly string[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isCaseKind = (text: string): text is CaseKind => Object.hasOwn(caseKinds, text)
const isAxis = (text: string): text is CoverageAxis => Object.hasOwn(coverageAxes, text)

/** Reads the address; what is unknown or broken is left at its default. */
export function coverageStateOf(search: Search): CoverageState {
  const axis = textOf(search.axis)
  const caseKind = textOf(search.case)
  return {
    axis: isAxis(axis) ? axis : 'programme',
    caseKind: isCaseKind(caseKind) ? caseKind : usualCaseKind,
    on: dayFilter.parse(textOf(search.on)),
    drafts: String(search.drafts) === '1',
    all: String(search.all) === '1',
    category: textOf(search.category),
    text: textOf(search.text),
    columns: String(search.columns ?? '')
      .split(',')
      .filter(Boolean),
  }
}

/** The address of a state: defaults are left out. */
export function coverageSearch(state: CoverageState): Record<string, unknown> {
  return {
    mode: 'coverage',
    ...(state.axis !== 'programme' && { axis: state.axis }),
    ...(state.caseKind !== usualCaseKind && { case: state.caseKind }),
    ...(state.on && { on: state.on }),
    ...(state.drafts && { drafts: '1' }),
    ...(state.all && { all: '1' }),
    ...(state.category && { category: state.category }),
    ...(state.text && { text: state.text }),
    ...(state.columns.length > 0 && { columns: state.columns.join(',') }),
  }
}

/** What the server is asked for; columns are chosen among those that it answers. */
export const coverageQuery = ({ axis, caseKind, on, drafts, all, category, text }: CoverageState) => ({
  axis,
  caseKind,
  ...(on && { on }),
  ...(drafts && { drafts: 'true' as const }),
  ...(all && { all: 'true' as const }),
  ...(category && { category }),
  ...(text && { search: text }),
})

/** The columns that are shown with their places in the rows. */
export function shownColumns(matrix: Pick<CoverageMatrix, 'columns'>, codes: readonly string[]) {
  const columns = matrix.columns.map(({ code, name }, at) => ({ code, name, at }))
  const chosen = columns.filter(({ code }) => codes.includes(code))
  return chosen.length > 0 ? chosen : columns
}

/** Rows under the headings of their categories, in the order of the answer. */
export function rowsByCategory(rows: readonly CoverageRow[]): { name: string; rows: CoverageRow[] }[] {
  const groups = new Map<string, { name: string; rows: CoverageRow[] }>()
  for (const row of rows) {
    const group = groups.get(row.category.code) ?? { name: row.category.name, rows: [] }
    group.rows.push(row)
    groups.set(row.category.code, group)
  }
  return [...groups.values()]
}
