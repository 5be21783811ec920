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

/** What the page told of itself, and the words of a failure that stands in its place. */
let told: readonly Crumb[] = []
let instead: string | null = null

function show(): void {
  pagePlace.set(told)
  const title = told.at(-1)?.text ?? instead
  document.title = title ? `${title} — ${product}` : product
}

/** Titles the window while something like «Страница не найдена» stands in place of a page that told nothing. */
export function useTitleOfFailure(words: string | null): void {
  useEffect(() => {
    if (words === null) return
    instead = words
    show()
    return () => {
      instead = null
      show()
    }
  }, [words])
}

/** Tells the shell where this page stands: «Управление / Сотрудники НИС / Бережной А. П.». */
export function usePagePlace(...crumbs: readonly (Crumb | string)[]): void {
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    told = (JSON.parse(key) as (Crumb | string)[]).map((c) => (typeof c === 'string' ? { text: c } : c))
    show()
    // A page that tells nothing must not stand under the name of the one before it.
    return () => {
      told = []
      show()
    }
  }, [key])
}
