import { useEffect } from 'react'
import { createStore } from './store.ts'

/** One step of the way to a page; the last one, the page itself, has no link. */
export interface Crumb {
  readonly text: string
  readonly href?: string
}

/** Where the person is: the top bar shows it, the window is titled by its last step. */
export const pagePlace = createStore<readonly Crumb[]>([])

/** Tells the shell where this page stands: «Управление / Сотрудники НИС / Бережной А. П.». */
export function usePagePlace(...crumbs: readonly (Crumb | string)[]): void {
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    const steps = (JSON.parse(key) as (Crumb | string)[]).map((c) =>
      typeof c === 'string' ? { text: c } : c,
    )
    pagePlace.set(steps)
    const title = steps.at(-1)?.text
    document.title = title ? `${title} — Ипотека-офис` : 'Ипотека-офис'
  }, [key])
}
