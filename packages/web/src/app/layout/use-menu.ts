import { useMemo } from 'react'
import { useRights } from '#api/rights.ts'
import { tokens } from '#api/token.ts'
import { soonLast, visibleMenu } from '#widgets/menu/menu.ts'
import { menuEntries } from '#widgets/menu/menu-entries.ts'
import type { MenuEntry } from '#widgets/menu/menu-types.ts'

/** The menu of the signed-in person; without a token (the stub) all entries are shown (specification 2 §6). */
export function useMenu(): MenuEntry[] {
  const rights = useRights()
  const hasToken = tokens.current() !== undefined
  return useMemo(
    () => soonLast(visibleMenu(menuEntries, (needs) => !hasToken || rights.all(needs))),
    [rights, hasToken],
  )
}
