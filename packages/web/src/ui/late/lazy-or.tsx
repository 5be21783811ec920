import { type ComponentType, lazy, useEffect, useState } from 'react'
import { logWarning } from '#lib/log.ts'
import { noteError } from '#lib/unexpected.ts'

/**
 * A part whose code is loaded when it is first drawn. Where that fails, `NotLoaded` stands in its place: the page around
 * it, which works, is not lost. The next time that it is drawn anew, its code is asked for again.
 */
export function lazyOr<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<Props>,
) {
  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        return { default: await load() }
      } catch (failure) {
        logWarning('Часть страницы не загружена', failure)
        noteError(failure)
        return { default: Failed }
      }
    })
  let next = attempt()
  function Failed(props: Props) {
    useEffect(() => {
      // React keeps what a lazy part came to for as long as the tab lives. Before this one stands, a new attempt would be drawn in its place at once, and so without end.
      next = attempt()
    }, [])
    return <NotLoaded {...props} />
  }
  return function LazyOr(props: Props) {
    const [Part] = useState(() => next)
    return <Part {...props} />
  }
}
