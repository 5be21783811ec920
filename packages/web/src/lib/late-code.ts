import { useEffect } from 'react'
import { loadAfterFirstPage } from './after-first-page.ts'
import { logWarning } from './log.ts'
import { createStore, useStore } from './store.ts'
import { noteError } from './unexpected.ts'

/** Code that a part does without until it is used. All that need it share one load; what failed is asked for again. */
export interface LateCode<Code> {
  /** Loads it; answers whether it has come. */
  load: () => Promise<boolean>
  /** The code, or null while it is not there; it is loaded behind the page. */
  use: () => Code | null
}

/** Makes the code behind a dynamic import such {@link LateCode}. */
export function lateCode<Code>(ask: () => Promise<Code>): LateCode<Code> {
  const store = createStore<Code | null>(null)
  let asked: Promise<boolean> | null = null
  const take = async () => {
    try {
      store.set(await ask())
      return true
    } catch (failure) {
      asked = null
      logWarning('Часть страницы не загружена', failure)
      noteError(failure)
      return false
    }
  }
  const load = () => {
    asked ??= take()
    return asked
  }
  return {
    load,
    use: () => {
      useEffect(() => loadAfterFirstPage(load), [])
      return useStore(store)
    },
  }
}
