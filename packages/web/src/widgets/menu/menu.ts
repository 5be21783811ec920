import type { RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import type { MenuEntry, MenuGroup, MenuPage } from './menu-types.ts'

/** Whether the person holds all of the operations. */
export type Check = (required: RequiredOperations) => boolean

/** True for an entry with pages under it. */
export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'items' in entry

const permitted = (
  check: Check,
  { needs, needsAny }: { needs?: RequiredOperations; needsAny?: readonly RequiredOperations[] },
) => (needs === undefined || check(needs)) && (needsAny === undefined || needsAny.some(check))

function permittedGroup(check: Check, group: MenuGroup): MenuEntry[] {
  const items = group.items.filter((item) => permitted(check, item))
  if (items.length > 0) return [{ ...group, items }]
  if (group.needs === undefined || group.to === undefined || !check(group.needs)) return []
  const { label, icon, to } = group
  return [{ label, icon, to, segments: group.items.flatMap((item) => item.segments) }]
}

/** The menu as the person sees it: a group without permitted pages disappears, or collapses into one entry. */
export function visibleMenu(entries: readonly MenuEntry[], check: Check): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (isGroup(entry)) return permittedGroup(check, entry)
    return permitted(check, entry) ? [entry] : []
  })
}

const pagesOf = (entry: MenuEntry): readonly MenuPage[] =>
  isGroup(entry) ? entry.items : 'to' in entry ? [entry] : []

/** All pages of a menu with the group each stands in. */
export const menuPages = (entries: readonly MenuEntry[]): { group: string | null; page: MenuPage }[] =>
  entries.flatMap((entry) =>
    pagesOf(entry).map((page) => ({ group: isGroup(entry) ? entry.label : null, page })),
  )

/** The current page by the first path segment; where a page names two segments, by both. */
export function currentPage(entries: readonly MenuEntry[], path: string): MenuPage | null {
  const [first = '', second = ''] = path.split('/').slice(1)
  const pages = menuPages(entries).map(({ page }) => page)
  const byTwo = pages.find(({ segments }) => segments.includes(`${first}/${second}`))
  return byTwo ?? pages.find(({ segments }) => segments.includes(first)) ?? null
}
