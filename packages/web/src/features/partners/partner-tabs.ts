import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import type { PartnerTabCounts } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { listWorkgroups } from '@ipoteka-office/contract/workgroups/workgroups.ts'

/** Tabs of a partner's card: four groups, each opened by its first tab. */
export const tabGroups = [
  {
    key: 'card',
    label: 'Карточка',
    tabs: [
      { key: 'main', label: 'Основное' },
      { key: 'description', label: 'Описание' },
      { key: 'history', label: 'История' },
    ],
  },
  {
    key: 'people',
    label: 'Люди',
    tabs: [
      { key: 'employees', label: 'Сотрудники', reads: filterPartnerEmployees },
      { key: 'workgroups', label: 'Группы', reads: listWorkgroups },
      { key: 'contacts', label: 'Контакты' },
      { key: 'notifications', label: 'Уведомления' },
    ],
  },
  {
    key: 'terms',
    label: 'Условия',
    tabs: [
      { key: 'roles', label: 'Роли' },
      { key: 'rates', label: 'Ставки' },
      { key: 'regions', label: 'Регионы' },
      { key: 'accounts', label: 'Счета' },
    ],
  },
  {
    key: 'papers',
    label: 'Документы и связи',
    tabs: [
      { key: 'documents', label: 'Документы', reads: listDocuments },
      { key: 'branches', label: 'Филиалы' },
      { key: 'links', label: 'Связи' },
      { key: 'reassignment', label: 'Переназначение' },
    ],
  },
] as const

type TabGroup = (typeof tabGroups)[number]
type CardTab = TabGroup['tabs'][number]
/** A tab as the address names it. */
export type TabKey = CardTab['key']

export const isTab = (key: unknown): key is TabKey =>
  tabGroups.some(({ tabs }) => tabs.some((tab) => tab.key === key))

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

/** The groups without the tabs that the person may not read; a group with none is absent. */
export function groupsShown(
  mayCall: (endpoint: EndpointSpec) => boolean,
  counts: PartnerTabCounts | undefined,
): ShownGroup[] {
  return tabGroups.flatMap(({ key, label, tabs }) => {
    const shown = tabs
      .filter((tab) => !('reads' in tab) || mayCall(tab.reads))
      .map((tab) => ({ key: tab.key, label: tab.label, count: countOf(tab.key, counts) }))
    const known = shown.flatMap(({ count }) => count ?? [])
    const count = known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0)
    return shown.length === 0 ? [] : [{ key, label, count, tabs: shown }]
  })
}
