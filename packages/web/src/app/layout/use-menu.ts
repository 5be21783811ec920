import { useMemo } from 'react'
import { useRights } from '#api/rights.ts'
import { tokens } from '#api/token.ts'
import { visibleMenu } from './menu.ts'
import { menuEntries } from './menu-entries.ts'
import type { MenuEntry } from './menu-types.ts'

/** The menu of the signed-in person; without a token (the stub) all entries are shown (specification 2 §6). */
export function useMenu(): MenuEntry[] {
  const rights = useRights()
  const hasToken = tokens.current() !== undefined
  return useMemo(
    () => visibleMenu(menuEntries, (needs) => !hasToken || rights.all(needs)),
    [rights, hasToken],
  )
}
