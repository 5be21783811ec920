import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** The search of an address, or of a list that keeps its state to itself. */
export type Search = Record<string, unknown>

/** Where a list's state lies: in the page's address, or on the screen alone where the address is of something else. */
export type Keeping = 'address' | 'screen'

/** How a change of the state stands in the browser's history. */
export type Step = 'new' | 'replace'

const left = new Map<string, Search>()

/** The search under which a list was left, so that «Назад» of a card returns to the list as it was; empty at first. */
export const lastSearchOf = (listKey: string): Search => left.get(listKey) ?? {}

/** The state of a list as its place holds it, and the way to change it. */
export function useListPlace(
  listKey: string,
  keeping: Keeping,
): { search: Search; go: (search: Search, step?: Step) => void; open: (href: string) => void } {
  const address: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [own, setOwn] = useState<Search>({})
  const search = keeping === 'address' ? address : own
  useEffect(() => {
    if (keeping === 'address') left.set(listKey, search)
  }, [listKey, keeping, search])
  const go = useCallback(
    (next: Search, step: Step = 'new') => {
      if (keeping === 'screen') setOwn(next)
      else void navigate({ to: '.', search: next, replace: step === 'replace' })
    },
    [keeping, navigate],
  )
  const open = useCallback((href: string) => void navigate({ href }), [navigate])
  return { search, go, open }
}
