import { caseListPath } from './list-links.ts'
import { CaseList, type CaseObject, caseLists, caseTypes } from './types/case-types.ts'

// The pages have what this file comes to, computed while they are built: what it is computed from is not on the first page.

/** A list of cases in the main menu. */
export interface CaseMenuPage {
  /** The label of the group that it stands in. */
  readonly group: string
  readonly label: string
  readonly to: string
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** First segments of the addresses of the list and of its cases. */
  readonly segments: readonly string[]
}

const firstSegment = (path: string) => path.split('/')[1] ?? ''

/** Lists of cases in the order in which their groups show them. */
export const caseMenuPages: readonly CaseMenuPage[] = CaseList.options
  .toSorted((a, b) => caseLists[a].menu.place - caseLists[b].menu.place)
  .map((code) => {
    const { menu, title, object, path, types } = caseLists[code]
    return {
      group: menu.group,
      label: menu.label ?? title,
      to: caseListPath(code),
      needs: { [object]: ['List'] },
      segments: [path, ...types.map((type) => caseTypes[type].path)].map(firstSegment),
    }
  })

/** Object types of cases: tasks are theirs, and who reads cases of some type has tasks. */
export const caseObjects: readonly CaseObject[] = [
  ...new Set(Object.values(caseTypes).map(({ object }) => object)),
]
