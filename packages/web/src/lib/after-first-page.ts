import { createStore, useStore } from './store.ts'

const afterMs = 1_000

/** Whether what the first page can do without may load: some time after sign-in, or once the person does something. */
export const afterFirstPage = createStore(false)

/** Starts the time of the first page. */
export function startFirstPage(): void {
  const end = () => afterFirstPage.set(true)
  setTimeout(end, afterMs)
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, end, { once: true, capture: true, passive: true })
}

/** False while the first page comes: whoever loads nothing then leaves the page its time. */
export const useAfterFirstPage = (): boolean => useStore(afterFirstPage)
