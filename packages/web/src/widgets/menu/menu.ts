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

/** The menu with pages whose screens are to come under one «Скоро» at its end; what is left empty goes. */
export function soonLast(entries: readonly MenuEntry[]): MenuEntry[] {
  const isSoon = (page: MenuPage) => page.soon === true
  const built = entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return 'to' in entry && isSoon(entry) ? [] : [entry]
    const items = entry.items.filter((page) => !isSoon(page))
    return items.length === 0 ? [] : [{ ...entry, items }]
  })
  // Pages of two groups may be called alike.
  const items = menuPages(entries)
    .filter(({ page }) => isSoon(page))
    .map(({ group, page }) => ({ ...page, label: group === null ? page.label : `${group}: ${page.label}` }))
  return items.length === 0 ? built : [...built, { label: 'Скоро', icon: 'clock', items }]
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
