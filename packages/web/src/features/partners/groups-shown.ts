import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import type { PartnerTabCounts } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { listWorkgroups } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { type TabGroup, tabGroups, type TabKey } from './partner-tabs.ts'

/** What a tab reads, where that takes a right of its own. Apart from the tabs: every page knows those, for their addresses. */
const reads: Readonly<Partial<Record<TabKey, EndpointSpec>>> = {
  employees: filterPartnerEmployees,
  workgroups: listWorkgroups,
  documents: listDocuments,
}

/** A group as the card shows it: with what the person may read, and how much there is. */
export interface ShownGroup {
  readonly key: TabGroup['key']
  readonly label: string
  /** What all tabs of the group open together; undefined while it is not known, or where nothing is counted. */
  readonly count: number | undefined
  readonly tabs: readonly {
    readonly key: TabKey
    readonly label: string
    readonly count: number | undefined
  }[]
}

const countOf = (key: TabKey, counts: PartnerTabCounts | undefined): number | undefined =>
  counts !== undefined && key in counts ? (counts[key as keyof PartnerTabCounts] ?? undefined) : undefined

const mayRead = (tab: TabKey, mayCall: (endpoint: EndpointSpec) => boolean): boolean => {
  const call = reads[tab]
  return call === undefined || mayCall(call)
}

/** The groups without the tabs that the person may not read; a group with none is absent. */
export function groupsShown(
  mayCall: (endpoint: EndpointSpec) => boolean,
  counts: PartnerTabCounts | undefined,
): ShownGroup[] {
  return tabGroups.flatMap(({ key, label, tabs }) => {
    const shown = tabs
      .filter(({ key: tab }) => mayRead(tab, mayCall))
      .map((tab) => ({ key: tab.key, label: tab.label, count: countOf(tab.key, counts) }))
    const known = shown.flatMap(({ count }) => count ?? [])
    const count = known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0)
    return shown.length === 0 ? [] : [{ key, label, count, tabs: shown }]
  })
}
