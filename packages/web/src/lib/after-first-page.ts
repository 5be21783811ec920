import { logWarning } from './log.ts'
import { createStore, useStore } from './store.ts'

const afterMs = 1_000

/** Whether what the first page can do without may load: some time after sign-in, or once the person does something. */
export const afterFirstPage = createStore(false)

const loads = new Set<() => Promise<unknown>>()

/** Each once: what did not come is done without. */
function loadAll(): Promise<unknown> {
  const wanted = [...loads]
  loads.clear()
  return Promise.all(
    wanted.map((load) =>
      load().catch((failure: unknown) => logWarning('Часть страницы не загружена', failure)),
    ),
  )
}

/** Starts the time of the first page. */
export function startFirstPage(): void {
  const end = () => afterFirstPage.set(true)
  // What is read then goes to the server in one request: nothing of it comes later because of its code.
  setTimeout(() => void loadAll().then(end), afterMs)
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, end, { once: true, capture: true, passive: true })
}

/** Loads code of what the first page can do without; answers with the way to need it no more. */
export function loadAfterFirstPage(load: () => Promise<unknown>): () => void {
  loads.add(load)
  const stop = afterFirstPage.subscribe(() => void loadAll())
  if (afterFirstPage.get()) void loadAll()
  return () => {
    loads.delete(load)
    stop()
  }
}

/** False while the first page comes: whoever loads nothing then leaves the page its time. */
export const useAfterFirstPage = (): boolean => useStore(afterFirstPage)
