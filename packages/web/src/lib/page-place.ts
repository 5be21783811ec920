import { useEffect } from 'react'
import { createStore } from './store.ts'

/** One step of the way to a page; the last one, the page itself, has no link. */
export interface Crumb {
  readonly text: string
  readonly href?: string
}

const product = 'Ипотека-офис'

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
    document.title = title ? `${title} — ${product}` : product
    // A page that tells nothing must not stand under the name of the one before it.
    return () => {
      pagePlace.set([])
      document.title = product
    }
  }, [key])
}
